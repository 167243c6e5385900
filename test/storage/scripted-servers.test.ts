// Servers played by a script: what a real one of one version, or in one moment, answers.
import { expect, it } from 'vitest';
import { redisStorage } from '../../src/storage/redis/storage.ts';
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
