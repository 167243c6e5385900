// The number of a commit is not an identity: a session can be deleted and made again, restored from a copy, or written
// by a newer library.
import { STORAGE_VERSION, type RowChange } from '../../storage/port.ts';
import { expectEqual, expectFields, expectRejection } from '../expectations.ts';
import type { Checks } from '../suite.ts';
import { batch, ELSEWHERE, HERE, identified, keysOf, row, type StoragePlace } from './place.ts';

/** Runs a check on a session with two commits. */
const begun =
  (check: (place: StoragePlace) => Promise<void>) =>
  async (place: StoragePlace): Promise<void> => {
    await place.storage.commit(HERE, { head: 0 }, identified('a1', 1, [row('a', 'first')]));
    await place.storage.commit(HERE, { head: 1, commit: 'a1' }, identified('a2', 2, [row('b', 'second')], 'a1'));
    await check(place);
  };

export const identities: Checks<StoragePlace> = {
  'refuses the owner of a session that was deleted and made again as long': begun(async ({ storage, reopen }) => {
    const other = await reopen();
    await other.remove(HERE);
    await other.commit(HERE, { head: 0 }, identified('b1', 1, [row('c', 'other')]));
    await other.commit(HERE, { head: 1, commit: 'b1' }, identified('b2', 2, [], 'b1'));
    const basis = { head: 2, commit: 'a2' };
    const stale = await storage.commit(HERE, basis, identified('a3', 3, [row('d', 'stale')], 'a2'));
    const moved = { manifest: identified('b2', 2, []).manifest, rows: [], entries: undefined };
    expectEqual(stale, { status: 'moved', moved }, 'the outcome');
    expectEqual(await storage.since(HERE, basis), moved, 'the changes since');
    expectEqual((await storage.load(HERE, ['items'])).rows, [row('c', 'other')], 'the rows');
    expectEqual(
      (await storage.journal(HERE, 0, 9)).map(({ head }) => head),
      [1, 2],
      'the heads of the journal',
    );
  }),

  'gives an owner no entries of a history that parted from its own': begun(async ({ storage }) => {
    await storage.commit(HERE, { head: 2, commit: 'a2' }, identified('a3', 3, [row('c', 'other')], 'a2'));
    await storage.commit(HERE, { head: 3, commit: 'a3' }, identified('a4', 4, [], 'a3'));
    for (const basis of [
      { head: 2, commit: 'lost' },
      { head: 9, commit: 'a9' },
    ]) {
      const parted = await storage.since(HERE, basis);
      expectFields(parted, { rows: [], entries: undefined }, `the changes since ${basis.commit}`);
    }
    const moved = await storage.since(HERE, { head: 2, commit: 'a2' });
    expectEqual(moved?.entries?.length, 2, 'the number of entries since a2');
    expectEqual(await storage.since(HERE, { head: 4, commit: 'a4' }), undefined, 'the changes since a4');
    const [, , third] = await storage.journal(HERE, 0, 9);
    expectEqual(third?.after, 'a2', 'the commit before the third');
  }),

  'refuses an owner once a newer library has written': begun(async ({ storage }) => {
    const newer = identified('a3', 3, [row('c', 'newer')], 'a2');
    const version = STORAGE_VERSION + 1;
    const manifest = { ...newer.manifest, version };
    await storage.commit(HERE, { head: 2, commit: 'a2' }, { ...newer, manifest });
    const refusal = { code: 'storage-version', details: { stored: version, supported: STORAGE_VERSION } };
    for (const basis of [
      { head: 2, commit: 'a2' },
      { head: 3, commit: 'a3' },
    ]) {
      const older = identified('a4', basis.head + 1, [row('d', 'older')], basis.commit);
      await expectRejection(storage.commit(HERE, basis, older), refusal, `a commit after ${basis.commit}`);
      await expectRejection(storage.since(HERE, basis), refusal, `since ${basis.commit}`);
      expectEqual(await storage.remove(HERE, basis), false, `a removal of ${basis.commit}`);
    }
    const loaded = await storage.load(HERE, ['items']);
    expectEqual(loaded.manifest, manifest, 'the manifest');
    expectEqual(keysOf(loaded.rows), ['a', 'b', 'c'], 'the keys');
  }),

  'deletes the session of a basis, and none that was written or begun anew since': begun(
    async ({ storage, reopen }) => {
      const other = await reopen();
      for (const basis of [{ head: 1, commit: 'a1' }, { head: 2, commit: 'b2' }, { head: 2 }])
        expectEqual(await other.remove(HERE, basis), false, `a removal of ${JSON.stringify(basis)}`);
      expectEqual((await storage.load(HERE, ['items'])).rows.length, 2, 'the number of rows');
      const last = { head: 2, commit: 'a2' };
      expectEqual(await other.remove(HERE, last), true, 'the last removal');
      expectEqual(await storage.load(HERE, ['items']), { manifest: undefined, rows: [] });
      expectEqual(await storage.sessions(), [], 'the list');
      expectEqual(await other.remove(HERE), true, 'a removal of nothing');
    },
  ),

  'tells the owner of a deleted session that it is gone': begun(async ({ storage, reopen }) => {
    await (await reopen()).remove(HERE);
    const since = storage.since(HERE, { head: 2, commit: 'a2' });
    await expectRejection(since, { code: 'not-found' }, 'since, of a deleted session');
    expectEqual(await storage.since(HERE, { head: 0 }), undefined, 'the changes since 0');
  }),

  async 'goes on with a session from before commits had ids'({ storage }) {
    await storage.commit(ELSEWHERE, { head: 0 }, batch(1, [row('a', 'old')]));
    const added: RowChange = row('b', 'new');
    const first = await storage.commit(ELSEWHERE, { head: 1 }, identified('a2', 2, [added]));
    expectEqual(first, { status: 'done' }, 'the first commit with an id');
    const moved = await storage.since(ELSEWHERE, { head: 1 });
    expectEqual(moved?.entries?.length, 1, 'the number of entries since 1');
    const second = await storage.commit(ELSEWHERE, { head: 2 }, identified('a3', 3, []));
    expectFields(second, { status: 'moved' }, 'a commit that does not name it');
  },
};
