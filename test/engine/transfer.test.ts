// Export and import of a session: into an empty storage, beside existing data, and as a new session.
import { describe, expect, it } from 'vitest';
import { type Commit, memoryStorage, openWorkingMemory, type WorkingMemory } from '../../src/entries/index.ts';
import { ROW_STORES, type Storage } from '../../src/storage/port.ts';
import { bundleFromJson } from '../../src/bundle/json-form.ts';
import { noPeers } from '../../src/ports/broadcast-peers.ts';
import type { Peers } from '../../src/ports/peers.ts';
import { bundleOf, finished, FULL, itemOf, jsonOf, LIMITS, zipOfBundle } from '../support/storage/bundles.ts';
import { countingIds, fakeClock, wordTokens } from '../support/fakes/fakes.ts';
import { faultyStorage } from '../support/fakes/faulty-storage.ts';

const HOUR = 3_600_000;
const WORKSPACE = '/Users/genius/project/ai';

interface Opened {
  readonly memory: WorkingMemory;
  readonly storage: Storage;
  readonly clock: ReturnType<typeof fakeClock>;
}

async function open(
  options: Partial<Parameters<typeof openWorkingMemory>[0]> & { storage?: Storage } = {},
): Promise<Opened> {
  const clock = (options.clock as ReturnType<typeof fakeClock> | undefined) ?? fakeClock();
  const storage = options.storage ?? memoryStorage();
  const ports = { clock, ids: countingIds(options.session ?? 'item'), tokenizer: wordTokens, peers: noPeers };
  const memory = await openWorkingMemory({
    session: 'test',
    workspace: WORKSPACE,
    worker: false,
    ...ports,
    ...options,
    storage,
  });
  return { memory, storage, clock };
}

/** A session in which something of everything happened. */
async function lived(options: Parameters<typeof open>[0] = {}): Promise<Opened> {
  const opened = await open({ limits: { maxItems: 4 }, ...options });
  const { memory, clock } = opened;
  const say = async (...texts: string[]): Promise<void> => {
    for (const text of texts) await memory.items.memorize(text, { tags: ['said'] });
  };
  await say('the parrot is green', 'the harbour freezes in January');
  await memory.items.step();
  clock.now += 1000;
  await say('tea is served at five', 'the key lies under the mat', 'the train leaves at nine');
  await memory.items.memorize('this is to vanish');
  const [doomed] = (await memory.items.list()).filter(({ text }) => text === 'this is to vanish');
  await memory.items.forget({ ids: [doomed?.id ?? ''] }, { mode: 'hard' });
  await memory.items.pin((await memory.items.list())[0]?.id ?? '');
  await memory.files.write('overview.md', '# Overview\n\nWe are going to the harbour.\n', { force: true });
  await memory.files.write('overview.md', '# Overview\n\nWe are going to the harbour by train.\n', { force: true });
  await memory.files.write('detail/plan.md', '# Plan\n\nPack the parrot.\n');
  await memory.files.write('detail/old.md', 'to be deleted');
  await memory.files.delete('detail/old.md');
  await memory.state.onEvent({ type: 'decision_made', context: { decision: 'go by train' } });
  await memory.transcript.append([
    { role: 'user', text: 'where is the parrot?', original: { id: 7 } },
    { role: 'assistant', text: 'in the harbour' },
  ]);
  return opened;
}

const isForeign = { source: 'import', trust: 0 };

/** Returns what a reader of the session sees, except who wrote it. */
async function seen(memory: WorkingMemory): Promise<unknown> {
  const items = await memory.items.list();
  const tail = await memory.items.remember('', { scope: ['items', 'tail'], limit: 100 });
  const files = await memory.files.list();
  return {
    items: items.map(({ id, text, position, importance, pinned, forgotten, createdAt, step, tags, victimClass }) => {
      return { id, text, position, importance, pinned, forgotten, createdAt, step, tags, victimClass };
    }),
    tail: tail.hits
      .filter(({ archived }) => archived)
      .map(({ item, left }) => [item.id, item.text, left?.time, left?.step, left?.reason]),
    files: await Promise.all(
      files.map(async ({ path, revision, updatedAt }) => [
        path,
        revision,
        updatedAt,
        (await memory.files.read(path)).text,
      ]),
    ),
    plan: (await memory.files.history('detail/old.md')).map(({ revision, text }) => [revision, text]),
    overview: (await memory.files.history('overview.md')).map(({ revision, text }) => [revision, text]).slice(1),
    messages: (await memory.transcript.read()).map(({ source: _, trust: __, ...message }) => message),
    state: (await memory.state.read()).decisions,
  };
}

