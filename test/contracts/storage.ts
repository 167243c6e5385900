// What every storage adapter must do, whatever it is made of.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type RowChange,
  type SessionAddress,
  type SessionPage,
  type Storage,
  STORAGE_VERSION,
} from '../../src/storage/port.ts';
import { batch } from '../support/storage/batches.ts';

const HERE: SessionAddress = { workspace: '/here', session: 'one' };
const ELSEWHERE: SessionAddress = { workspace: '/here', session: 'two' };

const row = (key: string, text: string | undefined): RowChange => ({
  store: 'items',
  key,
  value: text === undefined ? undefined : { text, check: 'c' },
});

/** `reopen` gives a second adapter over the same data, or the same one where the data live inside it. */
export function storageContract(
  name: string,
  make: () => Promise<{ storage: Storage; reopen: () => Promise<Storage> }>,
): void {
  describe(`${name} keeps the storage contract`, () => {
    let storage: Storage;
    let reopen: () => Promise<Storage>;
    const opened: Storage[] = [];

    beforeEach(async () => {
      const made = await make();
      storage = made.storage;
      reopen = async () => {
        const again = await made.reopen();
        opened.push(again);
        return again;
      };
      opened.push(storage);
    });
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((each) => each.close()));
    });

    it('loads nothing from a session that was never written', async () => {
      expect(await storage.load(HERE, ['items'])).toEqual({ manifest: undefined, rows: [] });
      expect(await storage.since(HERE, { head: 0 })).toBeUndefined();
      expect(await storage.journal(HERE, 0, 10)).toEqual([]);
    });

    it('gives back what was committed, also to another adapter', async () => {
      const first = batch(1, [row('a', 'alpha'), row('b', 'beta')]);
      expect(await storage.commit(HERE, { head: 0 }, first)).toEqual({ status: 'done' });
      const loaded = await (await reopen()).load(HERE, ['items']);
      expect(loaded.manifest).toEqual(first.manifest);
      expect([...loaded.rows].sort((one, other) => (one.key < other.key ? -1 : 1))).toEqual(first.rows);
    });

    it('keeps fields of the manifest that it does not know', async () => {
      const first = batch(1, []);
      const manifest = { ...first.manifest, jumpedFrom: 5, ofTheFuture: { deep: [1, 'two'] } };
      await storage.commit(HERE, { head: 0 }, { ...first, manifest });
      const other = await reopen();
      expect((await other.load(HERE, [])).manifest).toEqual(manifest);
      expect((await other.since(HERE, { head: 0 }))?.manifest).toEqual(manifest);
      expect((await other.sessions()).map((each) => each.manifest)).toEqual([manifest]);
      await other.commit(HERE, { head: 1 }, batch(2, []));
      expect((await other.load(HERE, [])).manifest).toEqual(batch(2, []).manifest);
    });

    it('loads only the stores that were asked for', async () => {
      await storage.commit(
        HERE,
        { head: 0 },
        batch(1, [row('a', 'alpha'), { store: 'files', key: 'overview.md', value: { text: '', check: 'c' } }]),
      );
      expect((await storage.load(HERE, ['files'])).rows.map(({ key }) => key)).toEqual(['overview.md']);
    });

    it('deletes the rows that a batch leaves without a value', async () => {
      await storage.commit(HERE, { head: 0 }, batch(1, [row('a', 'alpha'), row('b', 'beta')]));
      await storage.commit(HERE, { head: 1 }, batch(2, [row('a', undefined)]));
      expect((await storage.load(HERE, ['items'])).rows.map(({ key }) => key)).toEqual(['b']);
    });

    it('writes nothing when the head has moved, and says what changed', async () => {
      await storage.commit(HERE, { head: 0 }, batch(1, [row('a', 'alpha'), row('b', 'beta')]));
      const other = await reopen();
      await other.commit(HERE, { head: 1 }, batch(2, [row('a', undefined), row('c', 'gamma')]));
      const outcome = await storage.commit(HERE, { head: 1 }, batch(2, [row('d', 'delta')]));
      expect(outcome).toEqual({
        status: 'moved',
        moved: {
          manifest: batch(2, [row('a', undefined), row('c', 'gamma')]).manifest,
          rows: [row('a', undefined), row('c', 'gamma')],
          entries: [batch(2, [row('a', undefined), row('c', 'gamma')]).entry],
        },
      });
      expect((await storage.load(HERE, ['items'])).rows.map(({ key }) => key).sort()).toEqual(['b', 'c']);
    });

    it('refuses a first commit when another owner made the session meanwhile', async () => {
      await storage.commit(HERE, { head: 0 }, batch(1, [row('a', 'alpha')]));
      expect(await (await reopen()).commit(HERE, { head: 0 }, batch(1, [row('b', 'beta')]))).toMatchObject({
        status: 'moved',
      });
    });

    it('F30: lets exactly one of many racing commits through', async () => {
      await storage.commit(HERE, { head: 0 }, batch(1, []));
      const other = await reopen();
      const racing = Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? storage : other).commit(HERE, { head: 1 }, batch(2, [row(`racer-${index}`, 'text')])),
      );
      const outcomes = await Promise.all(racing);
      expect(outcomes.filter(({ status }) => status === 'done')).toHaveLength(1);
      expect((await storage.load(HERE, ['items'])).rows).toHaveLength(1);
    });

    it('gives the present value of a row that was touched twice since', async () => {
      await storage.commit(HERE, { head: 0 }, batch(1, []));
      await storage.commit(HERE, { head: 1 }, batch(2, [row('a', 'first')]));
      await storage.commit(HERE, { head: 2 }, batch(3, [row('a', 'second')]));
      const moved = await storage.since(HERE, { head: 1 });
      expect(moved?.rows).toEqual([row('a', 'second')]);
      expect(moved?.entries?.map(({ head }) => head)).toEqual([2, 3]);
      expect(await storage.since(HERE, { head: 3 })).toBeUndefined();
    });

    it('tells of the rows that the entry names, whatever else was written with them', async () => {
      await storage.commit(HERE, { head: 0 }, batch(1, []));
      const whole = batch(2, [row('a', 'alpha'), row('b', 'beta')]);
      const touched = [{ store: 'items', key: 'b' }] as const;
      await storage.commit(HERE, { head: 1 }, { ...whole, entry: { ...whole.entry, touched } });
      expect((await storage.since(HERE, { head: 1 }))?.rows).toEqual([row('b', 'beta')]);
      expect((await storage.load(HERE, ['items'])).rows).toHaveLength(2);
    });

    it('says so when the journal no longer reaches back', async () => {
      await storage.commit(HERE, { head: 0 }, batch(1, [row('a', 'alpha')]));
      await storage.commit(HERE, { head: 1 }, batch(2, [row('b', 'beta')]));
      await storage.commit(HERE, { head: 2 }, batch(3, [row('c', 'gamma')], 2));
      expect(await storage.since(HERE, { head: 1 })).toMatchObject({ entries: undefined });
      expect((await storage.journal(HERE, 0, 10)).map(({ head }) => head)).toEqual([3]);
    });

    it('reads the journal in order and in pages', async () => {
      for (let head = 1; head <= 12; head++) await storage.commit(HERE, { head: head - 1 }, batch(head, []));
      expect((await storage.journal(HERE, 0, 5)).map(({ head }) => head)).toEqual([1, 2, 3, 4, 5]);
      expect((await storage.journal(HERE, 9, 50)).map(({ head }) => head)).toEqual([10, 11, 12]);
    });

    it('keeps sessions apart', async () => {
      await storage.commit(HERE, { head: 0 }, batch(1, [row('a', 'here')]));
      await storage.commit(ELSEWHERE, { head: 0 }, batch(1, [row('a', 'elsewhere')]));
      await storage.commit(ELSEWHERE, { head: 1 }, batch(2, [row('a', undefined)]));
      expect((await storage.load(HERE, ['items'])).rows).toEqual([row('a', 'here')]);
      expect(await storage.since(HERE, { head: 1 })).toBeUndefined();
    });

    for (const store of ['items', 'vectors'] as const) {
      it(`reads ${store} in order of key and in pages`, async () => {
        const rows = ['c', 'a', 'b', 'd'].map((key) => ({ ...row(key, key), store }));
        await storage.commit(HERE, { head: 0 }, batch(1, rows));
        const keys = async (after: string, limit: number) =>
          (await storage.rows(HERE, store, after, limit)).map(({ key }) => key);
        expect(await keys('', 3)).toEqual(['a', 'b', 'c']);
        expect(await keys('b', 9)).toEqual(['c', 'd']);
        expect(await keys('', 1000)).toEqual(['a', 'b', 'c', 'd']);
        expect(await storage.rows(HERE, store, 'c', 9)).toEqual([rows[3]]);
        expect(await storage.rows(HERE, store, 'c', 1000)).toEqual([rows[3]]);
        expect(await storage.rows(ELSEWHERE, store, '', 9)).toEqual([]);
        expect(await storage.row(HERE, store, 'b')).toEqual(row('b', 'b').value);
        expect(await storage.row(HERE, store, 'e')).toBeUndefined();
      });
    }

    it('lists sessions by name and deletes one whole', async () => {
      const about: RowChange = { store: 'sessions', key: 'session', value: { cwd: '/here', check: 'c' } };
      await storage.commit(ELSEWHERE, { head: 0 }, batch(1, [row('a', 'elsewhere')]));
      await storage.commit(HERE, { head: 0 }, batch(1, [about, row('a', 'here')]));
      expect(await storage.sessions()).toEqual([
        { ...HERE, manifest: batch(1, [about, row('a', 'here')]).manifest, row: about.value },
        { ...ELSEWHERE, manifest: batch(1, [row('a', 'elsewhere')]).manifest, row: undefined },
      ]);
      await storage.remove(HERE);
      expect((await storage.sessions()).map(({ session }) => session)).toEqual(['two']);
      expect(await storage.load(HERE, ['items', 'sessions'])).toEqual({ manifest: undefined, rows: [] });
      expect(await storage.journal(HERE, 0, 9)).toEqual([]);
      expect((await storage.load(ELSEWHERE, ['items'])).rows).toEqual([row('a', 'elsewhere')]);
    });

    it('lists sessions page by page in one order, of one workspace and by their last use', async () => {
      const names = ['a', 'a!', 'a"', 'b', '任', '🙂', '\ue000'];
      const all = ['/one', '/one!'].flatMap((workspace) => names.map((session) => ({ workspace, session })));
      for (const [place, address] of all.entries()) {
        const { manifest, ...rest } = batch(1, []);
        await storage.commit(
          address,
          { head: 0 },
          { ...rest, manifest: { ...manifest, time: all.length - 1 - place } },
        );
      }
      const other = await reopen();
      const listed = async (page: SessionPage) =>
        (await other.sessions(page)).map(({ workspace, session }) => ({ workspace, session }));
      expect(await listed({})).toEqual(all);
      const paged: SessionAddress[] = [];
      for (let after: SessionAddress | undefined; ; after = paged.at(-1)) {
        const page = await listed({ limit: 3, ...(after && { after }) });
        expect(page.length, 'at most the limit').toBeLessThanOrEqual(3);
        paged.push(...page);
        if (page.length < 3) break;
      }
      expect(paged).toEqual(all);
      expect(await listed({ workspace: '/one', after: { workspace: '/one', session: 'a"' } })).toEqual(all.slice(3, 7));
      expect(await listed({ workspace: '/one!', after: { workspace: '/one', session: 'b' } })).toEqual(all.slice(7));
      expect(await listed({ olderThan: 3 })).toEqual(all.slice(-3));
      expect(await listed({ olderThan: 10, limit: 2 })).toEqual(all.slice(4, 6));
      expect(await listed({ workspace: '/none' })).toEqual([]);
    });

    it('brings no part of a session back that was deleted meanwhile', async () => {
      await storage.commit(HERE, { head: 0 }, batch(1, [row('a', 'alpha')]));
      const other = await reopen();
      await other.remove(HERE);
      await expect(storage.commit(HERE, { head: 1 }, batch(2, [row('b', 'beta')]))).rejects.toMatchObject({
        code: 'not-found',
      });
      expect(await other.load(HERE, ['items'])).toEqual({ manifest: undefined, rows: [] });
    });

    describe('takes a number for no identity', () => {
      const commit = (id: string, head: number, rows: RowChange[], after?: string) => {
        const { manifest, entry, ...rest } = batch(head, rows);
        const identity = { generation: id.slice(0, 1), commit: id };
        return { ...rest, manifest: { ...manifest, ...identity }, entry: { ...entry, ...(after && { after }) } };
      };

      beforeEach(async () => {
        await storage.commit(HERE, { head: 0 }, commit('a1', 1, [row('a', 'first')]));
        await storage.commit(HERE, { head: 1, commit: 'a1' }, commit('a2', 2, [row('b', 'second')], 'a1'));
      });

      it('refuses the owner of a session that was deleted and made again as long', async () => {
        const other = await reopen();
        await other.remove(HERE);
        await other.commit(HERE, { head: 0 }, commit('b1', 1, [row('c', 'other')]));
        await other.commit(HERE, { head: 1, commit: 'b1' }, commit('b2', 2, [], 'b1'));
        const stale = await storage.commit(HERE, { head: 2, commit: 'a2' }, commit('a3', 3, [row('d', 'stale')], 'a2'));
        const moved = { manifest: commit('b2', 2, []).manifest, rows: [], entries: undefined };
        expect(stale).toEqual({ status: 'moved', moved });
        expect(await storage.since(HERE, { head: 2, commit: 'a2' })).toEqual(moved);
        expect((await storage.load(HERE, ['items'])).rows).toEqual([row('c', 'other')]);
        expect((await storage.journal(HERE, 0, 9)).map(({ head }) => head)).toEqual([1, 2]);
      });

      it('gives an owner no entries of a history that parted from its own', async () => {
        await storage.commit(HERE, { head: 2, commit: 'a2' }, commit('a3', 3, [row('c', 'other')], 'a2'));
        await storage.commit(HERE, { head: 3, commit: 'a3' }, commit('a4', 4, [], 'a3'));
        expect(await storage.since(HERE, { head: 2, commit: 'lost' })).toMatchObject({ rows: [], entries: undefined });
        expect(await storage.since(HERE, { head: 9, commit: 'a9' })).toMatchObject({ rows: [], entries: undefined });
        expect(await storage.since(HERE, { head: 2, commit: 'a2' })).toMatchObject({ entries: { length: 2 } });
        expect(await storage.since(HERE, { head: 4, commit: 'a4' })).toBeUndefined();
        const [, , third] = await storage.journal(HERE, 0, 9);
        expect(third?.after).toBe('a2');
      });

      it('F37: refuses an owner once a newer library has written', async () => {
        const newer = commit('a3', 3, [row('c', 'newer')], 'a2');
        const version = STORAGE_VERSION + 1;
        await storage.commit(HERE, { head: 2, commit: 'a2' }, { ...newer, manifest: { ...newer.manifest, version } });
        const refusal = { code: 'storage-version', details: { stored: version, supported: STORAGE_VERSION } };
        for (const basis of [
          { head: 2, commit: 'a2' },
          { head: 3, commit: 'a3' },
        ]) {
          const older = commit('a4', basis.head + 1, [row('d', 'older')], basis.commit);
          await expect(storage.commit(HERE, basis, older)).rejects.toMatchObject(refusal);
          await expect(storage.since(HERE, basis)).rejects.toMatchObject(refusal);
          expect(await storage.remove(HERE, basis)).toBe(false);
        }
        const { manifest, rows } = await storage.load(HERE, ['items']);
        expect(manifest).toEqual({ ...newer.manifest, version });
        expect(rows.map(({ key }) => key).sort()).toEqual(['a', 'b', 'c']);
      });

      it('deletes the session of a basis, and none that was written or begun anew since', async () => {
        const other = await reopen();
        for (const basis of [{ head: 1, commit: 'a1' }, { head: 2, commit: 'b2' }, { head: 2 }])
          expect(await other.remove(HERE, basis)).toBe(false);
        expect((await storage.load(HERE, ['items'])).rows).toHaveLength(2);
        const removing = [other, storage].map((each) => each.remove(HERE, { head: 2, commit: 'a2' }));
        const third = commit('a3', 3, [row('c', 'third')], 'a2');
        const written = storage.commit(HERE, { head: 2, commit: 'a2' }, third).then(
          ({ status }) => status,
          ({ code }: { code: string }) => code,
        );
        const [removed] = await Promise.all(removing);
        expect(await written).toBe(removed ? 'not-found' : 'done');
        expect((await other.load(HERE, ['items'])).rows).toHaveLength(removed ? 0 : 3);
        expect(await other.remove(HERE, removed ? { head: 2, commit: 'a2' } : { head: 3, commit: 'a3' })).toBe(true);
        expect(await storage.load(HERE, ['items'])).toEqual({ manifest: undefined, rows: [] });
        expect(await storage.sessions()).toEqual([]);
        expect(await other.remove(HERE)).toBe(true);
      });

      it('tells the owner of a deleted session that it is gone', async () => {
        await (await reopen()).remove(HERE);
        await expect(storage.since(HERE, { head: 2, commit: 'a2' })).rejects.toMatchObject({ code: 'not-found' });
        expect(await storage.since(HERE, { head: 0 })).toBeUndefined();
      });

      it('goes on with a session from before commits had ids', async () => {
        await storage.commit(ELSEWHERE, { head: 0 }, batch(1, [row('a', 'old')]));
        const first = commit('a2', 2, [row('b', 'new')]);
        expect(await storage.commit(ELSEWHERE, { head: 1 }, first)).toEqual({ status: 'done' });
        expect(await storage.since(ELSEWHERE, { head: 1 })).toMatchObject({ entries: { length: 1 } });
        expect(await storage.commit(ELSEWHERE, { head: 2 }, commit('a3', 3, []))).toMatchObject({ status: 'moved' });
      });
    });

    it('keeps copies: what a caller changes later is not stored', async () => {
      const value = { text: 'alpha', check: 'c' };
      await storage.commit(HERE, { head: 0 }, batch(1, [{ store: 'items', key: 'a', value }]));
      value.text = 'changed';
      const loaded = await storage.load(HERE, ['items']);
      Object.assign(loaded.rows[0]?.value ?? {}, { text: 'changed too' });
      expect((await storage.load(HERE, ['items'])).rows).toEqual([row('a', 'alpha')]);
    });

    it('stores nothing of a batch that cannot be stored whole', async () => {
      await storage.commit(HERE, { head: 0 }, batch(1, [row('a', 'alpha')]));
      const broken = batch(2, [
        row('b', 'beta'),
        { store: 'items', key: 'c', value: { text: () => 'no', check: 'c' } },
      ]);
      await expect(storage.commit(HERE, { head: 1 }, broken)).rejects.toThrow();
      expect((await storage.load(HERE, ['items'])).rows).toEqual([row('a', 'alpha')]);
      expect(await storage.since(HERE, { head: 1 })).toBeUndefined();
      expect(await storage.commit(HERE, { head: 1 }, batch(2, [row('b', 'beta')]))).toEqual({ status: 'done' });
    });
  });
}
