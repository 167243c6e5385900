// Sessions as former versions of the library left them: every fixture opens, for good, and answers as it did then.
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { WorkingMemoryError } from '../../src/errors.ts';
import { compactStorage } from '../../src/engine/session/stored/compact-storage.ts';
import { MIGRATION, type MigrationStep } from '../../src/engine/session/stored/migration.ts';
import { ROW_STORES, type Storage, STORAGE_VERSION, type StoredManifest } from '../../src/storage/port.ts';
import { testEngine } from '../support/engine.ts';
import { countingIds } from '../support/fakes/fakes.ts';
import { asOf, answersOf, playSession, YEAR_OLD } from '../support/frozen/year-old-session.ts';
import { answersAt, expectUnchanged, fixture, freeze } from '../support/frozen/fixtures.ts';
import { ADAPTERS, FROZEN, type FrozenAdapter } from '../support/frozen/stored-bytes.ts';

const answers = answersAt(1);
const [{ head: lastHead }] = answers['sessions'] as [{ readonly head: number }];
const names = Object.keys(ADAPTERS);
const frozen = (name: string): Promise<FrozenAdapter> =>
  (ADAPTERS[name] as (stored: unknown) => Promise<FrozenAdapter>)(fixture(1, name));
const versionOf = async (storage: Storage): Promise<number | undefined> =>
  (await storage.load(YEAR_OLD, [])).manifest?.version;
const countOf = (storage: Storage): { readonly storage: Storage; commits: number } => {
  const counted = {
    commits: 0,
    storage: {
      ...storage,
      commit: (...args: Parameters<Storage['commit']>) => {
        counted.commits++;
        return storage.commit(...args);
      },
    },
  };
  return counted;
};

describe('a year-old session of format 1', () => {
  for (const name of names) {
    it(`in ${name} opens, answers as it did, and is of the present format from then on`, async () => {
      const { storage, dump } = await frozen(name);
      expect(asOf(await answersOf(storage), answers)).toEqual(asOf(answers, answers));
      expect(await versionOf(storage)).toBe(STORAGE_VERSION);
      const [migrated] = await compactStorage(storage).journal(YEAR_OLD, lastHead, 9);
      expect(migrated?.events).toEqual([{ type: 'session-migrated', from: 1, to: 2 }]);
      const { rows } = await storage.load(YEAR_OLD, ['items', 'tail']);
      for (const { value } of rows) expect(value).not.toHaveProperty('text');
      // Opened once more, there is nothing left to do.
      const again = await (ADAPTERS[name] as (stored: unknown) => Promise<FrozenAdapter>)(await dump());
      const counted = countOf(again.storage);
      expect(asOf(await answersOf(counted.storage), answers)).toEqual(asOf(answers, answers));
      expect(counted.commits).toBe(0);
    });
  }

  it('has its transcript counted in bytes with the next commit', async () => {
    const { storage } = await frozen('indexeddb');
    const { engine } = await testEngine(YEAR_OLD, { storage, ids: countingIds('later') });
    const bytesOf = async () => (await engine.listSessions({ everywhere: true })).map(({ bytes }) => bytes);
    expect(await bytesOf()).toEqual([0]);
    await engine.recall('trains', { scope: 'transcript' });
    await engine.memorize([{ text: 'One more.' }]);
    const counted = await bytesOf();
    expect(counted[0]).toBeGreaterThan(100);
    await engine.appendMessages([{ role: 'user', text: 'x'.repeat(1000) }]);
    expect((await bytesOf())[0]).toBeGreaterThan((counted[0] as number) + 1000);
  });

  it('is named by another session once it was opened', async () => {
    const { storage } = await frozen('memory');
    const { engine } = await testEngine({ ...YEAR_OLD, session: 'present' }, { storage });
    await expect(engine.renameSession(YEAR_OLD.session, 'Old')).rejects.toMatchObject({ code: 'storage-unavailable' });
    const { engine: old } = await testEngine(YEAR_OLD, { storage });
    await old.close();
    expect(await engine.renameSession(YEAR_OLD.session, 'Old')).toMatchObject({ title: 'Old', messages: 4 });
  });

  it('is read without being changed where the memory is opened for reading', async () => {
    const { storage, dump } = await frozen('files');
    const before = await dump();
    const { engine } = await testEngine({ ...YEAR_OLD, readOnly: true }, { storage });
    expect((await engine.listItems()).map(({ id }) => id)).toEqual(
      (answers['items'] as { id: string }[]).map(({ id }) => id),
    );
    expect(await dump()).toEqual(before);
  });

  it('opens on a full storage as well, and is brought up to date when there is room', async () => {
    const { storage } = await frozen('memory');
    let isFull = true;
    const full: Storage = {
      ...storage,
      commit: async (...args) => {
        if (isFull) throw new WorkingMemoryError('storage-quota', 'full', {});
        return storage.commit(...args);
      },
    };
    const { engine } = await testEngine(YEAR_OLD, { storage: full, ids: countingIds('mine') });
    expect(await engine.listItems()).toHaveLength(5);
    isFull = false;
    await engine.memorize([{ text: 'room again' }]);
    expect(await versionOf(storage)).toBe(STORAGE_VERSION);
  });

  it('is refused to a library of format 1, whichever way it looks', async () => {
    for (const name of ['indexeddb', 'durable-object']) {
      const { storage, dump } = await frozen(name);
      await answersOf(storage);
      // Format 1 reads the manifest under a key of its own, and refuses a version above 1.
      const stored = JSON.stringify(await dump());
      expect(stored, name).toMatch(
        name === 'indexeddb' ? /"manifest":\[\[\[[^\]]*\],\{"version":2\}\]\]/ : /manifest[^}]*\{"version":2\}/,
      );
    }
  });
});

