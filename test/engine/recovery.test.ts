import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/boundary/engine.ts';
import type { Manifest, Storage } from '../../src/storage/port.ts';
import { historyKey } from '../../src/tree/apply.ts';
import { messageKey } from '../../src/tree/transcript/transcript.ts';
import { countingIds } from '../support/fakes/fakes.ts';
import { testEngine } from '../support/engine.ts';
import { recalled } from '../support/recall.ts';
import { flipped, openedStorage, type OpenedStorage } from '../support/storage/damage.ts';

const OVERVIEW = 'overview.md';

/** A session with something in every store that is counted. */
async function lived(settings = {}): Promise<OpenedStorage> {
  const opened = openedStorage();
  const { engine } = await testEngine({ limits: { maxItems: 3 }, ...settings }, { storage: opened.storage });
  await engine.appendMessages([
    { role: 'user', text: 'first message' },
    { role: 'assistant', text: 'second message' },
  ]);
  for (const text of ['one', 'two', 'three', 'four']) await engine.memorize([{ text }]);
  await engine.writeFile(OVERVIEW, 'maintained for the first time', { force: true });
  await engine.writeFile(OVERVIEW, 'maintained for the second time', { force: true });
  await engine.writeFile('detail/plan.md', 'plan');
  await engine.close();
  return opened;
}

const reopened = async ({ storage }: OpenedStorage, ids = 'again') => {
  const opened = await testEngine({ limits: { maxItems: 3 } }, { storage, ids: countingIds(ids) });
  const { recovery, quarantined } = await opened.engine.status();
  return { ...opened, recovery, quarantined };
};
const texts = async ({ engine }: Pick<Awaited<ReturnType<typeof testEngine>>, 'engine'>) =>
  (await engine.listItems()).map(({ text }) => text);

/** The transcript is compared in the background: opening does not wait for it. */
const noticed = (engine: Engine, recovery: object) =>
  expect.poll(async () => (await engine.status()).recovery).toMatchObject(recovery);
/** Resolves after the whole transcript was read and compared. */
const searched = async (engine: Engine) => {
  await recalled(engine, 'anything', { scope: 'transcript' });
  await engine.sessionRows();
};

describe('a session that is as it was left', () => {
  it('is not repaired while another owner appends one message after the other', async () => {
    const { storage } = openedStorage();
    const message = (text: string) => [{ role: 'user', text }] as const;
    const { engine: one } = await testEngine({}, { storage, ids: countingIds('one') });
    await one.appendMessages(message('first'));
    const { engine: other, commits } = await testEngine({}, { storage, ids: countingIds('other') });
    const appended = Array.from({ length: 10 }, (_, at) => one.appendMessages(message(`of one ${at}`)));
    await Promise.all([...appended, other.appendMessages(message('of the other'))]);
    expect((await other.status()).recovery.kind).toBe('none');
    expect(commits.flatMap(({ events }) => events).filter(({ type }) => type === 'session-recovered')).toEqual([]);
  });

  it('opens without a word and without a commit', async () => {
    const opened = await lived();
    const head = opened.session().manifest?.head;
    const { recovery, quarantined } = await reopened(opened);
    expect(recovery).toEqual({
      kind: 'none',
      kept: { sessions: 1, items: 3, tail: 1, files: 2, messages: 2 },
      lost: {},
    });
    expect(quarantined).toEqual([]);
    expect(opened.session().manifest?.head).toBe(head);
  });
});

