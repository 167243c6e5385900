// Replays a transcript under four policies: the request of each for every answer, its cost, and which of the needed
// facts it still had. No model is called.
import type { WorkingMemory } from 'working-memory';
import { openaiChat } from 'working-memory/lenses';
import type { ChatMessage, ToolDefinition } from '../../brain/brain.ts';
import { NOTHING_PAID, type Paid } from '../lanes/price.ts';
import { cutToWindow } from '../lanes/sliding-window.ts';
import { messageText } from '../message-text.ts';
import { ProviderCache } from '../provider-cache.ts';
import { TokenCounter } from '../token-counter.ts';
import { type Need, needsOf } from './needs.ts';
import { type Aside, summarizing } from './summarizing.ts';

export const POLICIES = ['whole', 'sliding', 'summary', 'memory'] as const;
export type Policy = (typeof POLICIES)[number];
/**
 * `shown`: in the prompt · `found`: recall finds it by the user's question · `summarized`: replaced by a summary, whose
 * real words are unknown · `lost`: none of these.
 */
export type Fate = 'shown' | 'found' | 'summarized' | 'lost';

export interface Sent {
  /** Tokens, including the definitions of the memory's own tools. */
  readonly tokens: number;
  /** Tokens of the list outside of the prompt; never those of the system prompt, which a memory extends. */
  readonly hidden: number;
}

/** One request under every policy. */
export interface Step {
  /** Index of the answer in the transcript. */
  readonly at: number;
  readonly requests: number;
  readonly sent: Readonly<Record<Policy, Sent>>;
  /** Tokens paid so far. */
  readonly paid: Readonly<Record<Policy, Paid>>;
  readonly needs: readonly (Need & { readonly fates: Readonly<Record<Policy, Fate>> })[];
}

export interface ReplayOptions {
  readonly list: readonly ChatMessage[];
  /** Tokens. */
  readonly window: number;
  /** Opens an empty memory with this window. */
  readonly open: (window: number) => Promise<WorkingMemory>;
}

interface Lane {
  request(list: readonly ChatMessage[]): Promise<LaneRequest>;
  /** Returns what became of a fact outside of the prompt. */
  fate(need: Need): Promise<Fate>;
}

interface LaneRequest {
  readonly messages: readonly ChatMessage[];
  /** Tokens of the definitions of tools. */
  readonly head?: number;
  readonly aside?: Aside | undefined;
}

/** Most messages that a model reads for one question. */
const MOST_HITS = 5;

/** Tool set of the snippet that the page offers for copying. */
const TOOLS = { set: 'minimal' } as const;

/** Yields a step for each request. @throws WorkingMemoryError, the signal's reason */
export async function* replay({ list, window, open }: ReplayOptions, signal: AbortSignal): AsyncGenerator<Step> {
  const memory = await open(window);
  try {
    const counter = new TokenCounter(memory);
    const lanes: Readonly<Record<Policy, Lane>> = {
      whole: cutting(counter, Infinity),
      sliding: cutting(counter, window),
      summary: { request: await summarizing(counter, window), fate: () => Promise.resolve('summarized') },
      memory: await remembering(memory, counter, list),
    };
    const caches = byPolicy(() => new ProviderCache(counter));
    const needs = needsOf(list);
    const answers = answersIn(list);
    let paid = byPolicy(() => NOTHING_PAID);
    for (const at of answers) {
      const before = list.slice(0, at);
      const said = before.filter(({ role }) => role !== 'system');
      const size = await counter.messages(said);
      const output = await counter.message(list[at] as ChatMessage);
      const ofThis = needs.filter(({ neededAt }) => neededAt === at);
      const fates = new Map(ofThis.map((need) => [need, {} as Record<Policy, Fate>]));
      const sent = {} as Record<Policy, Sent>;
      const after = {} as Record<Policy, Paid>;
      for (const policy of POLICIES) {
        signal.throwIfAborted();
        const { messages, head = 0, aside } = await lanes[policy].request(before);
        const forSummary = aside ? await paidFor(aside, window, caches[policy], counter) : NOTHING_PAID;
        const tokens = head + (await counter.messages(messages));
        const { tokens: cached } = await caches[policy].replace(messages, head);
        const own = new Set(messages);
        const kept = await counter.messages(said.filter((message) => own.has(message)));
        sent[policy] = { tokens, hidden: size - kept };
        after[policy] = [{ requests: 1, tokens, cached, output }, forSummary].reduce(sum, paid[policy]);
        const text = messages.map(messageText).join('\n');
        for (const need of ofThis) {
          const isShown = text.includes(need.fact);
          const fate = isShown ? 'shown' : await lanes[policy].fate(need);
          (fates.get(need) as Record<Policy, Fate>)[policy] = fate;
        }
      }
      paid = after;
      yield {
        at,
        requests: answers.length,
        sent,
        paid,
        needs: ofThis.map((need) => ({ ...need, fates: fates.get(need) as Record<Policy, Fate> })),
      };
    }
  } finally {
    await memory.close();
  }
}

