// Checks that a commit is all or nothing, and compares heads inside the write.
import { expectEqual, expectFields, expectRejection } from '../expectations.ts';
import type { Checks } from '../suite.ts';
import { batch, byKey, HERE, keysOf, row, type StoragePlace } from './place.ts';

export const commits: Checks<StoragePlace> = {
  async 'gives back what was committed, also to another adapter'({ storage, reopen }) {
    const first = batch(1, [row('a', 'alpha'), row('b', 'beta')]);
    expectEqual(await storage.commit(HERE, { head: 0 }, first), { status: 'done' });
    const loaded = await (await reopen()).load(HERE, ['items']);
    expectEqual(loaded.manifest, first.manifest, 'the manifest');
    expectEqual(byKey(loaded.rows), first.rows, 'the rows');
  },

  async 'keeps fields of the manifest that it does not know'({ storage, reopen }) {
    const first = batch(1, []);
    const manifest = { ...first.manifest, jumpedFrom: 5, ofTheFuture: { deep: [1, 'two'] } };
    await storage.commit(HERE, { head: 0 }, { ...first, manifest });
    const other = await reopen();
    expectEqual((await other.load(HERE, [])).manifest, manifest, 'the manifest');
    expectEqual((await other.since(HERE, { head: 0 }))?.manifest, manifest, 'the manifest since 0');
    const listed = (await other.sessions()).map((each) => each.manifest);
    expectEqual(listed, [manifest], 'the manifests of the list');
    await other.commit(HERE, { head: 1 }, batch(2, []));
    expectEqual((await other.load(HERE, [])).manifest, batch(2, []).manifest, 'the next manifest');
  },

  async 'deletes the rows that a batch leaves without a value'({ storage }) {
    await storage.commit(HERE, { head: 0 }, batch(1, [row('a', 'alpha'), row('b', 'beta')]));
    await storage.commit(HERE, { head: 1 }, batch(2, [row('a', undefined)]));
    expectEqual(keysOf((await storage.load(HERE, ['items'])).rows), ['b'], 'the keys');
  },

  async 'writes nothing when the head has moved, and says what changed'({ storage, reopen }) {
    await storage.commit(HERE, { head: 0 }, batch(1, [row('a', 'alpha'), row('b', 'beta')]));
    const other = await reopen();
    const second = batch(2, [row('a', undefined), row('c', 'gamma')]);
    await other.commit(HERE, { head: 1 }, second);
    const outcome = await storage.commit(HERE, { head: 1 }, batch(2, [row('d', 'delta')]));
    const moved = outcome.status === 'moved' ? { ...outcome.moved, rows: byKey(outcome.moved.rows) } : undefined;
    expectEqual(
      moved,
      { manifest: second.manifest, rows: second.rows, entries: [second.entry] },
      'the rows and entries that moved',
    );
    expectEqual(keysOf((await storage.load(HERE, ['items'])).rows), ['b', 'c'], 'the keys');
  },

  async 'refuses a first commit when another owner made the session meanwhile'({ storage, reopen }) {
    await storage.commit(HERE, { head: 0 }, batch(1, [row('a', 'alpha')]));
    const outcome = await (await reopen()).commit(HERE, { head: 0 }, batch(1, [row('b', 'beta')]));
    expectFields(outcome, { status: 'moved' }, 'the outcome');
  },

  async 'lets exactly one of many racing commits through'({ storage, reopen }) {
    await storage.commit(HERE, { head: 0 }, batch(1, []));
    const other = await reopen();
    const racing = Array.from({ length: 10 }, (_, index) =>
      (index % 2 ? storage : other).commit(HERE, { head: 1 }, batch(2, [row(`racer-${index}`, 'text')])),
    );
    const done = (await Promise.all(racing)).filter(({ status }) => status === 'done');
    expectEqual(done.length, 1, 'the number of commits that are done');
    expectEqual((await storage.load(HERE, ['items'])).rows.length, 1, 'the number of rows');
  },

  async 'keeps copies: what a caller changes later is not stored'({ storage }) {
    const value = { text: 'alpha', check: 'c' };
    await storage.commit(HERE, { head: 0 }, batch(1, [{ store: 'items', key: 'a', value }]));
    value.text = 'changed';
    const loaded = await storage.load(HERE, ['items']);
    Object.assign(loaded.rows[0]?.value ?? {}, { text: 'changed too' });
    expectEqual((await storage.load(HERE, ['items'])).rows, [row('a', 'alpha')], 'the rows');
  },

  async 'stores nothing of a batch that cannot be stored whole'({ storage }) {
    await storage.commit(HERE, { head: 0 }, batch(1, [row('a', 'alpha')]));
    const unstorable = { text: () => 'no', check: 'c' };
    const broken = batch(2, [row('b', 'beta'), { store: 'items', key: 'c', value: unstorable }]);
    await expectRejection(storage.commit(HERE, { head: 1 }, broken), {}, 'a commit with a function in it');
    expectEqual((await storage.load(HERE, ['items'])).rows, [row('a', 'alpha')], 'the rows');
    expectEqual(await storage.since(HERE, { head: 1 }), undefined, 'the changes since');
    const next = await storage.commit(HERE, { head: 1 }, batch(2, [row('b', 'beta')]));
    expectEqual(next, { status: 'done' }, 'the next commit');
  },
};
