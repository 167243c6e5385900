// The same conversation in an app without a memory, so that the headline compares with a real alternative. It has the
// app's own system prompt and tools, but no guide, overview or meter, none of the memory's tools, calls and results, and
// none of the requests that only served such a call.
import type { ChatMessage, ToolDefinition } from '../brain/brain.ts';
import { cutToWindow } from './lanes/sliding-window.ts';
import { callsOf } from './message-text.ts';
import { ProviderCache } from './provider-cache.ts';
import type { SentWithoutMemory } from './request-record.ts';
import type { TokenCounter } from './token-counter.ts';

export interface AppWithoutMemory {
  /** The system prompt without the memory's guide. */
  readonly system: string;
  /** The app's own tools. */
  readonly tools: readonly ToolDefinition[];
  /** Names of the memory's tools. */
  readonly memoryTools: ReadonlySet<string>;
}

export class WithoutMemory {
  readonly #app: AppWithoutMemory;
  readonly #counter: TokenCounter;
  readonly #cache: ProviderCache;

  constructor(app: AppWithoutMemory, counter: TokenCounter) {
    this.#app = app;
    this.#counter = counter;
    this.#cache = new ProviderCache(counter);
  }

  forgetCache(): void {
    this.#cache.forget();
  }

  /**
   * Returns the size of the request that the app would send instead.
   * @param list list with memory, as passed to `prepare`
   * @param window tokens; when the list outgrows it, the app cuts as few of its oldest turns as possible, never the
   * newest
   * @returns undefined where the request only answers calls of the memory, which such an app does not make
   */
  async request(list: readonly ChatMessage[], window: number): Promise<SentWithoutMemory | undefined> {
    const { system, tools, memoryTools } = this.#app;
    if (!asksWithoutMemory(list, memoryTools)) return undefined;
    const head: ChatMessage = { role: 'system', content: system };
    const own = listWithoutMemory(list, memoryTools);
    const toolTokens = await this.#counter.text(JSON.stringify(tools));
    const { messages, tokens, cutTurns } = await cutToWindow(head, own, toolTokens, this.#counter, window);
    const { tokens: cached } = await this.#cache.replace(messages, toolTokens);
    return { tokens, cached, cutTurns };
  }
}

/** Whether the list ends with a user message or a result that such an app has as well. */
export function asksWithoutMemory(list: readonly ChatMessage[], memoryTools: ReadonlySet<string>): boolean {
  const newest = listWithoutMemory(list, memoryTools).at(-1);
  const answered = list.map(({ role }) => role).lastIndexOf('assistant');
  return list.slice(answered + 1).some((message) => message === newest);
}

/**
 * Removes the system prompt, calls of the memory's tools, and calls that repeat one of the same turn with the same
 * result, which an agent makes when its memory interrupts it. Their results are removed too, and so are answers that
 * have no other call.
 */
export function listWithoutMemory(list: readonly ChatMessage[], memoryTools: ReadonlySet<string>): ChatMessage[] {
  // Ids are unique within one answer only: some servers reuse them.
  let kept: ReadonlySet<string> = new Set();
  let done = new Set<string>();
  return list.flatMap((message, place): ChatMessage[] => {
    if (place === 0 && message.role === 'system') return [];
    if (message.role === 'tool') return kept.has(message.tool_call_id) ? [message] : [];
    if (message.role !== 'assistant') {
      done = new Set();
      return [message];
    }
    const calls = callsOf(message);
    const results = resultsBehind(list, place);
    const own = calls.filter(({ id, function: { name, arguments: input } }) => {
      const exchange = JSON.stringify([name, input, results.get(id)]);
      if (memoryTools.has(name) || done.has(exchange)) return false;
      done.add(exchange);
      return true;
    });
    kept = new Set(own.map(({ id }) => id));
    if (own.length === calls.length) return [message];
    return own.length === 0 ? [] : [{ ...message, tool_calls: own }];
  });
}

/** Returns the results of a message's calls by the call's id. */
function resultsBehind(list: readonly ChatMessage[], place: number): ReadonlyMap<string, string> {
  const results = new Map<string, string>();
  for (const message of list.slice(place + 1)) {
    if (message.role !== 'tool') break;
    results.set(message.tool_call_id, message.content);
  }
  return results;
}