const allRows = async (storage: Storage, session = 'test') =>
  JSON.stringify(await storage.load({ workspace: WORKSPACE, session }, ROW_STORES));

describe('a session that is exported', () => {
  it.each(['zip', 'json'] as const)('comes back as it was in an empty one, by %s', async (format) => {
    const { memory, clock } = await lived();
    const data = await memory.export({ format });
    const other = await open({ session: 'other', limits: { maxItems: 4 }, clock });
    const result = await other.memory.import(data);
    expect(result).toMatchObject({
      session: 'other',
      dryRun: false,
      items: 3,
      tail: 2,
      overflow: 0,
      files: 2,
      messages: 2,
      tombstones: 1,
    });
    expect([result.conflicts, result.skipped]).toEqual([[], []]);
    expect(await seen(other.memory)).toEqual(await seen(memory));
    expect((await other.memory.items.remember('parrot', { scope: ['items', 'tail'] })).hits.length).toBeGreaterThan(0);
    expect((await other.memory.files.search('pack')).hits.map(({ path }) => path)).toEqual(['detail/plan.md']);
    const { hits } = await other.memory.files.search('parrot', { scope: 'transcript' });
    expect(hits).toEqual((await memory.files.search('parrot', { scope: 'transcript' })).hits);
    expect(hits.map(({ message }) => message)).toEqual([0]);
  });

  it.each(['zip', 'json'] as const)('keeps who wrote it where the app vouches for it, by %s', async (format) => {
    const { memory, clock } = await lived();
    await memory.items.memorize({ text: 'a page says so', source: 'tool' });
    const other = await open({ session: 'other', clock });
    await other.memory.import(await memory.export({ format }), { provenance: 'bundle' });
    const authors = async (of: WorkingMemory): Promise<unknown> => ({
      items: (await of.items.list()).map(({ text, source, trust }) => [text, source, trust]),
      messages: (await of.transcript.read()).map(({ text, source, trust }) => [text, source, trust]),
      files: await Promise.all(
        (await of.files.list()).map(async ({ path }) => {
          const { source, trust } = await of.files.read(path);
          return [path, source, trust];
        }),
      ),
    });
    expect(await authors(other.memory)).toEqual(await authors(memory));
    expect((await other.memory.items.list()).map(({ source, trust }) => `${source} ${trust}`)).toEqual(
      expect.arrayContaining(['user 2', 'tool 0']),
    );
  });

  it('gives no text more trust than its source has, whatever a vouched bundle says', async () => {
    const { memory, clock } = await lived();
    await memory.items.memorize({ text: 'a page says so', source: 'tool' });
    const forged = (await memory.export({ format: 'json' })).replaceAll(/"trust":\s*0/g, '"trust":2');
    const other = await open({ session: 'other', clock });
    await other.memory.import(forged, { provenance: 'bundle' });
    const page = (await other.memory.items.list()).find(({ source }) => source === 'tool');
    expect(page?.trust).toBe(0);
    await expect(other.memory.import(forged, { provenance: 'user' as 'bundle' })).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });

  it('counts as written by others', async () => {
    const { memory, clock } = await lived();
    const other = await open({ session: 'other', clock });
    await other.memory.import(await memory.export());
    for (const item of await other.memory.items.list()) expect(item).toMatchObject(isForeign);
    for (const message of await other.memory.transcript.read()) expect(message).toMatchObject(isForeign);
    expect(await other.memory.files.read('overview.md')).toMatchObject(isForeign);
    expect((await other.memory.files.history('overview.md')).at(-1)).toMatchObject(isForeign);
  });

  it('is the same bytes as long as nothing happens, and exporting is nothing that happens', async () => {
    const { memory, storage } = await lived();
    const before = await allRows(storage);
    const [one, other] = [await memory.export(), await memory.export()];
    expect(one).toEqual(other);
    expect(await memory.export({ format: 'json' })).toBe(await memory.export({ format: 'json' }));
    expect(await allRows(storage)).toBe(before);
    await memory.items.step();
    expect(await memory.export()).not.toEqual(one);
  });

  it('is sound to the letter: reading it skips nothing', async () => {
    const { memory } = await lived();
    const text = await memory.export({ format: 'json' });
    const { bundle, skipped } = finished(bundleFromJson(text, LIMITS));
    expect(skipped).toEqual([]);
    expect(jsonOf(bundle)).toBe(text);
    expect(bundle.journal.length).toBe(bundle.manifest.head);
    expect(text).not.toContain('this is to vanish');
  });

  it('leaves damaged rows behind', async () => {
    const { memory, storage } = await lived();
    const address = { workspace: WORKSPACE, session: 'test' };
    const { manifest, rows } = await storage.load(address, ['items']);
    const [row] = rows;
    if (!manifest || !row?.value) throw new Error('no row');
    const entry = {
      head: manifest.head + 1,
      time: 0,
      step: 0,
      usage: { before: manifest, after: manifest },
      events: [],
      touched: [],
    };
    const damaged = { ...row, value: { ...row.value, text: 'damaged' } };
    await storage.commit(address, manifest, {
      manifest: { ...manifest, head: manifest.head + 1 },
      entry,
      rows: [damaged],
      dropJournalUpTo: 0,
    });
    const text = await memory.export({ format: 'json' });
    expect(text).not.toContain('damaged');
    expect(finished(bundleFromJson(text, LIMITS)).bundle.items).toHaveLength(2);
  });

  it('can be exported in two ways only, and not when it is closed', async () => {
    const { memory } = await open();
    await expect(memory.export({ format: 'tar' as 'zip' })).rejects.toMatchObject({ code: 'invalid-input' });
    await memory.close();
    await expect(memory.export()).rejects.toMatchObject({ code: 'closed' });
    await expect(memory.import('{}')).rejects.toMatchObject({ code: 'closed' });
  });
});