describe('damaged items', () => {
  const damageItems = ({ damage }: OpenedStorage, ...ids: string[]) => {
    for (const id of ids) damage('items', id, flipped);
  };

  it('take no room in the limits, and are reported', async () => {
    const opened = await lived();
    damageItems(opened, 'item-2', 'item-3');
    const { engine, recovery, quarantined } = await reopened(opened);
    expect(recovery).toMatchObject({ kind: 'partial', kept: { items: 1 }, lost: { items: 2 } });
    expect(quarantined.map(({ key }) => key)).toEqual(['item-2', 'item-3']);
    for (const text of ['five', 'six']) expect(await engine.memorize([{ text }])).toMatchObject({ evicted: [] });
    expect(await texts({ engine })).toEqual(['four', 'five', 'six']);
  });

  it('do not kill the store when all of them are', async () => {
    const opened = await lived();
    damageItems(opened, 'item-2', 'item-3', 'item-4');
    const { engine, recovery } = await reopened(opened);
    expect(recovery).toMatchObject({ kind: 'partial', lost: { items: 3 } });
    await engine.memorize([{ text: 'five' }]);
    expect(await texts({ engine })).toEqual(['five']);
    const again = await reopened(opened, 'third');
    expect(again.recovery.kind, 'said once').toBe('none');
    expect(again.quarantined, 'still there').toHaveLength(3);
  });

  it('that are missing are reported, and their numbers are not given out again', async () => {
    const opened = await lived();
    opened.lose('items', 'tail');
    const { engine, recovery } = await reopened(opened);
    expect(recovery).toMatchObject({ kind: 'partial', lost: { items: 3, tail: 1 } });
    await engine.memorize([{ text: 'five' }]);
    expect((await engine.listItems())[0]).toMatchObject({ text: 'five', sequence: 4 });
  });
});

describe('a damaged manifest', () => {
  const damages: readonly [string, Partial<Record<keyof Manifest, unknown>> | undefined][] = [
    ['lost', undefined],
    ['with no messages', { messages: 0 }],
    ['with tokens that are no number', { tokens: NaN }],
    ['with absurd numbers', { items: 1e9, tokens: 1e12, nextSequence: -5 }],
    ['of the year 9999', { time: Date.UTC(9999, 0) }],
    ['of another head', { head: 1_000_000 }],
    ['with a head that is no number', { head: NaN }],
    ['with texts for numbers', { messages: '0', step: 'x', time: null }],
  ];
  for (const [what, damage] of damages) {
    it(`${what}, is counted anew`, async () => {
      const opened = await lived();
      const sound = opened.manifest();
      opened.damageManifest(damage);
      const { engine, recovery, clock } = await reopened(opened);
      expect(recovery).toMatchObject({ kind: 'repaired', kept: { items: 3, messages: 2 }, lost: {} });
      expect(await texts({ engine })).toEqual(['two', 'three', 'four']);
      clock.now += 1000;
      await engine.appendMessages([{ role: 'user', text: 'third message' }]);
      expect((await engine.readMessages(0, 9)).map(({ text }) => text)).toEqual([
        'first message',
        'second message',
        'third message',
      ]);
      expect(await engine.memorize([{ text: 'five' }])).toMatchObject({
        evicted: [{ id: 'item-2' }],
        usage: { after: { items: 3, tokens: 3 } },
      });
      const { messages, items, tokens, nextSequence, head } = opened.manifest() as Manifest;
      expect({ messages, items, tokens, nextSequence, head }).toEqual({
        messages: 3,
        items: 3,
        tokens: 3,
        nextSequence: 5,
        // The repair, the message, the item.
        head: (sound?.head ?? 0) + 3,
      });
      expect((await engine.journal(0, 99)).map((entry) => entry.head)).toEqual(
        Array.from({ length: head }, (_, index) => index + 1),
      );
      expect((await reopened(opened, 'third')).recovery.kind).toBe('none');
    });
  }

  it('expires nothing, though its time is of the year 9999', async () => {
    const opened = await lived();
    opened.damageManifest({ time: Date.UTC(9999, 0) });
    const { engine, clock } = await reopened(opened);
    clock.now += 60_000;
    await engine.sweep();
    expect(await texts({ engine })).toHaveLength(3);
    await engine.appendMessages([{ role: 'user', text: 'later' }]);
    expect(opened.manifest()?.time).toBe(clock.now);
  });

  it('that is lost with the journal is still counted from the rows', async () => {
    const opened = await lived();
    opened.damageManifest(undefined);
    opened.session().journal.length = 0;
    const { engine, recovery } = await reopened(opened);
    expect(recovery).toMatchObject({ kind: 'repaired', kept: { items: 3, messages: 2 } });
    await engine.appendMessages([{ role: 'user', text: 'third message' }]);
    expect((await engine.readMessages(0, 9)).map(({ index }) => index)).toEqual([0, 1, 2]);
  });

  it('is written in the journal with the next commit', async () => {
    const opened = await lived();
    opened.damage('items', 'item-2', flipped);
    const { engine } = await reopened(opened);
    const [event] = (await engine.journal(0, 99)).at(-1)?.events ?? [];
    expect(event).toMatchObject({ type: 'session-recovered', kind: 'partial', lost: { items: 1 } });
  });

  it('does not keep two owners from repairing at once', async () => {
    const opened = await lived();
    opened.damageManifest({ head: 7_000 });
    opened.damage('files', OVERVIEW, flipped);
    const [one, other] = await Promise.all([reopened(opened, 'one'), reopened(opened, 'other')]);
    await one.engine.memorize([{ text: 'of one' }]);
    await other.engine.memorize([{ text: 'of the other' }]);
    expect(await texts(other)).toEqual(['four', 'of one', 'of the other']);
    expect((await reopened(opened, 'third')).recovery.kind).toBe('none');
  });

  it('opens all the same while storage refuses the repair', async () => {
    const opened = await lived();
    opened.damageManifest({ messages: 0 });
    const commit = opened.storage.commit;
    opened.storage.commit = () => Promise.reject(new Error('the disk is full'));
    const { engine, recovery } = await reopened(opened);
    expect(recovery.kind).toBe('repaired');
    expect(await texts({ engine })).toHaveLength(3);
    opened.storage.commit = commit;
    await engine.appendMessages([{ role: 'user', text: 'third message' }]);
    expect(opened.session().manifest?.messages).toBe(3);
  });
});

