// Closing and reopening much later: what each profile promises of memorized texts, over the API and the tools.
import { describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../src/api/memory.ts';
import { memoryStorage, type OpenOptions } from '../src/entries/index.ts';
import { countingIds, fakeClock } from './support/fakes/fakes.ts';
import { openFixed } from './support/fixed-memory.ts';

const HOUR = 3_600_000;
const PAUSES = { '3 hours': 3 * HOUR, 'a day': 24 * HOUR, '30 days': 30 * 24 * HOUR };
const FACT = 'The user is allergic to nuts';
const PROMPT = 'what is the user allergic to?';

type Profile = NonNullable<OpenOptions['profile']>;
/** Nowhere: in no hit. */
type Place = 'store' | 'tail' | 'nowhere';

const IN_EVERY_PROFILE = {
  pinned: 'store',
  evicted: 'tail',
  parking: 'tail',
  former: 'nowhere',
  hidden: 'nowhere',
  erased: 'nowhere',
} as const;
/** Place of each text after each of the pauses. */
const PROMISED: Record<Profile, Record<keyof typeof WORDS, Place>> = {
  default: { fact: 'store', current: 'store', ...IN_EVERY_PROFILE },
  queue: { fact: 'store', current: 'store', ...IN_EVERY_PROFILE },
  priority: { fact: 'tail', current: 'tail', ...IN_EVERY_PROFILE },
};
const FINDS_THE_TAIL: Record<Profile, boolean> = { default: true, queue: false, priority: false };

const WORDS = {
  fact: [FACT, PROMPT],
  pinned: ['The key of the harbour office is 4711', 'harbour office key'],
  evicted: ['The first thing said was about a marmalade cat', 'marmalade cat'],
  parking: ['The car stands on parking deck seven', 'parking deck'],
  former: ['The user lives in Oslo', 'Where does the user live?'],
  current: ['The user lives in Bergen', 'Where does the user live?'],
  hidden: ['The surprise is a yellow kite', 'yellow kite'],
  erased: ['The password was swordfish', 'swordfish'],
} as const;

async function lived(profile: Profile) {
  const clock = fakeClock();
  const options = { profile, limits: { maxItems: 5 }, storage: memoryStorage(), clock, ids: countingIds() };
  const memory = await openFixed(options);
  const { items } = memory;
  await items.memorize(WORDS.evicted[0], { importance: 0.1 });
  await items.memorize(FACT, { importance: 0.9 });
  await items.memorize(WORDS.pinned[0], { pinned: true });
  await items.memorize([
    { text: WORDS.parking[0], expiresAt: clock.now + HOUR },
    { text: WORDS.hidden[0], importance: 0.9 },
    { text: WORDS.erased[0], importance: 0.9 },
  ]);
  await items.forget({ ids: ['item-6'] }, { mode: 'hard' });
  await items.forget({ ids: ['item-5'] });
  await items.memorize(WORDS.former[0], { key: 'home', importance: 0.9 });
  await items.memorize(WORDS.current[0], { key: 'home', importance: 0.9 });
  await memory.files.write('detail/diet.md', 'Also keeps away from sesame.');
  await memory.transcript.append([{ role: 'user', text: 'Please book the window seat' }]);
  await memory.close();
  return { clock, reopen: () => openFixed(options) };
}

async function placeOf(memory: WorkingMemory, [text, prompt]: readonly [string, string]): Promise<Place> {
  const { hits } = await memory.items.remember(prompt, { scope: ['items', 'tail'] });
  const hit = hits.find(({ item }) => item.text === text);
  const listed = (await memory.items.list()).some((item) => item.text === text && !item.forgotten);
  expect(listed).toBe(hit !== undefined && !hit.archived);
  if (!hit) return 'nowhere';
  expect(hit.left !== undefined).toBe(hit.archived);
  return hit.archived ? 'tail' : 'store';
}

async function expectPromised(memory: WorkingMemory, profile: Profile): Promise<void> {
  const tools = await memory.tools();
  const call = (name: string, query: string) => tools.find((tool) => tool.name === name)?.execute({ query });
  for (const [name, words] of Object.entries(WORDS)) {
    const [text, prompt] = words;
    const place = PROMISED[profile][name as keyof typeof WORDS];
    expect(await placeOf(memory, words), name).toBe(place);
    const isFound = place === 'store' || (place === 'tail' && FINDS_THE_TAIL[profile]);
    const { hits } = await memory.items.remember(prompt);
    expect(
      hits.some(({ item }) => item.text === text),
      name,
    ).toBe(isFound);
    const answer = await call('recall', prompt);
    if (isFound) expect(answer).toContain(place === 'tail' ? `(has left memory) ${text}` : text);
    else expect(answer).not.toContain(text);
    const found = await call('search', prompt);
    if (place === 'nowhere') expect(found).not.toContain(text);
    else expect(found).toContain(text);
  }
  expect(await call('search', 'sesame')).toContain('detail/diet.md');
  expect(await call('search', 'window seat')).toContain('transcript/0');
  expect((await memory.files.read('detail/diet.md')).text).toContain('sesame');
  expect(await memory.items.whyNot('item-7', WORDS.former[1], { scope: 'all' })).toMatchObject({
    because: 'replaced',
    by: 'item-8',
  });
  const { hits } = await memory.items.remember(WORDS.former[1], { former: true, scope: ['items', 'tail'] });
  expect(hits.slice(0, 2).map(({ id }) => id)).toEqual(['item-8', 'item-7']);
  expect(await memory.items.whyNot('item-5', 'yellow kite')).toMatchObject({ because: 'forgotten' });
  expect(await memory.items.whyNot('item-6', 'swordfish')).toMatchObject({ because: 'erased' });
}

describe.each(['default', 'queue', 'priority'] as const)('what was memorized in the profile %s', (profile) => {
  it.each(Object.entries(PAUSES))('is where it was promised %s later', async (_, pause) => {
    const { clock, reopen } = await lived(profile);
    clock.now += pause;
    const memory = await reopen();
    await expectPromised(memory, profile);
    // A command moves rows and changes no answer.
    await memory.items.step();
    await expectPromised(memory, profile);
    await memory.items.restore('item-5');
    expect(await placeOf(memory, WORDS.hidden)).toBe('store');
    await memory.close();
  });
});