/** Returns the indexes of the answers; everything before an answer is its request. */
export const answersIn = (list: readonly ChatMessage[]): number[] =>
  list.flatMap(({ role }, at) => (role === 'assistant' && at > 0 ? [at] : []));

const byPolicy = <Of>(make: () => Of): Record<Policy, Of> =>
  Object.fromEntries(POLICIES.map((policy) => [policy, make()])) as Record<Policy, Of>;

const sum = (one: Paid, other: Paid): Paid => ({
  requests: one.requests + other.requests,
  tokens: one.tokens + other.tokens,
  cached: one.cached + other.cached,
  output: one.output + other.output,
});

/** Returns the cost of a summary, whose input is limited to the window. */
async function paidFor(
  { messages, output }: Aside,
  window: number,
  cache: ProviderCache,
  counter: TokenCounter,
): Promise<Paid> {
  const tokens = Math.min(window, await counter.messages(messages));
  const { tokens: cached } = await cache.common(messages, 0);
  return { requests: 1, tokens, cached: Math.min(cached, tokens), output };
}

/** Lane of an app without a memory, which sends the whole list, or its newest turns. */
function cutting(counter: TokenCounter, window: number): Lane {
  return {
    async request([first, ...rest]) {
      if (!first) return { messages: [] };
      const isSystem = first.role === 'system';
      const head: ChatMessage = isSystem ? first : NO_PROMPT;
      const { messages } = await cutToWindow(head, isSystem ? rest : [first, ...rest], 0, counter, window);
      return { messages: isSystem ? messages : messages.slice(1) };
    },
    fate: () => Promise.resolve('lost'),
  };
}

const NO_PROMPT: ChatMessage = { role: 'system', content: '' };

async function remembering(memory: WorkingMemory, counter: TokenCounter, whole: readonly ChatMessage[]): Promise<Lane> {
  const guide = await memory.context.guide(TOOLS);
  const [first] = whole;
  const ofApp = first?.role === 'system' ? 1 : 0;
  const system: ChatMessage = {
    role: 'system',
    content: ofApp ? `${messageText(first as ChatMessage)}\n\n${guide}` : guide,
  };
  const tools = (await memory.tools(TOOLS)).map(({ name, description, inputSchema }): ToolDefinition => {
    return { type: 'function', function: { name, description, parameters: inputSchema } };
  });
  const head = await counter.text(JSON.stringify(tools));
  return {
    async request(list) {
      const { messages } = await memory.context.prepare(openaiChat, [system, ...list.slice(ofApp)], { tools });
      return { messages, head };
    },
    async fate({ fact, question }) {
      if (question.trim() === '') return 'lost';
      const { hits } = await memory.files.search(question, { scope: 'all', limit: MOST_HITS });
      // A model opens its hits. `place` counts the system message, which `whole` may lack.
      const isFound = hits.some(({ snippet, place }) => {
        const message = place === undefined ? undefined : whole[place - 1 + ofApp];
        return snippet.includes(fact) || (message !== undefined && messageText(message).includes(fact));
      });
      return isFound ? 'found' : 'lost';
    },
  };
}