describe('a transcript', () => {
  it('whose end is missing keeps its addresses', async () => {
    const opened = await lived();
    opened.damage('messages', messageKey(1));
    const { engine } = await reopened(opened);
    await noticed(engine, { kind: 'partial', kept: { messages: 1 }, lost: { messages: 1 } });
    await engine.appendMessages([{ role: 'user', text: 'third message' }]);
    expect((await engine.readMessages(0, 9)).map(({ index }) => index)).toEqual([0, 2]);
    const again = await reopened(opened, 'third');
    await searched(again.engine);
    expect((await again.engine.status()).recovery.kind, 'said once').toBe('none');
  });

  it('that is missing is told to the listeners', async () => {
    const opened = await lived();
    opened.lose('messages');
    const { engine, commits } = await reopened(opened);
    await noticed(engine, { kind: 'partial', lost: { messages: 2 } });
    expect(commits.flatMap(({ events }) => events)).toMatchObject([{ type: 'session-recovered', kind: 'partial' }]);
  });

  it('with a damaged message in its middle is reported, and the others stay', async () => {
    const opened = await lived();
    opened.damage('messages', messageKey(0), flipped);
    const { engine } = await reopened(opened);
    await noticed(engine, { kind: 'partial', kept: { messages: 1 }, lost: { messages: 1 } });
    expect((await engine.readMessages(0, 9)).map(({ index }) => index)).toEqual([1]);
  });

  it('is not written over by an owner whose manifest is older than it', async () => {
    const opened = await lived();
    const older = structuredClone(opened.session().manifest);
    const { engine } = await reopened(opened);
    await engine.appendMessages([{ role: 'user', text: 'third message' }]);
    await engine.close();
    opened.session().manifest = older;
    opened.session().journal.pop();

    const again = await reopened(opened, 'third');
    await again.engine.appendMessages([{ role: 'user', text: 'fourth message' }]);
    expect((await again.engine.readMessages(2, 9)).map(({ index, text }) => `${index} ${text}`)).toEqual([
      '2 third message',
      '3 fourth message',
    ]);
    expect((await again.engine.status()).recovery).toMatchObject({ kind: 'repaired', kept: { messages: 3 } });
  });

  it('that others append to while it is read is not taken for another one', async () => {
    const opened = await lived();
    const one = await reopened(opened, 'one');
    const other = await reopened(opened, 'other');
    for (let turn = 0; turn < 20; turn++) {
      const { engine } = turn % 2 ? one : other;
      await engine.appendMessages([{ role: 'user', text: `turn ${turn}` }]);
    }
    await Promise.all([searched(one.engine), searched(other.engine)]);
    for (const { commits } of [one, other])
      expect(commits.flatMap(({ events }) => events).filter(({ type }) => type === 'session-recovered')).toEqual([]);
  });
});

