// Temporary folders of a test file, removed after its last test.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll } from 'vitest';

const made: string[] = [];
/** Returns the folder beside a storage's folder where the storage keeps its sentinels. */
const beside = (folder: string): string => join(dirname(folder), `.${basename(folder)}.sentinels`);

// A process that was told to end may still write into its folder.
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
