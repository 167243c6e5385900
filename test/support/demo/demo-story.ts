// The demo's story told against the real library over memory storage.
import { memoryStorage } from '../../../src/storage/memory.ts';
import { openWorkingMemory } from '../../../src/entries/index.ts';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import type { Peers } from '../../../src/ports/peers.ts';
import { type Agent, type AgentOptions, createAgent } from '../../../demo/agent/agent.ts';
import type { Brain, BrainRequest, ChatMessage } from '../../../demo/brain/brain.ts';
import type { RequestRecord } from '../../../demo/agent/request-record.ts';
import { scriptedBrain } from '../../../demo/story/scripted-brain.ts';
import { sessionOptions, WINDOW } from '../../../demo/story/session-options.ts';
import type { Story } from '../../../demo/story/story.ts';
import { countingIds, fakeClock } from '../fakes/fakes.ts';

export type Locale = Story['locale'];

/** Opens the same session over the same rows each time; its owners notice each other at once. */
export function demoSession(locale: Locale): () => Promise<WorkingMemory> {
  const ports = { storage: memoryStorage(), clock: fakeClock(), ids: countingIds() };
  const listeners = new Set<(head: number) => void>();
  return () => {
    const peers = peerAmong(listeners);
    return openWorkingMemory({ session: 'demo', worker: false, ...ports, peers, ...sessionOptions(locale) });
  };
}

function peerAmong(listeners: Set<(head: number) => void>): Peers {
  let own: ((head: number) => void) | undefined;
  return {
    announce(head) {
      for (const listener of listeners) if (listener !== own) listener(head);
    },
    listen(listener) {
      own = listener;
      listeners.add(listener);
    },
    close() {
      if (own) listeners.delete(own);
    },
  };
}

export const storyAgent = (memory: WorkingMemory, told: Story, options: Partial<AgentOptions> = {}): Promise<Agent> =>
  createAgent({
    memory,
    locale: told.locale,
    system: told.system,
    appTools: told.appTools,
    brain: scriptedBrain(told),
    ...options,
  });

export interface Telling {
  readonly memory: WorkingMemory;
  readonly agent: Agent;
  readonly records: readonly RequestRecord[];
  /** Requests to the brain, in order. */
  readonly prompts: readonly (readonly ChatMessage[])[];
  /** The agent's answer to each turn. */
  readonly answers: readonly string[];
}

/** @param before runs before each turn, with its index */
export async function tell(
  told: Story,
  {
    window = WINDOW.default,
    before,
  }: { window?: number; before?: (turn: number, memory: WorkingMemory) => unknown } = {},
): Promise<Telling> {
  const memory = await demoSession(told.locale)();
  const records: RequestRecord[] = [];
  const { brain, prompts } = overheard(scriptedBrain(told));
  const agent = await storyAgent(memory, told, {
    brain,
    contextWindow: window,
    onRequest: (record) => records.push(record),
  });
  const answers: string[] = [];
  for (const [turn, text] of told.turns.entries()) {
    await before?.(turn, memory);
    answers.push((await agent.say(text)).content ?? '');
  }
  return { memory, agent, records, prompts, answers };
}

/** Wraps a brain and records its requests. */
export function overheard(brain: Brain): { readonly brain: Brain; readonly prompts: (readonly ChatMessage[])[] } {
  const prompts: (readonly ChatMessage[])[] = [];
  const answer = (request: BrainRequest) => {
    prompts.push(structuredClone(request.messages));
    return brain.answer(request);
  };
  return { brain: { ...brain, answer }, prompts };
}
