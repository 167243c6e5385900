// Session as an app leaves it: every kind of row and event, with a fixed clock and fixed ids. It is played once for
// each version of the stored format; every later version must give the same answers.
import { openWorkingMemory } from '../../../src/entries/index.ts';
import { openaiChat, type OpenAiChatMessage } from '../../../src/entries/lenses.ts';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import type { Storage } from '../../../src/storage/port.ts';
import { LARGE_PART } from '../../../src/options/policy.ts';
import { countingIds, type FakeClock, fakeClock, wordTokens } from '../fakes/fakes.ts';

export const YEAR_OLD = { workspace: '/home/ana', session: 'old friend' };

const DAY = 86_400_000;
const STARTED = 1_700_000_000_000;

const EMBEDDER = {
  model: 'letters',
  embed: async (texts: readonly string[]) => texts.map((text) => Float32Array.of(text.length, 1, 0.5)),
};

const open = (
  storage: Storage,
  clock: FakeClock,
  prefix: string,
  embedder: typeof EMBEDDER | 'none' = 'none',
): Promise<WorkingMemory> =>
  openWorkingMemory({
    ...YEAR_OLD,
    storage,
    clock,
    ids: countingIds(prefix),
    tokenizer: wordTokens,
    limits: { maxItems: 5 },
    embedder,
    worker: false,
  });

/** Plays the session into an empty storage. */
export async function playSession(storage: Storage): Promise<void> {
  const clock = fakeClock(STARTED);
  const memory = await open(storage, clock, 'item');
  const { items, files, transcript, context } = memory;
  const list: OpenAiChatMessage[] = [];
  await items.memorize([
    { text: 'Ana is allergic to nuts', importance: 0.9, pinned: true, speaker: 'Ana', tags: ['health'] },
    { text: 'Ana lives in Lisbon', key: 'home-city', userId: 'ana' },
    { text: '餐厅在河边', source: 'tool', group: 'dinner', expiresAt: STARTED + 1000 * DAY },
  ]);
  for (const [index, fact] of ['Trains are better than planes', 'The PIN is 4711', 'Dinner is on Friday'].entries()) {
    clock.now += 1000;
    await items.memorize(fact, { importance: index / 4 });
    await items.step();
  }
  await items.memorize('Ana lives in Porto', { key: 'home-city', userId: 'ana' });
  await items.revise('item-4', 'Night trains are better than planes');
  await items.memorize(['Bring flowers', 'Bring wine'].map((text) => ({ text, agentId: 'host' })));
  await items.update('item-9', { importance: 0.2, tags: ['party'] });
  await items.touch('item-9');
  await items.forget({ ids: ['item-6'] });
  await items.forget({ ids: ['item-5'] }, { mode: 'hard' });
  await items.setLimits({ maxItems: 5, maxTokens: 100 });
  clock.now += DAY / 2;
  await files.write('detail/plan.md', '# Plan\n\nBook the night train.\n');
  await files.write('detail/plan.md', '# Plan\n\nBook the night train to Porto.\n');
  await files.write('archive/old.md', 'An old draft.\n');
  await files.delete('archive/old.md');
  await transcript.append({ role: 'user', text: 'Where does Ana live?' });
  list.push({ role: 'user', content: 'Hello' });
  await context.prepare(openaiChat, list);
  list.push({ role: 'assistant', content: 'Hello, Ana.' }, { role: 'user', content: 'Plan my trip' });
  await context.prepare(openaiChat, list);
  for (const city of ['Porto', 'Lisbon', 'Faro', 'Madrid', 'Paris', 'Rome']) {
    list.push(
      { role: 'assistant', content: 'Where to?' },
      { role: 'user', content: `To ${city}, perhaps. `.repeat(30) },
    );
    await context.prepare(openaiChat, list);
  }
  const image_url = { url: `data:image/png;base64,${'A'.repeat(LARGE_PART)}` };
  const picture = { type: 'image_url' as const, image_url };
  const call = { id: 'call-1', type: 'function' as const, function: { name: 'trains', arguments: '{"to":"Porto"}' } };
  list.push(
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'call-1', content: 'The night train leaves at 21:30. '.repeat(20) },
    { role: 'assistant', content: 'It leaves at 21:30.' },
    { role: 'user', content: [picture] },
  );
  await context.prepare(openaiChat, list);
  await files.write(
    'overview.md',
    `${(await files.read('overview.md')).text}\n## Trip\n\nBy night train, on Friday.\n`,
  );
  await context.compact.apply({ target: 'conversation', keepRecent: 0, strategy: 'summarize' });
  list.push({ role: 'assistant', content: 'A station.' }, { role: 'user', content: 'Thank you' });
  await context.prepare(openaiChat, list);
  await context.withhold({ path: 'detail/plan.md' });
  await memory.sessions.rename(YEAR_OLD.session, 'A trip to Porto');
  clock.now += 2 * DAY;
  await items.memorize('Ana has a dog');
  await memory.close();
  // Opened separately, because a model commits between the commands.
  const embedding = await open(storage, clock, 'none', EMBEDDER);
  await embedding.embedding.settled();
  await embedding.close();
}

/** Returns all that the memory answers about the session a year later. */
export async function answersOf(storage: Storage) {
  const memory = await open(storage, fakeClock(STARTED + 365 * DAY), 'later');
  const { items, files, transcript } = memory;
  const audit = [];
  for await (const record of items.audit()) audit.push(record);
  const answers = {
    recovery: memory.recovery,
    quarantined: memory.runtime.quarantined,
    sessions: await memory.sessions.list({ everywhere: true }),
    items: await items.list(),
    capacity: await items.capacity(),
    audit,
    recalled: (await items.remember('trains to Porto', { scope: 'all' })).hits.map(({ snippet, left }) => [
      snippet,
      left,
    ]),
    absent: await items.whyNot('item-2', 'Lisbon'),
    erased: await items.whyNot('item-5', 'PIN'),
    files: await files.list(),
    overview: await files.read('overview.md'),
    history: await files.history('detail/plan.md'),
    transcript: await transcript.read(),
    restored: await memory.context.restore(openaiChat),
  };
  await memory.close();
  return JSON.parse(JSON.stringify(answers)) as Record<string, unknown>;
}

/** Drops answers newer than those of `then`: a migration commits as well, and sizes in bytes are a later field. */
export function asOf(answers: Record<string, unknown>, then: Record<string, unknown>): Record<string, unknown> {
  const { audit, sessions, ...rest } = answers;
  const known = (then['audit'] as readonly unknown[]).length;
  const listed = (sessions as readonly { readonly head: number; readonly bytes?: number }[]).map(
    ({ head: _, bytes: _bytes, ...session }) => session,
  );
  return { ...rest, sessions: listed, audit: (audit as readonly unknown[]).slice(0, known) };
}
