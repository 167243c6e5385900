// Checks that rows, changes and the journal come back as committed and in order.
import { expectEqual, expectFields } from '../expectations.ts';
import type { Checks } from '../suite.ts';
import { batch, ELSEWHERE, HERE, keysOf, row, type StoragePlace } from './place.ts';

const pages =
  (store: 'items' | 'vectors') =>
  async ({ storage }: StoragePlace): Promise<void> => {
    const rows = ['c', 'a', 'b', 'd'].map((key) => ({ ...row(key, key), store }));
    await storage.commit(HERE, { head: 0 }, batch(1, rows));
    const keys = async (after: string, limit: number) =>
      (await storage.rows(HERE, store, after, limit)).map(({ key }) => key);
    expectEqual(await keys('', 3), ['a', 'b', 'c'], 'the first three');
    expectEqual(await keys('b', 9), ['c', 'd'], 'the rows after b');
    expectEqual(await keys('', 1000), ['a', 'b', 'c', 'd'], 'all');
    expectEqual(await storage.rows(HERE, store, 'c', 9), [rows[3]], 'the rows after c');
    expectEqual(await storage.rows(HERE, store, 'c', 1000), [rows[3]], 'the rows after c, with a large limit');
    expectEqual(await storage.rows(ELSEWHERE, store, '', 9), [], 'the rows of another session');
    expectEqual(await storage.row(HERE, store, 'b'), row('b', 'b').value, 'the row b');
    expectEqual(await storage.row(HERE, store, 'e'), undefined, 'a row that is not there');
  };

export const reading: Checks<StoragePlace> = {
  async 'loads nothing from a session that was never written'({ storage }) {
    expectEqual(await storage.load(HERE, ['items']), { manifest: undefined, rows: [] });
    expectEqual(await storage.since(HERE, { head: 0 }), undefined, 'the changes since 0');
    expectEqual(await storage.journal(HERE, 0, 10), [], 'the journal');
  },

  async 'loads only the stores that were asked for'({ storage }) {
    const file = { store: 'files', key: 'overview.md', value: { text: '', check: 'c' } } as const;
    await storage.commit(HERE, { head: 0 }, batch(1, [row('a', 'alpha'), file]));
    expectEqual(keysOf((await storage.load(HERE, ['files'])).rows), ['overview.md'], 'the keys');
  },

  async 'gives the present value of a row that was touched twice since'({ storage }) {
    await storage.commit(HERE, { head: 0 }, batch(1, []));
    await storage.commit(HERE, { head: 1 }, batch(2, [row('a', 'first')]));
    await storage.commit(HERE, { head: 2 }, batch(3, [row('a', 'second')]));
    const moved = await storage.since(HERE, { head: 1 });
    expectEqual(moved?.rows, [row('a', 'second')], 'the rows since 1');
    const heads = moved?.entries?.map(({ head }) => head);
    expectEqual(heads, [2, 3], 'the heads of the entries since 1');
    expectEqual(await storage.since(HERE, { head: 3 }), undefined, 'the changes since 3');
  },

  async 'tells of the rows that the entry names, whatever else was written with them'({ storage }) {
    await storage.commit(HERE, { head: 0 }, batch(1, []));
    const whole = batch(2, [row('a', 'alpha'), row('b', 'beta')]);
    const touched = [{ store: 'items', key: 'b' }] as const;
    await storage.commit(HERE, { head: 1 }, { ...whole, entry: { ...whole.entry, touched } });
    expectEqual((await storage.since(HERE, { head: 1 }))?.rows, [row('b', 'beta')], 'the rows since 1');
    expectEqual((await storage.load(HERE, ['items'])).rows.length, 2, 'the number of rows');
  },

  async 'says so when the journal no longer reaches back'({ storage }) {
    await storage.commit(HERE, { head: 0 }, batch(1, [row('a', 'alpha')]));
    await storage.commit(HERE, { head: 1 }, batch(2, [row('b', 'beta')]));
    await storage.commit(HERE, { head: 2 }, batch(3, [row('c', 'gamma')], 2));
    const moved = await storage.since(HERE, { head: 1 });
    expectFields(moved, { entries: undefined, manifest: batch(3, []).manifest }, 'the changes since 1');
    expectEqual(
      (await storage.journal(HERE, 0, 10)).map(({ head }) => head),
      [3],
      'the heads of the journal',
    );
  },

  async 'reads the journal in order and in pages'({ storage }) {
    for (let head = 1; head <= 12; head++) await storage.commit(HERE, { head: head - 1 }, batch(head, []));
    const heads = async (from: number, limit: number) =>
      (await storage.journal(HERE, from, limit)).map(({ head }) => head);
    expectEqual(await heads(0, 5), [1, 2, 3, 4, 5], 'the first five');
    expectEqual(await heads(9, 50), [10, 11, 12], 'the entries after 9');
  },

  'reads items in order of key and in pages': pages('items'),
  'reads vectors in order of key and in pages': pages('vectors'),
};
