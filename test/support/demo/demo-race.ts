// The long story told to all three agents, with all requests of the two without a memory.
import { type Lane, race, type Told } from '../../../demo/agent/lanes/race.ts';
import type { PlainRequest } from '../../../demo/agent/lanes/plain-agent.ts';
import { priceOf } from '../../../demo/agent/lanes/price.ts';
import { scriptedBrain } from '../../../demo/story/scripted-brain.ts';
import type { Week } from '../../../demo/story/week/week.ts';
import { demoSession } from './demo-story.ts';

export interface Raced {
  readonly turns: readonly Told[];
  readonly last: Told;
  readonly plain: readonly (PlainRequest & { readonly lane: Lane })[];
  /** Names of the memory's tools; `guide`: its guide. */
  readonly memoryTools: readonly string[];
  readonly guide: string;
  /** Counts the facts that an agent answered right. */
  readonly right: (lane: Lane) => number;
  /** Share of the price of sending everything. */
  readonly share: (lane: Lane) => number;
}

export async function raced(told: Week, window: number): Promise<Raced> {
  const memory = await demoSession(told.locale)();
  const turns: Told[] = [];
  const plain: (PlainRequest & { lane: Lane })[] = [];
  const options = { memory, ...told, brain: scriptedBrain(told), window };
  const onPlain = (lane: Lane, request: PlainRequest): void => {
    plain.push({ ...request, lane });
  };
  for await (const one of race({ ...options, onPlain }, new AbortController().signal)) turns.push(one);
  const last = turns.at(-1) as Told;
  return {
    turns,
    last,
    plain,
    memoryTools: (await memory.tools({ locale: told.locale })).map(({ name }) => name),
    guide: await memory.context.guide(),
    right: (lane) => told.asked.filter(({ turn, truth }) => turns[turn]?.answers[lane].includes(truth)).length,
    share: (lane) => priceOf(last.paid[lane]) / priceOf(last.paid.whole),
  };
}
