// A database that executes every command and then answers with garbage, twice, or late: the call ends with a code or
// succeeds, nothing is stored in part, and the session continues.
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryStorage, openWorkingMemory } from '../../../src/entries/index.ts';
import { postgresStorage } from '../../../src/storage/sql/open-postgres.ts';

type Query = (sql: string, values: unknown[]) => Promise<{ readonly rows: object[] }>;
/** Fault of a command that writes. */
type Strange = (run: () => ReturnType<Query>) => Promise<unknown>;

describe('a database that has written and', () => {
  let db: PGlite;
  let places = 0;
  beforeAll(async () => {
    db = await PGlite.create();
    // Loads what opening on this thread needs, so that the short deadlines below are for the database alone.
    await (await openWorkingMemory({ session: 'before', worker: false, storage: memoryStorage() })).close();
  });
  afterAll(() => db.close());

  let letAnswer = (): void => undefined;
  const cases: readonly (readonly [string, Strange, string])[] = [
    ['answers with a page of a proxy', async (run) => run().then(() => '<html>504</html>'), 'storage-unavailable'],
    ['answers with nothing', async (run) => run().then(() => undefined), 'storage-unavailable'],
    [
      'answers with rows of other columns twice',
      async (run) => run().then(() => [[{ x: 1 }], [{ x: 1 }]]),
      'storage-unavailable',
    ],
    ['does it twice', async (run) => run().then(run), 'stored'],
    [
      'answers after the deadline',
      async (run) => {
        const answer = await run();
        await new Promise<void>((resolve) => (letAnswer = resolve));
        return answer;
      },
      'timeout',
    ],
  ];

  it.each(cases)('%s leaves a session that is whole and goes on', async (_, strange, expected) => {
    const prefix = `strange_${++places}_`;
    let isStrange = false;
    let written = 0;
    const query: Query = (sql, values) => {
      const run = (): ReturnType<Query> => db.query(sql, values);
      if (!isStrange || !sql.startsWith('WITH target')) return run();
      written++;
      return strange(run) as ReturnType<Query>;
    };
    const open = (deadlineMs?: number) =>
      openWorkingMemory({
        session: 'one',
        worker: false,
        storage: postgresStorage({ client: { query }, prefix }),
        ...(deadlineMs && { deadlineMs }),
      });
    const memory = await open(5000);
    await memory.items.memorize(['first', 'second']);
    isStrange = true;
    const end = await memory.items.memorize(['third', 'fourth']).then(
      () => 'stored',
      ({ code }: { code: string }) => code,
    );
    isStrange = false;
    letAnswer();
    expect([end, written > 0]).toEqual([expected, true]);
    const fresh = await open();
    expect(fresh.recovery.kind).toBe('none');
    expect((await fresh.items.list()).map(({ text }) => text)).toEqual(['first', 'second', 'third', 'fourth']);
    await memory.items.memorize('fifth');
    const texts = (await memory.items.list()).map(({ text }) => text);
    expect(texts).toEqual(['first', 'second', 'third', 'fourth', 'fifth']);
    await Promise.all([memory.close(), fresh.close()]);
  });
});
