// A folder's logs are read once for many rows, and again after any change.
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fileStorage } from '../../src/storage/files/storage.ts';
import { testEngine } from '../support/engine.ts';
import { recalled } from '../support/recall.ts';
import { quickFiles } from '../support/storage/mortal-files.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

async function spoken(messages: number) {
  const root = await temporaryFolder();
  let reads = 0;
  const files = {
    ...quickFiles,
    read: (path: string) => {
      if (path.endsWith('messages.jsonl')) reads++;
      return quickFiles.read(path);
    },
  };
  const storage = fileStorage({ root }, files);
  const { engine } = await testEngine({ session: 's', workspace: '/work' }, { storage });
  const text = (at: number): string => `The harbour master wrote line ${at}`;
  await engine.appendMessages(Array.from({ length: messages }, (_, at) => ({ role: 'user', text: text(at) })));
  const readsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const before = reads;
    await work();
    return reads - before;
  };
  return { root, engine, readsOf };
}

const ask = { scope: 'transcript', limit: 50 } as const;

it('a recall of fifty messages reads the log no more often than one of a single message', async () => {
  const { engine, readsOf } = await spoken(300);
  await recalled(engine, 'harbour', ask);
  const one = await readsOf(() => recalled(engine, 'harbour', { ...ask, limit: 1 }));
  const fifty = await readsOf(async () => {
    expect((await recalled(engine, 'harbour', ask)).hits).toHaveLength(50);
  });
  expect(fifty).toBeLessThanOrEqual(Math.max(1, one));
});

it('a message that came since is read, and so is a log that was changed by hand', async () => {
  const { root, engine, readsOf } = await spoken(3);
  await engine.readMessages(0, 9);
  await recalled(engine, 'harbour', ask);
  await engine.appendMessages([{ role: 'user', text: 'The harbour is closed' }]);
  expect((await recalled(engine, 'closed', ask)).hits[0]?.snippet).toBe('The harbour is closed');
  await appendFile(join(root, '--work--', 's', 'messages.jsonl'), 'rubbish\n');
  expect(await readsOf(() => recalled(engine, 'harbour', ask))).toBeGreaterThan(0);
});
