// Tells the same turns to three agents: one sends everything, one sends what fits, one has the memory.
import type { WorkingMemory } from 'working-memory';
import { createAgent } from '../agent.ts';
import type { AppTool } from '../app-tools.ts';
import type { Brain, ChatMessage } from '../../brain/brain.ts';
import type { RequestRecord } from '../request-record.ts';
import { TokenCounter } from '../token-counter.ts';
import { PlainAgent, type PlainRequest } from './plain-agent.ts';
import { NOTHING_PAID, type Paid } from './price.ts';

export const LANES = ['whole', 'sliding', 'memory'] as const;
export type Lane = (typeof LANES)[number];

export interface Told {
  readonly turn: number;
  readonly answers: Readonly<Record<Lane, string>>;
  readonly paid: Readonly<Record<Lane, Paid>>;
  /** Tokens of the latest request with an unlimited window, which holds the app's whole list. */
  readonly listTokens: number;
  /** Number of turns that the sliding window has cut. */
  readonly cutTurns: number;
  /** Numbers of messages that the memory has hidden, and of those in view. */
  readonly hidden: number;
  readonly shown: number;
  /** Tokens of the memory's latest request. */
  readonly sent: number;
}

export interface RaceOptions {
  readonly memory: WorkingMemory;
  readonly locale: 'en' | 'zh-CN';
  readonly system: string;
  readonly turns: readonly string[];
  readonly appTools: readonly AppTool[];
  /** Model of all three lanes. */
  readonly brain: Brain;
  /** Window of the sliding window and of the memory, in tokens. */
  readonly window: number;
  readonly onPlain?: (lane: Lane, request: PlainRequest) => void;
}

/** Tells turn after turn; all lanes finish a turn before the next begins. */
export async function* race(options: RaceOptions, signal: AbortSignal): AsyncGenerator<Told> {
  const { memory, locale, system, appTools, brain, window, turns, onPlain } = options;
  const counter = new TokenCounter(memory);
  let latest: Record<'whole' | 'sliding', PlainRequest | undefined> = { whole: undefined, sliding: undefined };
  const plain = (lane: 'whole' | 'sliding', size: number): PlainAgent =>
    new PlainAgent({
      system,
      appTools,
      brain,
      counter,
      window: size,
      onRequest(request) {
        latest = { ...latest, [lane]: request };
        onPlain?.(lane, request);
      },
    });
  const whole = plain('whole', Infinity);
  const sliding = plain('sliding', window);
  let record: RequestRecord | undefined;
  const written: ChatMessage[] = [];
  const agent = await createAgent({
    memory,
    locale,
    system,
    appTools,
    brain,
    contextWindow: window,
    onRequest: (request) => (record = request),
    onMessage: (message) => {
      if (message.role === 'assistant') written.push(message);
    },
  });
  for (const [turn, text] of turns.entries()) {
    const answers = {
      whole: await whole.say(text, signal),
      sliding: await sliding.say(text, signal),
      memory: (await agent.say(text, { signal })).content ?? '',
    };
    const { requests = 0, withMemory = NOTHING_PAID } = record?.totals ?? {};
    const output = await counter.messages(written);
    const blocks = record?.blocks.filter(({ kind }) => kind === 'message') ?? [];
    const hidden = blocks.filter(({ state }) => state === 'hidden').length;
    yield {
      turn,
      answers,
      paid: { whole: whole.paid, sliding: sliding.paid, memory: { requests, ...withMemory, output } },
      listTokens: latest.whole?.tokens ?? 0,
      cutTurns: latest.sliding?.cutTurns ?? 0,
      hidden,
      shown: blocks.length - hidden,
      sent: record?.sent.withMemory.tokens ?? 0,
    };
  }
}
