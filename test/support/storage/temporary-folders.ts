// Folders of a test file's own, removed after its last test.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll } from 'vitest';

const made: string[] = [];
/** What a storage in the folder remembers beside it. */
const beside = (folder: string): string => join(dirname(folder), `.${basename(folder)}.sentinels`);

// A process that was told to end may still write in its folder.
afterAll(() =>
  Promise.all(
    made
      .flatMap((folder) => [folder, beside(folder)])
      .map((path) => rm(path, { recursive: true, force: true, maxRetries: 5 })),
  ),
);

export async function temporaryFolder(below = tmpdir()): Promise<string> {
  await mkdir(below, { recursive: true });
  const folder = await mkdtemp(join(below, 'working-memory-'));
  made.push(folder);
  return folder;
}