describe('a dry run', () => {
  it.each(['keep', 'replace'] as const)('says what %s would do and changes nothing', async (conflict) => {
    const { memory, clock } = await lived();
    const data = await memory.export();
    const here = await lived({ session: 'here', clock });
    const before = await allRows(here.storage, 'here');
    const commits: Commit[] = [];
    here.memory.subscribe((commit) => commits.push(commit));
    const foreseen = await here.memory.import(data, { dryRun: true, conflict });
    expect(await allRows(here.storage, 'here')).toBe(before);
    expect(commits).toEqual([]);
    expect(foreseen.dryRun).toBe(true);
    expect(await here.memory.import(data, { conflict })).toEqual({ ...foreseen, dryRun: false });
    expect(commits).toHaveLength(1);
  });

  it('of a fork makes no session', async () => {
    const { memory } = await lived();
    const foreseen = await memory.import(await memory.export(), { dryRun: true, conflict: 'fork', as: 'copy' });
    expect(foreseen).toMatchObject({ session: 'copy', dryRun: true, items: 3, messages: 2 });
    expect((await memory.sessions.list()).map(({ session }) => session)).toEqual(['test']);
  });
});

describe('an import of what both have', () => {
  const mine = { text: 'mine about apples', importance: 0.9, sequence: 0 };
  const bundle = bundleOf({
    items: [
      itemOf('test-1', { text: 'theirs about zebras', importance: 0.2 }),
      itemOf('x', { sequence: 1, text: 'new one' }),
    ],
    files: [
      { path: 'overview.md', text: 'their overview', revision: 7, updatedAt: 1, step: 0, source: 'user', trust: 2 },
      { path: 'detail/a.md', text: 'their detail', revision: 1, updatedAt: 1, step: 0, source: 'user', trust: 2 },
    ],
    messages: [{ index: 0, time: 1, step: 0, role: 'user', text: 'their message', source: 'user', trust: 2 }],
  });
  const prepared = async (): Promise<Opened> => {
    const opened = await open({ ids: countingIds('test') });
    await opened.memory.items.memorize([{ text: mine.text, importance: mine.importance }, { text: 'second' }]);
    await opened.memory.files.write('overview.md', 'my overview', { force: true });
    await opened.memory.transcript.append({ role: 'user', text: 'my message' });
    return opened;
  };

  it('with keep leaves what is here and takes what is new', async () => {
    const { memory } = await prepared();
    const result = await memory.import(zipOfBundle(bundle), { conflict: 'keep' });
    expect(result.conflicts).toEqual([
      { item: 'test-1', kept: 'here' },
      { path: 'overview.md', kept: 'here' },
    ]);
    expect(result).toMatchObject({ items: 1, files: 1, messages: 0 });
    expect((await memory.items.list()).map(({ id, text }) => [id, text])).toEqual([
      ['test-1', mine.text],
      ['test-2', 'second'],
      ['x', 'new one'],
    ]);
    const { text } = await memory.files.read('overview.md');
    expect(text).toContain('my overview');
    expect(text).toContain('- detail/a.md: their detail');
    expect((await memory.transcript.read()).map((message) => message.text)).toEqual(['my message']);
    expect(result.skipped).toEqual([{ where: 'messages', reason: expect.stringContaining('already has') }]);
  });

  it('with replace puts what is imported at the place that was here, and the old text into the history', async () => {
    const { memory } = await prepared();
    await memory.items.remember('apples');
    const result = await memory.import(jsonOf(bundle), { conflict: 'replace' });
    expect(result.conflicts).toEqual([
      { item: 'test-1', kept: 'imported' },
      { path: 'overview.md', kept: 'imported' },
    ]);
    expect(
      (await memory.items.list()).map(({ id, text, position, importance, source }) => [
        id,
        text,
        position,
        importance,
        source,
      ]),
    ).toEqual([
      ['test-1', 'theirs about zebras', 0, 0.2, 'import'],
      ['test-2', 'second', 1, 0.5, 'user'],
      ['x', 'new one', 2, 0.5, 'import'],
    ]);
    expect(await memory.files.read('overview.md')).toMatchObject({ revision: 3, source: 'import' });
    expect((await memory.files.history('overview.md')).map(({ text }) => text)).toContain('my overview');
    expect((await memory.items.remember('zebras')).hits.map(({ id }) => id)).toEqual(['test-1']);
    expect((await memory.items.remember('apples')).hits).toEqual([]);
    expect((await memory.items.capacity()).usage).toEqual({ items: 3, tokens: 6 });
    expect((await memory.files.search('message')).hits.map(({ message }) => message)).toEqual([0]);
  });

  it('with replace makes an item that was touched since as old as the imported one, before a reload and after it', async () => {
    const { memory, clock, storage } = await open();
    const { items } = memory;
    await items.memorize('the parrot is green');
    await items.step();
    const data = await memory.export();
    clock.now += HOUR;
    await items.touch(['item-1']);
    await items.list();
    await memory.import(data, { conflict: 'replace' });
    clock.now += 1;
    const reloaded = await open({ storage, clock });
    const [here, there] = [await items.list(), await reloaded.memory.items.list()];
    expect(here).toMatchObject([{ id: 'item-1', step: 0, victimClass: 1 }]);
    expect(here).toEqual(there);
  });

  it('with replace lets another owner of the session find the new text too', async () => {
    const { memory, storage, clock } = await prepared();
    const heard: ((head: number) => void)[] = [];
    const peers: Peers = {
      announce: () => undefined,
      listen: (listener) => void heard.push(listener),
      close: () => undefined,
    };
    const other = await open({ storage, clock, peers });
    await other.memory.items.remember('apples');
    await memory.import(jsonOf(bundle), { conflict: 'replace' });
    for (const tell of heard) tell(1_000_000);
    await other.memory.items.step();
    expect((await other.memory.items.remember('zebras')).hits.map(({ id }) => id)).toEqual(['test-1']);
    expect((await other.memory.files.search('message')).hits.map(({ message }) => message)).toEqual([0]);
  });

  it('with fork makes a new session of the bundle and leaves the open one as it was', async () => {
    const { memory, storage } = await prepared();
    const before = await allRows(storage);
    const result = await memory.import(zipOfBundle(bundle), { conflict: 'fork', as: 'theirs' });
    expect(result).toMatchObject({ session: 'theirs', items: 2, files: 2, messages: 1, conflicts: [], skipped: [] });
    expect(await allRows(storage)).toBe(before);
    const theirs = await memory.sessions.open('theirs');
    expect((await theirs.items.list()).map(({ text, position }) => [text, position])).toEqual([
      ['theirs about zebras', 0],
      ['new one', 1],
    ]);
    expect((await theirs.transcript.read()).map(({ text }) => text)).toEqual(['their message']);
    expect(await theirs.files.read('overview.md')).toMatchObject({ revision: 7 });
    expect(JSON.parse(await theirs.export({ format: 'json' }))).toMatchObject({ session: 'theirs', cwd: WORKSPACE });
    await theirs.items.memorize('it lives');
    expect((await memory.sessions.list()).map(({ session, items, createdAt }) => [session, items, createdAt])).toEqual([
      ['test', 2, 1_700_000_000_000],
      ['theirs', 3, 1_600_000_000_000],
    ]);
  });

  it('with fork needs a name that is free, and the other ways need none', async () => {
    const { memory } = await prepared();
    const data = zipOfBundle(bundle);
    const wrong: readonly object[] = [
      { conflict: 'fork' },
      { conflict: 'fork', as: ' ' },
      { conflict: 'fork', as: 'test' },
      { conflict: 'fork', as: 'test', dryRun: true },
      { conflict: 'keep', as: 'other' },
      { as: 'other' },
      { conflict: 'merge' },
      { dryRun: 'yes' },
    ];
    for (const options of wrong)
      await expect(memory.import(data, options)).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

describe('an import', () => {
  it('does not bring back what was forgotten for good, here or there', async () => {
    const { memory, clock } = await lived();
    const early = await memory.export();
    const [first] = await memory.items.list();
    await memory.items.forget({ ids: [first?.id ?? ''] }, { mode: 'hard' });
    const result = await memory.import(early);
    expect(result.items + result.tail).toBe(0);
    expect(result.skipped).toContainEqual({ where: `item ${first?.id}`, reason: 'forgotten' });
    expect(await memory.items.get(first?.id ?? '')).toBeUndefined();

    const late = await open({ session: 'late', clock });
    await late.memory.import(await memory.export());
    expect((await late.memory.import(early)).skipped).toContainEqual({
      where: `item ${first?.id}`,
      reason: 'forgotten',
    });
    expect((await late.memory.items.whyNot(first?.id ?? '', 'parrot', { scope: 'all' })).because).toBe('erased');
    const both = bundleOf({ items: [itemOf('a')], tombstones: [{ id: 'a', time: 1, step: 0 }] });
    expect((await late.memory.import(jsonOf(both))).skipped).toEqual([{ where: 'item a', reason: 'forgotten' }]);
  });

  it('forgets nothing that is in use here', async () => {
    const { memory } = await open({ ids: countingIds('x') });
    await memory.items.memorize('alive');
    const { skipped, tombstones } = await memory.import(
      jsonOf(bundleOf({ tombstones: [{ id: 'x-1', time: 1, step: 0 }] })),
    );
    expect([tombstones, skipped.length]).toEqual([0, 1]);
    expect(await memory.items.get('x-1')).toMatchObject({ text: 'alive' });
  });

  it('takes the room that is free: the rest goes to the long tail, oldest first, the pinned last', async () => {
    const { memory } = await open({ limits: { maxItems: 4, maxTokens: 20 }, longTail: { maxItems: 3 } });
    await memory.items.memorize('mine');
    const items = [
      itemOf('p', { sequence: 0, pinned: true, text: 'p' }),
      itemOf('giant', { sequence: 1, text: 'word '.repeat(21).trim(), tokens: 1 }),
      ...['a', 'b', 'c', 'd'].map((id, place) => itemOf(id, { sequence: 2 + place, text: id })),
    ];
    const left = { head: 1, turn: 0, time: 5, step: 0, reason: 'expired-soft' } as const;
    const tail = [{ ...itemOf('t', { sequence: 9 }), left }];
    const result = await memory.import(jsonOf(bundleOf({ items, tail })));
    expect(result).toMatchObject({ items: 3, tail: 3, overflow: 3 });
    expect(result.skipped).toEqual([{ where: 'item t', reason: 'the long tail is full' }]);
    expect((await memory.items.list()).map(({ text }) => text)).toEqual(['mine', 'p', 'c', 'd']);
    const { hits } = await memory.items.remember('', { scope: ['items', 'tail'] });
    expect(
      hits
        .filter(({ archived }) => archived)
        .map(({ item }) => item.id)
        .sort(),
    ).toEqual(['a', 'b', 'giant']);
    await memory.items.memorize('one more');
    expect((await memory.items.list()).map(({ text }) => text)).toEqual(['p', 'c', 'd', 'one more']);
  });

  it('keeps the order in which the long tail was left, not that of arrival', async () => {
    const { memory } = await open({ longTail: { maxItems: 2 }, limits: { maxItems: 1 } });
    const tail = ['third', 'first', 'second'].map((id, sequence) => {
      const turn = ['first', 'second', 'third'].indexOf(id);
      return {
        ...itemOf(id, { sequence }),
        left: { head: 1, turn, time: 5, step: 0, reason: 'expired-soft' } as const,
      };
    });
    expect((await memory.import(jsonOf(bundleOf({ tail })))).skipped.map(({ where }) => where)).toEqual(['item first']);
    await memory.items.memorize([{ text: 'one' }, { text: 'two' }]);
    const { hits } = await memory.items.remember('', { scope: ['items', 'tail'] });
    expect(
      hits
        .filter(({ archived }) => archived)
        .map(({ item }) => item.text)
        .sort(),
    ).toEqual(['one', 'text of third']);
  });

  it('counts tokens itself, and believes no date of the future', async () => {
    const { memory, clock } = await open();
    await memory.import(
      jsonOf(bundleOf({ items: [itemOf('a', { text: 'four words are here', tokens: 0, createdAt: 8e15 })] })),
    );
    expect(await memory.items.get('a')).toMatchObject({ tokens: 4, createdAt: clock.now });
  });

  it('tells of one commit, with numbers and without words', async () => {
    const { memory, clock } = await lived();
    const data = await memory.export();
    const other = await open({ session: 'other', clock, limits: { maxItems: 4 } });
    const commits: Commit[] = [];
    other.memory.subscribe((commit) => commits.push(commit));
    await other.memory.import(data);
    expect(commits).toHaveLength(1);
    expect(commits[0]?.events.at(-1)).toEqual({
      type: 'session-imported',
      items: 3,
      replaced: 0,
      tail: 2,
      files: 2,
      messages: 2,
      nextSequence: 5,
    });
    expect(commits[0]?.usage.after.items).toBe(3);
    expect(JSON.stringify(commits)).not.toMatch(/parrot|harbour|train/);
    expect(await other.memory.import(data)).toMatchObject({ items: 0, files: 0, messages: 0 });
    expect(commits).toHaveLength(1);
  });

  it('is the same after reopening: order of the queue, order of the tail', async () => {
    const { memory, clock } = await lived();
    const other = await open({ session: 'other', clock, limits: { maxItems: 4 } });
    await other.memory.items.memorize('was here first');
    await other.memory.import(await memory.export());
    const before = await seen(other.memory);
    const again = await open({ session: 'other', clock, limits: { maxItems: 4 }, storage: other.storage });
    expect(await seen(again.memory)).toEqual(before);
  });

  it('of what a person zipped takes the files', async () => {
    const { memory } = await open();
    const { zipSync } = await import('fflate');
    const text = (words: string): Uint8Array => new TextEncoder().encode(words);
    await memory.import(
      zipSync({ 'working-memory/overview.md': text('# By hand\n'), 'working-memory/detail/a.md': text('# A') }),
    );
    expect((await memory.files.read('overview.md')).text).toBe(
      '# By hand\n\n<!-- working-memory:index (kept by the system) -->\n- detail/a.md: A\n<!-- /working-memory:index -->\n',
    );
  });

  it('leaves a state block behind that nobody could read', async () => {
    const { memory, clock } = await lived();
    const text = await memory.export({ format: 'json' });
    const other = await open({ session: 'other', clock });
    const broken = text.replace('```yaml\\n', '```yaml\\n]: [broken\\n');
    expect(broken).not.toBe(text);
    const { skipped } = await other.memory.import(broken);
    expect(skipped).toEqual([{ where: 'overview.md', reason: 'its state block cannot be read' }]);
    expect((await other.memory.files.read('overview.md')).text).toContain('by train');
    await other.memory.state.onEvent({ type: 'decision_made', context: { decision: 'go on' } });
    expect((await other.memory.state.read()).decisions).toHaveLength(1);
  });

  it('skips files that find no place, and says why', async () => {
    const file = (path: string, text: string) =>
      ({ path, text, revision: 1, updatedAt: 1, step: 0, source: 'user', trust: 2 }) as const;
    const { memory } = await open({ files: { maxFiles: 3, maxTotalBytes: 4096 } });
    await memory.files.write('detail/Here.md', 'x');
    const files = [
      file('detail/here.md', 'y'),
      file('detail/b.md', 'z'.repeat(4000)),
      file('detail/c.md', 'c'),
      file('detail/d.md', 'd'),
    ];
    const { skipped, files: added } = await memory.import(jsonOf(bundleOf({ files })));
    expect(added).toBe(1);
    expect(skipped.map(({ where }) => where)).toEqual(['detail/b.md', 'detail/d.md', 'detail/here.md']);
  });

  it('changes nothing when its commit fails', async () => {
    const { memory } = await lived();
    const data = await memory.export();
    const storage = faultyStorage(memoryStorage());
    const other = await open({ session: 'other', storage });
    const before = await other.memory.export();
    storage.failNextCommit(new Error('no'));
    await expect(other.memory.import(data)).rejects.toThrow('no');
    expect(await other.memory.export()).toEqual(before);
    expect((await other.memory.import(data)).items).toBe(3);
  });

  it('reads JSON also from bytes, and refuses everything else', async () => {
    const { memory } = await open();
    expect((await memory.import(new TextEncoder().encode(jsonOf(FULL)))).messages).toBe(4);
    const bad: unknown[] = [
      undefined,
      7,
      {},
      [],
      null,
      '',
      'PK',
      new Uint8Array(),
      Uint8Array.of(0x50, 0x4b),
      Uint8Array.of(0xff),
      new ArrayBuffer(9),
    ];
    for (const data of bad)
      await expect(memory.import(data as string)).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(memory.import(JSON.stringify({ ...FULL, version: 2 }))).rejects.toMatchObject({
      code: 'storage-version',
    });
  });

  it('keeps within import.maxBytes and import.maxEntries', async () => {
    const { memory } = await open({ import: { maxBytes: 2000, maxEntries: 5 } });
    await expect(memory.import(jsonOf(FULL))).rejects.toThrow(/import.maxBytes/);
    await expect(memory.import(zipOfBundle(FULL))).rejects.toThrow(/import.maxEntries/);
    await expect(open({ import: { maxBytes: 0 } })).rejects.toMatchObject({ code: 'invalid-option' });
  });

  it('takes the room of what is past the hard TTL here, whose rows leave with it', async () => {
    const limits = { maxItems: 2 };
    const source = await open({ session: 'source', limits });
    source.clock.now += HOUR + 1;
    await source.memory.items.memorize([{ text: 'new one' }, { text: 'new two' }]);
    const data = await source.memory.export();
    const { memory, clock } = await open({
      session: 'target',
      limits,
      ttl: { hardMs: HOUR },
      longTail: { maxItems: 1 },
    });
    await memory.items.memorize([{ text: 'old one' }, { text: 'old two' }]);
    clock.now += HOUR + 1;
    const ids = { old: 'target-2', new: ['source-1', 'source-2'] };
    const dry = await memory.import(data, { dryRun: true });
    expect((await memory.items.capacity()).expired).toBe(2);
    const result = await memory.import(data);
    expect({ ...result, dryRun: true }).toEqual(dry);
    expect(result).toMatchObject({ items: 2, tail: 0, overflow: 0, skipped: [] });
    expect((await memory.items.list()).map(({ id }) => id)).toEqual(ids.new);
    const { expired, longTail } = await memory.items.capacity();
    expect([expired, longTail.items]).toEqual([0, 1]);
    const types: string[] = [];
    for await (const { event } of memory.items.audit()) types.push(event.type);
    expect(types.slice(-6)).toEqual([
      'item-expired',
      'item-expired',
      'tail-dropped',
      'item-memorized',
      'item-memorized',
      'session-imported',
    ]);
    const { hits } = await memory.items.remember('old', { scope: 'tail' });
    expect(hits.map(({ id }) => id)).toEqual([ids.old]);
  });

  it('lets what is too old leave at the next command, as if it had been here', async () => {
    const { memory, clock } = await lived();
    const data = await memory.export();
    clock.now += 3 * HOUR;
    const other = await open({ session: 'other', clock, limits: { maxItems: 4 }, ttl: { hardMs: 2 * HOUR } });
    expect((await other.memory.import(data)).items).toBe(3);
    expect((await other.memory.items.list()).filter(({ pinned }) => !pinned)).toEqual([]);
    await other.memory.items.step();
    expect((await other.memory.items.capacity()).longTail.items).toBe(4);
  });
});