describe('a year-old session of format 2, the present one', () => {
  for (const [name, make] of Object.entries(FROZEN)) {
    it(`in ${name} opens, answers as it did, and is not written to by that`, async () => {
      await freeze(STORAGE_VERSION, name, await make());
      await expectUnchanged(2, name, make);
    });
  }

  it('holds every kind of row', async () => {
    const { storage } = await (FROZEN['memory'] as (stored: unknown) => Promise<FrozenAdapter>)(fixture(2, 'memory'));
    const { rows } = await storage.load(YEAR_OLD, ROW_STORES);
    expect(new Set(rows.map(({ store }) => store))).toEqual(new Set(ROW_STORES));
    const ledger = rows.flatMap(({ store, key }) => (store === 'ledger' ? [key.split('/')[0]] : []));
    expect(new Set(ledger)).toEqual(new Set(['now', 'pin', 'receipt']));
  });
});

describe('a step from a made-up format 0', () => {
  const UPPER: MigrationStep = {
    from: 0,
    rows: ({ items }) =>
      [...items].map(([key, { id: _, ...fields }]) => ({
        store: 'items',
        key,
        fields: { ...fields, text: fields.text.toUpperCase() },
      })),
  };
  const steps = [UPPER, ...MIGRATION];

  /** Returns a storage as if a library of that format had made the latest commit. */
  async function ofFormat0(name: string): Promise<FrozenAdapter> {
    const made = await frozen(name);
    const { manifest } = await made.storage.load(YEAR_OLD, []);
    const { check: _, ...former } = manifest as StoredManifest & { readonly check?: string };
    const head = former.head + 1;
    await made.storage.commit(YEAR_OLD, former, {
      manifest: { ...former, head, version: 0, commit: 'format 0' },
      entry: { head, after: former.commit ?? '', touched: [] },
      rows: [],
      dropJournalUpTo: 0,
    });
    return made;
  }

  for (const name of names) {
    it(`in ${name} goes step by step, and goes on after a crash at every write`, async () => {
      const made = await ofFormat0(name);
      expect(await versionOf(made.storage)).toBe(0);
      const stored = await made.dump();
      for (let survivors = 0; survivors <= steps.length; survivors++) {
        const { storage } = await (ADAPTERS[name] as (stored: unknown) => Promise<FrozenAdapter>)(stored);
        let commits = 0;
        const crashing: Storage = {
          ...storage,
          commit: async (...args) => {
            if (commits++ >= survivors) throw new Error('the process ended');
            return storage.commit(...args);
          },
        };
        await testEngine(YEAR_OLD, { storage: crashing, migration: steps }).catch(() => undefined);
        expect(await versionOf(storage)).toBe(Math.min(survivors, STORAGE_VERSION));
        const { engine } = await testEngine(YEAR_OLD, { storage, migration: steps });
        expect((await engine.status()).quarantined).toEqual([]);
        expect((await engine.listItems()).map(({ text }) => text)).toEqual(
          (answers['items'] as { text: string }[]).map(({ text }) => text.toUpperCase()),
        );
        expect(await versionOf(storage)).toBe(STORAGE_VERSION);
      }
    });
  }
});

describe('an owner of the present format', () => {
  for (const name of names) {
    it(`in ${name} is refused when a newer library has brought the session further`, async () => {
      const { storage } = await (ADAPTERS[name] as () => Promise<FrozenAdapter>)();
      await playSession(storage);
      const { engine } = await testEngine(YEAR_OLD, { storage, ids: countingIds('mine') });
      const { manifest } = await storage.load(YEAR_OLD, []);
      const head = (manifest?.head ?? 0) + 1;
      await storage.commit(YEAR_OLD, manifest ?? { head: 0 }, {
        manifest: {
          ...(manifest as NonNullable<typeof manifest>),
          head,
          version: STORAGE_VERSION + 1,
          commit: 'newer',
        },
        entry: { head, after: manifest?.commit ?? '', rows: [] },
        rows: [],
        dropJournalUpTo: 0,
      });
      await expect(engine.memorize([{ text: 'mine' }])).rejects.toMatchObject({ code: 'storage-version' });
      await expect(testEngine(YEAR_OLD, { storage, ids: countingIds('mine') })).rejects.toMatchObject({
        code: 'storage-version',
      });
      expect((await storage.load(YEAR_OLD, ['items'])).rows).toHaveLength(5);
    });
  }
});