describe('a damaged file', () => {
  it('comes back as its newest sound revision, and its text is kept aside', async () => {
    const opened = await lived();
    opened.damage('files', OVERVIEW, flipped);
    const { engine, recovery, quarantined } = await reopened(opened);
    expect(recovery).toMatchObject({ kind: 'partial', lost: { files: 1 } });
    const overview = await engine.readFile(OVERVIEW);
    expect(overview.text).toContain('maintained for the first time');
    expect(overview.revision).toBe(4);
    expect(quarantined).toEqual([{ store: 'files', key: OVERVIEW }]);

    await engine.writeFile(OVERVIEW, 'maintained for the third time', { force: true });
    const again = await reopened(opened, 'third');
    expect(again.recovery.kind).toBe('none');
    expect(again.quarantined, 'still reported').toEqual([{ store: 'files', key: OVERVIEW }]);
    expect(JSON.stringify([...opened.session().rows])).toContain('#aintained for the second time');
    expect(JSON.stringify([...opened.session().rows])).toContain('"maintained for the first time');
  });

  it('answers a writer that read the lost revision with the restored text', async () => {
    const opened = await lived();
    opened.damage('files', OVERVIEW, flipped);
    const { engine } = await reopened(opened);
    expect(await engine.writeFile(OVERVIEW, 'based on what was lost', { baseRevision: 3 })).toMatchObject({
      status: 'conflict',
      reason: 'stale',
    });
  });

  it('without a sound revision is kept aside before the template is written', async () => {
    const opened = openedStorage();
    await testEngine({}, { storage: opened.storage });
    opened.damage('files', OVERVIEW, (row) => ({ ...row, text: 'what is left of it' }));
    const { engine, quarantined } = await reopened(opened);
    expect((await engine.readFile(OVERVIEW)).text).toMatch(/^# Working Memory\n/);
    expect(quarantined).toEqual([{ store: 'files', key: OVERVIEW }]);
    expect(JSON.stringify([...opened.session().rows])).toContain('what is left of it');
  });

  it('that is missing comes back too, and a deleted one does not', async () => {
    const opened = await lived();
    const { engine } = await reopened(opened);
    await engine.writeFile('detail/plan.md', 'plan 2');
    await engine.writeFile('detail/gone.md', 'gone');
    await engine.deleteFile('detail/gone.md');
    await engine.close();
    opened.damage('files', 'detail/plan.md');
    const again = await reopened(opened, 'third');
    expect(again.recovery).toMatchObject({ kind: 'partial', lost: { files: 1 } });
    expect((await again.engine.readFile('detail/plan.md')).text).toBe('plan');
    await expect(again.engine.readFile('detail/gone.md')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('does not overwrite the revisions before it', async () => {
    const opened = await lived();
    opened.damage('files', OVERVIEW, flipped);
    const before = opened.session().rows.get(`fileHistory ${historyKey(OVERVIEW, 1)}`);
    const { engine } = await reopened(opened);
    for (const text of ['a', 'b', 'c']) await engine.writeFile(OVERVIEW, text, { force: true });
    expect(opened.session().rows.get(`fileHistory ${historyKey(OVERVIEW, 1)}`)).toEqual(before);
  });
});

it('a damaged record of the session is kept aside and made anew', async () => {
  const opened = await lived();
  opened.damage('sessions', 'session', (row) => ({ ...row, cwd: '/elsewhere' }));
  const { engine, recovery, quarantined } = await reopened(opened);
  expect(recovery).toMatchObject({ kind: 'partial', lost: { sessions: 1 } });
  expect(quarantined).toEqual([{ store: 'sessions', key: 'session' }]);
  const [entry] = await engine.listSessions({});
  expect(entry?.createdAt).toBe((await engine.journal(0, 1))[0]?.time);
  expect(JSON.stringify([...opened.session().rows])).toContain('/elsewhere');
});

it('a damaged row that is kept aside does not stand for the record of the session, whichever comes first', async () => {
  const opened = await lived();
  opened.damage('files', OVERVIEW, flipped);
  await (await reopened(opened)).engine.writeFile(OVERVIEW, 'maintained for the third time', { force: true });
  const load: Storage['load'] = async (...asked) => {
    const { manifest, rows } = await opened.storage.load(...asked);
    return { manifest, rows: [...rows].sort((one, other) => (one.key < other.key ? -1 : 1)) };
  };
  const { engine } = await testEngine({ session: 'another' }, { storage: { ...opened.storage, load } });
  expect(await engine.renameSession('test', 'First title')).toMatchObject({ title: 'First title' });
  const listed = await engine.listSessions({});
  expect(listed.find(({ session }) => session === 'test')).toMatchObject({ title: 'First title' });
});

it('quarantined rows are gone, in place and aside, once the app dismisses them', async () => {
  const opened = await lived();
  opened.damage('files', OVERVIEW, flipped);
  opened.damage('items', 'item-2', flipped);
  const { engine, quarantined } = await reopened(opened);
  expect(quarantined).toHaveLength(2);
  expect(await engine.dismissQuarantined()).toBe(2);
  expect((await engine.status()).quarantined).toEqual([]);
  expect(await engine.dismissQuarantined()).toBe(0);
  const again = await reopened(opened, 'third');
  expect([again.quarantined, again.recovery.kind]).toEqual([[], 'none']);
  expect(JSON.stringify([...opened.session().rows])).not.toMatch(/#aintained|#wo/);
  expect((await again.engine.readFile(OVERVIEW)).text).toContain('maintained for the first time');
});

it('a hard forget deletes damaged rows that quote the text, in place and aside', async () => {
  const opened = await lived();
  const { engine } = await reopened(opened);
  await engine.memorize([{ text: 'the door code is 47k11-0815' }]);
  const [item] = (await engine.listItems()).slice(-1);
  await engine.writeFile(OVERVIEW, 'notes: the door code is 47k11-0815, by the way', { force: true });
  await engine.close();
  opened.damage('files', OVERVIEW, (row) => ({ ...row, revision: 99 }));
  opened.damage('items', 'item-4', (row) => ({ ...row, text: 'said: the door code is 47k11-0815' }));
  const again = await reopened(opened, 'third');
  expect(again.quarantined).toHaveLength(2);
  await again.engine.forget({ ids: [item?.id ?? ''] }, 'hard');
  expect((await again.engine.status()).quarantined).toEqual([]);
  expect(JSON.stringify([...opened.session().rows])).not.toContain('47k11');
});

describe('salvage', () => {
  it('gives the sound part for an import, and the damaged rows as they are', async () => {
    const opened = await lived();
    opened.damage('files', OVERVIEW, flipped);
    opened.damage('items', 'item-2', flipped);
    opened.damage('messages', messageKey(0), flipped);
    const { engine } = await reopened(opened);
    const { rows, damaged } = await engine.salvage();
    const texts = new Map(damaged.map(({ store, key, row }) => [`${store} ${key}`, (row as { text: string }).text]));
    expect(texts).toEqual(
      new Map([
        ['items item-2', '#wo'],
        [`messages ${messageKey(0)}`, '#irst message'],
        [`files ${OVERVIEW}`, expect.stringContaining('#aintained for the second time')],
      ]),
    );
    expect(rows.map((row) => JSON.parse(row)).filter(({ store }) => store === 'items')).toHaveLength(2);
  });

  it('gives what is in memory of a session that is gone, where an export refuses', async () => {
    const opened = await lived();
    const { engine } = await reopened(opened);
    const { rows: before } = await engine.sessionRows();
    await opened.storage.remove({ workspace: '/', session: 'test' });
    await expect(engine.sessionRows()).rejects.toMatchObject({ code: 'not-found' });
    const { rows, manifest } = await engine.salvage();
    const byPlace = (texts: readonly string[]) =>
      new Map(texts.map((text) => JSON.parse(text)).map((row) => [`${row.store} ${row.key}`, row]));
    const held = [...byPlace(before)].filter(([, { store }]) => store !== 'messages' && store !== 'fileHistory');
    expect(byPlace(rows)).toEqual(new Map(held));
    expect(manifest?.head).toBeGreaterThan(1);
  });
});
