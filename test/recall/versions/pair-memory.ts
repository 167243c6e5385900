// A memory that holds one pair of facts among other notes.
import type { Hit } from '../../../src/api/recall.ts';
import { testEngine } from '../../support/engine.ts';
import { fakeClock } from '../../support/fakes/fakes.ts';
import { recalled } from '../../support/recall.ts';
import type { Pair } from './update-pairs.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FOREVER = { ttl: { softSteps: Infinity, softMs: Infinity, hardMs: Infinity } };

/** Ages in ms and importances of the older and the newer fact. */
interface Setting {
  readonly ages: readonly [number, number];
  readonly importances: readonly [number, number];
}

export const SETTINGS: Readonly<Record<string, Setting>> = {
  'weeks apart': { ages: [40 * DAY, 2 * DAY], importances: [0.5, 0.5] },
  'hours apart, the older more important': { ages: [9 * HOUR, HOUR / 6], importances: [0.8, 0.5] },
  'months apart, the newer more important': { ages: [200 * DAY, 20 * DAY], importances: [0.5, 0.8] },
};

/** The same where nothing but the time tells them apart. */
export const EQUAL: Readonly<Record<string, Setting>> = {
  'minutes apart': { ages: [HOUR / 6, HOUR / 60], importances: [0.5, 0.5] },
  'days apart': { ages: [5 * DAY, 2 * DAY], importances: [0.5, 0.5] },
  'months apart': { ages: [200 * DAY, 20 * DAY], importances: [0.5, 0.5] },
};

/** Ways to tell that the newer fact replaces the older one. */
export const REPLACEMENTS = {
  'by replaces': [{}, { replaces: 'older' }],
  'by key': [{ key: '住处 home' }, { key: '住处 home' }],
} as const;
type Told = readonly [older: object, newer: object];

/** Asks the question of the pair; its facts have the ids `older` and `newer`. */
export async function hitsAmong(
  others: readonly string[],
  [older, newer, question]: Pair,
  { ages, importances }: Setting,
  told: Told = [{}, {}],
): Promise<{ readonly hits: readonly Hit[]; readonly withFormers: readonly Hit[] }> {
  const clock = fakeClock();
  const notes = others.map((text, index) => ({
    id: `other-${index}`,
    text,
    at: clock.now - ((index * 53) % 211) * DAY - ((index * 7) % 24) * HOUR,
    importance: 0.3 + ((index * 29) % 60) / 100,
  }));
  const facts = [
    { id: 'older', text: older, at: clock.now - ages[0], importance: importances[0], ...told[0] },
    { id: 'newer', text: newer, at: clock.now - ages[1], importance: importances[1], ...told[1] },
  ];
  const items = [...notes, ...facts].sort((one, other) => one.at - other.at);
  const ids = items.map(({ id }) => id).values();
  const { engine } = await testEngine(FOREVER, { clock, ids: () => ids.next().value ?? '' });
  const place = items.findIndex(({ id }) => id === 'newer');
  // An item cannot replace one of the same call.
  for (const batch of [items.slice(0, place), items.slice(place)])
    await engine.memorize(batch.map(({ id: _, ...item }) => item));
  const { hits } = await recalled(engine, question);
  const { hits: withFormers } = await recalled(engine, question, { former: true, scope: ['items', 'tail'] });
  await engine.close();
  return { hits, withFormers };
}
