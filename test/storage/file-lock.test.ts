// Stale locks: the owner is dead, its process id belongs to another process, or the file is garbled.
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { hostname, uptime } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { acquireLock } from '../../src/storage/files/lock.ts';
import { type FileOperations, nodeFiles } from '../../src/storage/files/operations.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

const IMPATIENT = { waitMs: 0, tornAfterMs: 5000, foreignAfterMs: 60_000 };
const owner = () => ({ pid: process.ppid, host: hostname(), realm: 'r', id: 'x', time: Date.now() });

let path = '';
beforeEach(async () => void (path = join(await temporaryFolder(), 'lock')));

const take = (files: FileOperations = nodeFiles, waitMs = 0) => acquireLock(files, path, { ...IMPATIENT, waitMs });

/** Leaves a lock that was written so long ago. */
async function left(content: string, agoMs: number): Promise<void> {
  await writeFile(path, content);
  const then = new Date(Date.now() - agoMs);
  await utimes(path, then, then);
}

const refused = { code: 'storage-unavailable', message: expect.stringContaining(`${path} is held by`) };

describe('a lock that is no owner’s', () => {
  const contents = [
    '"x"',
    '7',
    'null',
    '[]',
    '{}',
    '{"pi',
    '',
    JSON.stringify({ ...owner(), time: 'yesterday' }),
    JSON.stringify({ ...owner(), time: 1e300 }),
    JSON.stringify({ ...owner(), pid: -1 }),
    JSON.stringify({ ...owner(), host: 7 }),
  ];
  it.each(contents)('is respected while it may be in the making, and broken later: %s', async (content) => {
    await left(content, 0);
    await expect(take()).rejects.toMatchObject({
      code: 'storage-unavailable',
      message: expect.stringContaining('an unknown process'),
    });
    await left(content, 6000);
    const lock = await take();
    await lock.confirm();
    await lock.release();
  });
});

describe('a lock of a process that lives', () => {
  /** Written when the machine had just started, long before this process and its parent. */
  const beforeItBegan = () => ({ ...owner(), time: Date.now() - uptime() * 1000 + 10_000 });
  const withoutProc: FileOperations = {
    ...nodeFiles,
    read: (file) => (file.startsWith('/proc/') ? Promise.resolve(undefined) : nodeFiles.read(file)),
  };

  it.skipIf(process.platform !== 'linux')('is respected, however long it holds it', async () => {
    await left(JSON.stringify({ ...owner(), time: Date.now() - 6000 }), 3_600_000);
    await expect(take()).rejects.toMatchObject({ code: refused.code });
  });

  it.skipIf(process.platform !== 'linux')('is broken where that process began after the lock was made', async () => {
    await left(JSON.stringify(beforeItBegan()), 0);
    const lock = await take();
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ pid: process.pid });
    await lock.release();
  });

  it('is broken where no system tells, when it is old and did not move for as long as one waits', async () => {
    await left(JSON.stringify(beforeItBegan()), 30_000);
    await expect(take(withoutProc)).rejects.toMatchObject({ code: refused.code });
    await left(JSON.stringify(beforeItBegan()), 61_000);
    const lock = await take(withoutProc);
    await lock.release();
  });
});
