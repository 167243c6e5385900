// Removals at the same time, and next to commits: a removed session is gone for all, and a commit lands before or is
// refused.
import type { CommitOutcome, Storage } from '../../storage/port.ts';
import { expectEqual, expectTrue } from '../expectations.ts';
import type { Checks } from '../suite.ts';
import { HERE, identified, keysOf, row, type StoragePlace } from './place.ts';

/** Number of owners at once, and number of rounds: another owner comes first from round to round. */
const AT_ONCE = 6;
const ROUNDS = 12;

/** The session of one round, with ids unique to the round. */
interface Round {
  readonly of: string;
  readonly owners: readonly Storage[];
  readonly basis: { readonly head: number; readonly commit: string };
}

const rounds =
  (check: (round: Round) => Promise<void>) =>
  async ({ storage, reopen }: StoragePlace): Promise<void> => {
    const other = await reopen();
    for (let turn = 0; turn < ROUNDS; turn++) {
      const of = `${turn}-`;
      await storage.commit(HERE, { head: 0 }, identified(`${of}a1`, 1, [row('a', 'first')]));
      const second = identified(`${of}a2`, 2, [row('b', 'second')], `${of}a1`);
      await storage.commit(HERE, { head: 1, commit: `${of}a1` }, second);
      const owners = Array.from({ length: AT_ONCE }, (_, owner) => (owner % 2 ? storage : other));
      await check({ of, owners, basis: { head: 2, commit: `${of}a2` } });
      await storage.remove(HERE);
    }
  };

const endOf = (commit: Promise<CommitOutcome>): Promise<string> =>
  commit.then(
    ({ status }) => status,
    (error: unknown) => String((error as { code?: unknown } | undefined)?.code ?? error),
  );

const stored = async ([storage]: readonly Storage[]): Promise<readonly string[]> =>
  storage ? keysOf((await storage.load(HERE, ['items'])).rows) : [];

export const removals: Checks<StoragePlace> = {
  'lets all succeed that delete one session at once': rounds(async ({ owners, basis }) => {
    const answers = await Promise.all(owners.map((each, owner) => each.remove(HERE, owner % 3 ? basis : undefined)));
    expectEqual(
      answers,
      owners.map(() => true),
      'the answers of the removals',
    );
    expectEqual(await stored(owners), [], 'the rows afterwards');
    expectEqual(await owners[0]?.sessions(), [], 'the list afterwards');
  }),

  'deletes a session for good beside a commit, which is made before or finds it gone': rounds(
    async ({ of, owners, basis }) => {
      const [writer, ...others] = owners;
      const removing = others.map((each) => each.remove(HERE));
      const written =
        writer && endOf(writer.commit(HERE, basis, identified(`${of}a3`, 3, [row('c', 'third')], basis.commit)));
      expectEqual(
        await Promise.all(removing),
        others.map(() => true),
        'the answers of the removals',
      );
      const end = await written;
      expectTrue(end === 'done' || end === 'not-found', `the commit beside them ended with ${end}`);
      expectEqual(await stored(owners), [], 'the rows afterwards');
    },
  ),

  'deletes the session of a basis, or lets the commit beside it be made': rounds(async ({ of, owners, basis }) => {
    const [writer, ...others] = owners;
    const removing = others.map((each) => each.remove(HERE, basis));
    const written =
      writer && endOf(writer.commit(HERE, basis, identified(`${of}a3`, 3, [row('c', 'third')], basis.commit)));
    const isRemoved = (await written) === 'not-found';
    expectEqual(
      await Promise.all(removing),
      others.map(() => isRemoved),
      'the answers of the removals',
    );
    if (!isRemoved) expectEqual(await written, 'done', 'the commit beside them');
    expectEqual(await stored(owners), isRemoved ? [] : ['a', 'b', 'c'], 'the keys afterwards');
  }),

  'begins a session anew beside its removals, or finds the former one': rounds(async ({ of, owners, basis }) => {
    const [writer, ...others] = owners;
    const removing = others.map((each) => each.remove(HERE, basis));
    const begun = writer && endOf(writer.commit(HERE, { head: 0 }, identified(`${of}b1`, 1, [row('d', 'anew')])));
    await Promise.all(removing);
    const end = await begun;
    expectTrue(end === 'done' || end === 'moved', `the first commit beside them ended with ${end}`);
    expectEqual(await stored(owners), end === 'done' ? ['d'] : [], 'the keys afterwards');
  }),
};
