// Conversation of an app in OpenAI's chat format, with the model's tools.
import type { PrepareOptions } from '../../../src/api/context.ts';
import type { Prepared } from '../../../src/context/plan/prepared.ts';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { openaiChat } from '../../../src/entries/lenses.ts';
import type { MemoryTool } from '../../../src/entries/tools.ts';

export interface ChatCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  readonly tool_calls?: readonly ChatCall[];
  readonly tool_call_id?: string;
}

/** Returns `count` distinct words. */
export const words = (count: number, name = 'word'): string =>
  Array.from({ length: count }, (_, index) => `${name}${index}`).join(' ');

const NAMED = ['read', 'write', 'search', 'compact_history'];

export class Chat {
  readonly messages: ChatMessage[] = [];
  readonly #memory: WorkingMemory;
  readonly #options: PrepareOptions;
  #tools: Promise<MemoryTool[]> | undefined;
  #calls = 0;

  /** @param options options of every request; without `tools` the model has those that a notice may name */
  constructor(memory: WorkingMemory, { system, ...options }: PrepareOptions = {}) {
    this.#memory = memory;
    this.#options = { tools: NAMED.map((name) => ({ name })), ...options };
    if (system !== undefined) this.messages.push({ role: 'system', content: String(system) });
  }

  /** Prepares the next request. */
  prepare(options: PrepareOptions = {}): Promise<Prepared<ChatMessage>> {
    return this.#memory.context.prepare(openaiChat, this.messages, { ...this.#options, ...options });
  }

  /** Adds a user message and prepares the request. */
  ask(content: string, options?: PrepareOptions): Promise<Prepared<ChatMessage>> {
    this.messages.push({ role: 'user', content });
    return this.prepare(options);
  }

  answer(content: string): void {
    this.messages.push({ role: 'assistant', content });
  }

  /** Adds a call of the app's own tool with this result. */
  called(name: string, input: object, result: string): void {
    const id = `call_${++this.#calls}`;
    const call = { id, type: 'function' as const, function: { name, arguments: JSON.stringify(input) } };
    this.messages.push(
      { role: 'assistant', content: '', tool_calls: [call] },
      { role: 'tool', tool_call_id: id, content: result },
    );
  }

  /** Calls a tool of the memory; returns the text for the model. */
  async call(name: string, input: object): Promise<string> {
    this.#tools ??= this.#memory.tools({ set: 'all' });
    const tool = (await this.#tools).find((candidate) => candidate.name === name);
    if (!tool) throw new Error(`no tool ${name}`);
    const result = await tool.execute(input);
    this.called(name, input, result);
    return result;
  }

  /** Plays `count` turns of question and answer, each prepared. */
  async turns(count: number, text = (turn: number): string => words(30, `t${turn}w`)): Promise<void> {
    for (let turn = 0; turn < count; turn++) {
      await this.ask(`Question ${turn}: ${text(turn)}`);
      this.answer(`Answer ${turn}: ${text(turn)}`);
    }
  }
}

/** Returns the texts that the model reads, message by message. */
export const shown = ({ messages }: Prepared<ChatMessage>): string[] => messages.map(({ content }) => content);

export const wholeText = (prepared: Prepared<ChatMessage>): string => shown(prepared).join('\n');
