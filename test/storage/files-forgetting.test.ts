// A hard forget and an erasure in a folder that people and editors write to as well.
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/boundary/engine.ts';
import { fileStorage } from '../../src/storage/files/storage.ts';
import { testEngine } from '../support/engine.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

const SECRET = 'The vault code is 47110815 thanks';

let root: string;
let engine: Engine;
const documents = (name: string): string => join(root, '--work--', 's', 'working-memory', name);

/** Paths of all files that hold the code, however they are encoded. */
async function holding(): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const texts = await Promise.all(paths.map((path) => readFile(path, 'latin1')));
  return paths.filter((_, index) => texts[index]?.includes('47110815'));
}

beforeEach(async () => {
  root = await temporaryFolder();
  ({ engine } = await testEngine({ session: 's', workspace: '/work' }, { storage: fileStorage({ root }) }));
  await engine.writeFile('detail/a.md', 'nothing else');
});

const WAYS = [
  ['a hard forget', async () => (await engine.forget({ text: SECRET }, 'hard')).erasure?.files],
  ['an erasure', async () => (await engine.erase({ texts: [SECRET] })).files],
] as const;

describe.each(WAYS)('%s', (_, forget) => {
  it('takes a text out of files that were edited and added by hand since the last call', async () => {
    await appendFile(documents('detail/a.md'), `\nEdited: ${SECRET}`);
    await writeFile(documents('detail/new.md'), `New: ${SECRET}`);
    expect(await forget()).toEqual(expect.arrayContaining(['detail/a.md', 'detail/new.md']));
    expect(await holding()).toEqual([]);
    expect((await engine.readFile('detail/a.md')).text).toBe('nothing else\nEdited: [forgotten]');
  });

  it.each([
    ['file', () => engine.writeFile('detail/b.md', SECRET)],
    ['title', () => engine.renameSession('s', SECRET)],
    ['item', () => engine.memorize([{ text: SECRET }])],
  ])('leaves no edit that a command overwrote, where a %s holds the text', async (_what, say) => {
    await writeFile(documents('detail/a.md'), `Edited: ${SECRET}`);
    await engine.writeFile('detail/a.md', 'written over', { force: true });
    expect(await holding()).toEqual([expect.stringContaining('replaced')]);
    await say();
    await forget();
    expect(await holding()).toEqual([]);
  });
});
