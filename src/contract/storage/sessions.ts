// Many sessions in one place: separated, listed, deleted.
import { expectEqual, expectRejection, expectTrue } from '../expectations.ts';
import type { RowChange, SessionAddress, SessionPage } from '../../storage/port.ts';
import type { Checks } from '../suite.ts';
import { batch, ELSEWHERE, HERE, row, type StoragePlace } from './place.ts';

/** Names in order: by code units, as JavaScript compares. */
const NAMES = ['a', 'a!', 'a"', 'b', '任', '🙂', '\ue000'];

export const sessions: Checks<StoragePlace> = {
  async 'keeps sessions apart'({ storage }) {
    await storage.commit(HERE, { head: 0 }, batch(1, [row('a', 'here')]));
    await storage.commit(ELSEWHERE, { head: 0 }, batch(1, [row('a', 'elsewhere')]));
    expectEqual((await storage.load(ELSEWHERE, ['items'])).rows, [row('a', 'elsewhere')], 'the rows elsewhere');
    await storage.commit(ELSEWHERE, { head: 1 }, batch(2, [row('a', undefined)]));
    expectEqual((await storage.load(ELSEWHERE, ['items'])).rows, [], 'the rows elsewhere after a deletion');
    expectEqual((await storage.load(HERE, ['items'])).rows, [row('a', 'here')], 'the rows');
    expectEqual(await storage.since(HERE, { head: 1 }), undefined, 'the changes since');
  },

  async 'lists sessions by name and deletes one whole'({ storage }) {
    const about: RowChange = { store: 'sessions', key: 'session', value: { cwd: '/here', check: 'c' } };
    await storage.commit(ELSEWHERE, { head: 0 }, batch(1, [row('a', 'elsewhere')]));
    await storage.commit(HERE, { head: 0 }, batch(1, [about, row('a', 'here')]));
    const listed = [
      { ...HERE, manifest: batch(1, [about, row('a', 'here')]).manifest, row: about.value },
      { ...ELSEWHERE, manifest: batch(1, [row('a', 'elsewhere')]).manifest, row: undefined },
    ];
    expectEqual(await storage.sessions(), listed, 'the list');
    await storage.remove(HERE);
    expectEqual(await storage.sessions(), listed.slice(1), 'the list after a removal');
    expectEqual(await storage.load(HERE, ['items', 'sessions']), { manifest: undefined, rows: [] });
    expectEqual(await storage.journal(HERE, 0, 9), [], 'the journal of the removed session');
    expectEqual((await storage.load(ELSEWHERE, ['items'])).rows, [row('a', 'elsewhere')], 'the rows of the other');
  },

  async 'lists sessions page by page in one order, of one workspace and by their last use'({ storage, reopen }) {
    const all = ['/one', '/one!'].flatMap((workspace) => NAMES.map((session) => ({ workspace, session })));
    for (const [place, address] of all.entries()) {
      const { manifest, ...rest } = batch(1, []);
      const time = all.length - 1 - place;
      await storage.commit(address, { head: 0 }, { ...rest, manifest: { ...manifest, time } });
    }
    const other = await reopen();
    const listed = async (page: SessionPage) =>
      (await other.sessions(page)).map(({ workspace, session }) => ({ workspace, session }));
    expectEqual(await listed({}), all, 'the list');
    const paged: SessionAddress[] = [];
    for (let after: SessionAddress | undefined; ; after = paged.at(-1)) {
      const page = await listed({ limit: 3, ...(after && { after }) });
      expectTrue(page.length <= 3, `a page with the limit 3 holds ${page.length} sessions`);
      paged.push(...page);
      if (page.length < 3 || paged.length > all.length) break;
    }
    expectEqual(paged, all, 'the list page by page');
    const behind = { workspace: '/one', session: 'a"' };
    expectEqual(
      await listed({ workspace: '/one', after: behind }),
      all.slice(3, 7),
      'the sessions after a" in its workspace',
    );
    const before = { workspace: '/one', session: 'b' };
    expectEqual(
      await listed({ workspace: '/one!', after: before }),
      all.slice(7),
      'the sessions of the next workspace',
    );
    expectEqual(await listed({ olderThan: 3 }), all.slice(-3), 'the sessions before 3');
    expectEqual(await listed({ olderThan: 10, limit: 2 }), all.slice(4, 6), 'the first two before 10');
    expectEqual(await listed({ workspace: '/none' }), [], 'the list of a workspace without sessions');
  },

  async 'brings no part of a session back that was deleted meanwhile'({ storage, reopen }) {
    await storage.commit(HERE, { head: 0 }, batch(1, [row('a', 'alpha')]));
    const other = await reopen();
    await other.remove(HERE);
    const late = storage.commit(HERE, { head: 1 }, batch(2, [row('b', 'beta')]));
    await expectRejection(late, { code: 'not-found' }, 'a commit to a deleted session');
    expectEqual(await other.load(HERE, ['items']), { manifest: undefined, rows: [] });
  },
};
