// Scripted servers with the answers of one version or one state of a real one.
import { expect, it } from 'vitest';
import { redisStorage } from '../../src/storage/redis/storage.ts';
import { sqliteStorage } from '../../src/storage/sql/open-sqlite.ts';
import { batch, put } from '../support/storage/batches.ts';

const HERE = { workspace: '/here', session: 'one' };
const ROWS = [put('items', 'a', { text: 'a' })];

const FULL = "OOM command not allowed when used memory > 'maxmemory'.";
it.each([
  ['Redis 7', `${FULL} script: 1f0c, on @user_script:30.`],
  ['Redis 6', `ERR Error running script (call to f_1f0c): @user_script:30: @user_script: 30: -${FULL}`],
  ['Redis outside of a script', FULL],
])('a full %s says that there is no memory left', async (_, message) => {
  const reply = Object.assign(new Error(message), { name: 'ReplyError' });
  const call = async (command: string): Promise<unknown> => {
    if (command.startsWith('EVAL')) throw reply;
    return 1;
  };
  const commit = redisStorage({ client: { call } }).commit(HERE, { head: 1, commit: 'c1' }, batch(2, ROWS));
  await expect(commit).rejects.toMatchObject({ code: 'storage-quota', message: expect.stringContaining(message) });
});

it('a commit to SQLite in a Durable Object is on disk when it is acknowledged, also where its table was missing', async () => {
  let missing = 1;
  const done: string[] = [];
  const db = {
    sql: {
      exec: (sql: string) => {
        if (sql.startsWith('SELECT version FROM')) return { toArray: () => [{ version: 1 }] };
        if (missing-- > 0) throw new Error('no such table: working_memory_rows');
        done.push('written');
        return { toArray: () => [{ done: 1 }] };
      },
    },
    transactionSync: <T>(work: () => T): T => work(),
    sync: async () => void done.push('on disk'),
  };
  expect(await sqliteStorage({ db }).commit(HERE, { head: 0 }, batch(1, ROWS))).toEqual({ status: 'done' });
  expect(done.at(-1)).toBe('on disk');
});
