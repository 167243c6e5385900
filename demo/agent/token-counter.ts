// Counts tokens of messages by the memory's own estimate, so that requests with and without a memory compare.
import type { WorkingMemory } from 'working-memory';
import type { ChatMessage } from '../brain/brain.ts';
import { callsOf, spokenText } from './message-text.ts';

/** Overhead of a message, and of a call in it. */
const MESSAGE_TOKENS = 4;
const CALL_TOKENS = 6;

export class TokenCounter {
  readonly #memory: WorkingMemory;
  readonly #counts = new WeakMap<ChatMessage, number>();

  constructor(memory: WorkingMemory) {
    this.#memory = memory;
  }

  async text(text: string): Promise<number> {
    return text === '' ? 0 : (await this.#memory.context.measure(text)).tokens;
  }

  async message(message: ChatMessage): Promise<number> {
    const known = this.#counts.get(message);
    if (known !== undefined) return known;
    const calls = callsOf(message);
    let tokens = MESSAGE_TOKENS + CALL_TOKENS * calls.length + (await this.text(spokenText(message)));
    for (const { function: called } of calls) {
      tokens += (await this.text(called.name)) + (await this.text(called.arguments));
    }
    this.#counts.set(message, tokens);
    return tokens;
  }

  /**
   * Returns the count of a message counted before; each word of any other counts as a token, like a summary's filler.
   */
  counted(message: ChatMessage): number {
    return this.#counts.get(message) ?? MESSAGE_TOKENS + spokenText(message).split(/\s+/).length;
  }

  async messages(messages: readonly ChatMessage[]): Promise<number> {
    let tokens = 0;
    for (const message of messages) tokens += await this.message(message);
    return tokens;
  }
}
