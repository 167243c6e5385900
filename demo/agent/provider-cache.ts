// A provider's prompt cache: it saves the longest common prefix with the request before.
import type { ChatMessage } from '../brain/brain.ts';
import { messageText } from './message-text.ts';
import type { TokenCounter } from './token-counter.ts';

export interface Common {
  /** Whole messages of the common prefix. */
  readonly messages: number;
  /** Tokens of the prefix: the tools, these messages, and the common beginning of the first message that differs. */
  readonly tokens: number;
}

export class ProviderCache {
  readonly #counter: TokenCounter;
  #former: readonly ChatMessage[] = [];

  constructor(counter: TokenCounter) {
    this.#counter = counter;
  }

  /** Another model has computed nothing yet. */
  forget(): void {
    this.#former = [];
  }

  /** Compares a request with the one before and caches it in its place. */
  replace(messages: readonly ChatMessage[], toolTokens: number): Promise<Common> {
    const common = this.common(messages, toolTokens);
    this.#former = messages;
    return common;
  }

  /** Compares a request with the one that is cached. */
  async common(messages: readonly ChatMessage[], toolTokens: number): Promise<Common> {
    const former = this.#former;
    const parting = messages.findIndex(
      (message, place) => message !== former[place] && JSON.stringify(message) !== JSON.stringify(former[place]),
    );
    const common = parting < 0 ? messages.length : parting;
    const tokens =
      (await this.#counter.messages(messages.slice(0, common))) +
      (await this.#commonPart(former[common], messages[common]));
    return { messages: common, tokens: tokens === 0 ? 0 : toolTokens + tokens };
  }

  async #commonPart(before: ChatMessage | undefined, message: ChatMessage | undefined): Promise<number> {
    if (!before || !message || before.role !== message.role) return 0;
    const [old, fresh] = [messageText(before), messageText(message)];
    let same = 0;
    while (same < old.length && old[same] === fresh[same]) same++;
    return this.#counter.text(fresh.slice(0, same));
  }
}
