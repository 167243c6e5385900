// Calls of the tabs in a soak, and the expected data afterwards. A lane makes its calls one after the other, so at most
// one unacknowledged call, the next in order, may have been executed.
import type { Page } from 'playwright';
import type { Bundle } from '../../src/bundle/form.ts';
import type { WorkingMemory } from '../../src/entries/index.ts';
import { runLane } from './run-lane.mjs';

declare global {
  interface Window {
    workingMemory: typeof import('../../src/entries/index.ts');
    memory: WorkingMemory;
    acknowledge(lane: string, turn: number): Promise<void>;
    runLane: typeof runLane;
    stopWriting: boolean;
    writing: Promise<void>;
    refusals: string[];
    started: Worker[];
  }
}

/** A page in which functions run, whatever drives it. */
export type Scripted = Pick<Page, 'evaluate'>;

/** Calls of every kind, again and again. A hard forget takes the item of four calls before. */
const TURNS = ['item', 'batch', 'file', 'message', 'forget'] as const;

/** No limit and no long tail comes in between: whatever was acknowledged is in the store. */
export const ROOMY = { maxItems: 10_000, maxTokens: 1_000_000 };
export const SESSION = 'soak';

/** State of one lane after some calls. */
export interface LaneState {
  readonly items: readonly string[];
  readonly messages: readonly string[];
  /** Text of its only file; undefined before the first write. */
  readonly file: string | undefined;
}

const textOf = (lane: string, turn: number): string => `${lane}-${turn} was said`;
export const fileOf = (lane: string): string => `detail/${lane}.md`;

export function laneAfter(lane: string, calls: number): LaneState {
  const items = new Set<string>();
  const messages: string[] = [];
  let file: string | undefined;
  for (let turn = 0; turn < calls; turn++) {
    const text = textOf(lane, turn);
    const kind = TURNS[turn % TURNS.length];
    if (kind === 'item') items.add(text);
    if (kind === 'batch') for (const part of ['a', 'b', 'c']) items.add(`${text} ${part}`);
    if (kind === 'file') file = text;
    if (kind === 'message') messages.push(text);
    if (kind === 'forget') items.delete(textOf(lane, turn - 4));
  }
  return { items: [...items].sort(), messages, file };
}

/** The part of a session that one lane wrote. */
export function laneIn({ items, tail, messages, files }: Bundle, lane: string): LaneState {
  const own = (text: string): boolean => text.startsWith(`${lane}-`);
  return {
    items: [...items, ...tail]
      .map(({ text }) => text)
      .filter(own)
      .sort(),
    messages: messages.map(({ text }) => text).filter(own),
    file: files.find(({ path }) => path === fileOf(lane))?.text,
  };
}

/** Calls that were acknowledged, by lane; `calls` numbers them without a gap. */
export type Acknowledged = Map<string, number>;

/**
 * Returns the number of executed calls of a lane: the acknowledged ones, or one more.
 * @throws Error that describes any other state
 */
export function carriedOut(bundle: Bundle, lane: string, acknowledged: number): number {
  const found = JSON.stringify(laneIn(bundle, lane));
  for (const calls of [acknowledged, acknowledged + 1]) {
    if (found === JSON.stringify(laneAfter(lane, calls))) return calls;
  }
  const expected = JSON.stringify(laneAfter(lane, acknowledged));
  throw new Error(`lane ${lane}, ${acknowledged} calls acknowledged: found ${found}, expected ${expected} or one more`);
}

export const callsOf = (acknowledged: Acknowledged): number =>
  [...acknowledged.values()].reduce((all, calls) => all + calls, 0);

/** @throws Error: a lane was not acknowledged six calls within 30 s */
export async function untilWriting(lanes: readonly string[], acknowledged: Acknowledged): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (lanes.every((lane) => (acknowledged.get(lane) ?? 0) >= 6)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`not every lane was acknowledged six calls within 30 s: ${JSON.stringify([...acknowledged])}`);
}

/** Tells of each acknowledged call as the page hears of it. */
export async function hearFrom(page: Page, acknowledged: Acknowledged): Promise<void> {
  await page.exposeFunction('acknowledge', (lane: string, turn: number) => {
    acknowledged.set(lane, turn + 1);
  });
}

export const openMemory = (page: Scripted, options: Record<string, unknown> = {}): Promise<void> =>
  page.evaluate(
    async (given) => {
      const deadline = Date.now() + 20_000;
      while (window.workingMemory === undefined && Date.now() < deadline) await new Promise((go) => setTimeout(go, 20));
      const opening = window.workingMemory.openWorkingMemory(given as { session: string });
      window.memory = await opening.catch((error: Error & { code?: string }) => {
        throw new Error(`${error.code}: ${error.message}`);
      });
    },
    { session: SESSION, limits: ROOMY, ...options },
  );

/** Lets lanes write until `stopWriting` is set or a call is refused; does not wait for them. */
export async function startWriting(page: Scripted, lanes: readonly string[]): Promise<void> {
  await page.evaluate(`window.runLane = ${runLane.toString()}`);
  await page.evaluate((names) => {
    window.stopWriting = false;
    window.refusals = [];
    const isOver = (): boolean => window.stopWriting;
    const refused = (error: { code?: string }): void => void window.refusals.push(String(error.code ?? error));
    const lane = (name: string): Promise<void> =>
      window.runLane(window.memory, name, window.acknowledge, isOver).catch(refused);
    window.writing = Promise.all(names.map(lane)).then(() => undefined);
  }, lanes);
}

/** Ends the workers that the page has started, which it keeps in `started`. */
export async function terminateWorkers(page: Scripted): Promise<void> {
  const count = await page.evaluate(() => {
    for (const worker of window.started) worker.terminate();
    return window.started.length;
  });
  if (count === 0) throw new Error('there was no worker to terminate');
}

/** Waits for the calls on their way; returns the codes of those that were refused. */
export const stopWriting = (page: Scripted): Promise<string[]> =>
  page.evaluate(async () => {
    window.stopWriting = true;
    await window.writing;
    return window.refusals;
  });

export const exported = async (page: Scripted): Promise<Bundle> =>
  JSON.parse(await page.evaluate(() => window.memory.export({ format: 'json' }))) as Bundle;

/** Expects no damaged rows, wrong counters or missing journal entries, whatever the fault was. */
export async function expectSound(page: Scripted, bundle: Bundle): Promise<void> {
  const { usage, quarantined, kind } = await page.evaluate(async () => ({
    usage: (await window.memory.items.capacity()).usage,
    quarantined: window.memory.runtime.quarantined,
    kind: window.memory.recovery.kind,
  }));
  const heads = bundle.journal.map(({ head }) => head);
  const problems = [
    usage.items !== bundle.items.length && `counted ${usage.items} items of ${bundle.items.length}`,
    quarantined.length > 0 && `quarantined ${JSON.stringify(quarantined)}`,
    kind !== 'none' && `recovery ${kind}`,
    heads.some((head, index) => index > 0 && head !== (heads[index - 1] ?? 0) + 1) && `a journal with gaps: ${heads}`,
  ].filter((problem) => problem !== false);
  if (problems.length > 0) throw new Error(problems.join('; '));
}
