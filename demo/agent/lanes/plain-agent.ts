// Agent without a memory: its own list, the app's own tools, and a window. It imports nothing of the memory, so that
// its requests and costs are those of such an app.
import type { AppTool } from '../app-tools.ts';
import type { AssistantMessage, Brain, ChatMessage, ToolDefinition } from '../../brain/brain.ts';
import { callsOf } from '../message-text.ts';
import { ProviderCache } from '../provider-cache.ts';
import type { TokenCounter } from '../token-counter.ts';
import { NOTHING_PAID, type Paid } from './price.ts';
import { cutToWindow } from './sliding-window.ts';

export interface PlainAgentOptions {
  readonly system: string;
  readonly appTools: readonly AppTool[];
  readonly brain: Brain;
  readonly counter: TokenCounter;
  /** Tokens of the prompt; Infinity: sends the whole list, however long. */
  readonly window: number;
  /** Called with each request before the brain is asked. */
  readonly onRequest?: (request: PlainRequest) => void;
}

export interface PlainRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolDefinition[];
  readonly tokens: number;
  readonly cached: number;
  readonly cutTurns: number;
}

export class PlainAgent {
  paid: Paid = NOTHING_PAID;
  readonly #options: PlainAgentOptions;
  readonly #tools: readonly ToolDefinition[];
  readonly #cache: ProviderCache;
  readonly #list: ChatMessage[] = [];

  constructor(options: PlainAgentOptions) {
    this.#options = options;
    this.#cache = new ProviderCache(options.counter);
    this.#tools = options.appTools.map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    }));
  }

  /** The list without the system prompt. */
  get list(): readonly ChatMessage[] {
    return this.#list;
  }

  /** Plays one turn. @returns the answer @throws BrainError, the signal's reason */
  async say(text: string, signal: AbortSignal): Promise<string> {
    this.#list.push({ role: 'user', content: text });
    for (;;) {
      signal.throwIfAborted();
      const message = await this.#request(signal);
      this.#list.push(message);
      const calls = callsOf(message);
      if (calls.length === 0) return message.content ?? '';
      for (const { id, function: called } of calls) {
        const tool = this.#options.appTools.find(({ name }) => name === called.name);
        const input = JSON.parse(called.arguments) as Readonly<Record<string, unknown>>;
        const content = (await tool?.run(input)) ?? `There is no tool ${called.name}.`;
        this.#list.push({ role: 'tool', tool_call_id: id, content });
      }
    }
  }

  async #request(signal: AbortSignal): Promise<AssistantMessage> {
    const { system, brain, counter, window, onRequest } = this.#options;
    const toolTokens = await counter.text(JSON.stringify(this.#tools));
    const head: ChatMessage = { role: 'system', content: system };
    const { messages, tokens, cutTurns } = await cutToWindow(head, this.#list, toolTokens, counter, window);
    const { tokens: cached } = await this.#cache.replace(messages, toolTokens);
    onRequest?.({ messages, tools: this.#tools, tokens, cached, cutTurns });
    const { message } = await brain.answer({ messages, tools: this.#tools, signal });
    this.paid = {
      requests: this.paid.requests + 1,
      tokens: this.paid.tokens + tokens,
      cached: this.paid.cached + cached,
      output: this.paid.output + (await counter.message(message)),
    };
    return message;
  }
}
