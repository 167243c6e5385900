// What a session stores stays within its limits, however careless the model is that uses it.
import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../src/storage/memory.ts';
import { exportBundle } from '../../src/client/on-demand/bundle.ts';
import type { RowStore } from '../../src/storage/port.ts';
import { testEngine } from '../support/engine.ts';

const HERE = { workspace: '/', session: 'test' };

async function careless(files: object, { writes, paths }: { writes: number; paths: number }) {
  const storage = memoryStorage();
  const opened = await testEngine({ files }, { storage });
  for (let count = 0; count < writes; count++) {
    opened.clock.now += 1000;
    const path = `detail/draft-${count % paths}.md`;
    await opened.engine.writeFile(path, `draft ${count} `.repeat(100), { force: true });
    if (count % 3 === 0) await opened.engine.deleteFile(path);
  }
  const rowsOf = async (store: RowStore) => (await storage.load(HERE, [store])).rows;
  return { ...opened, storage, rowsOf };
}

const textBytes = (rows: readonly { value: object | undefined }[]): number =>
  rows.reduce((sum, { value }) => sum + ((value as { text?: string } | undefined)?.text ?? '').length, 0);

describe('files that are written and deleted over and over', () => {
  const files = { maxHistoryBytes: 20_000, keptDeletedPaths: 5 };

  it('leave a history within its bytes, and few deleted paths', async () => {
    const { engine, rowsOf } = await careless(files, { writes: 120, paths: 40 });
    expect(textBytes(await rowsOf('fileHistory'))).toBeLessThanOrEqual(20_000);
    expect(textBytes(await rowsOf('fileHistory'))).toBeGreaterThan(15_000);
    const deleted = (await rowsOf('files')).filter(({ value }) => value?.['deleted']);
    expect(deleted.map(({ key }) => key).sort()).toEqual(
      [25, 28, 31, 34, 37].map((count) => `detail/draft-${count}.md`),
    );
    // An older deletion is forgotten with its history; the newest counts on.
    expect(await engine.fileHistory('detail/draft-22.md')).toEqual([]);
    expect(await engine.writeFile('detail/draft-37.md', 'again')).toMatchObject({ revision: 5 });
    expect(await engine.writeFile('detail/draft-22.md', 'anew')).toMatchObject({ revision: 1 });
  });

  it('are counted again by another owner, and after reopening', async () => {
    const { storage, engine, rowsOf, clock } = await careless(files, { writes: 60, paths: 20 });
    await engine.close();
    const again = await testEngine({ files }, { storage, clock });
    for (let count = 0; count < 30; count++) {
      clock.now += 1000;
      await again.engine.writeFile('detail/more.md', `more ${count} `.repeat(100), { force: true });
    }
    expect(textBytes(await rowsOf('fileHistory'))).toBeLessThanOrEqual(20_000);
    const history = await again.engine.fileHistory('detail/more.md');
    expect(history.length).toBeGreaterThan(10);
    expect(history.at(-1)?.text).toContain('more 28');
  });

  it('do not show the list of their revisions to a reader or in an export', async () => {
    const { engine, settings } = await careless(files, { writes: 10, paths: 2 });
    expect(Object.keys(await engine.readFile('detail/draft-0.md')).sort()).toEqual(
      ['path', 'revision', 'source', 'step', 'text', 'trust', 'updatedAt'].sort(),
    );
    const text = await exportBundle(engine, 'json', settings);
    const { files: exported, deleted } = JSON.parse(String(text)) as { files: object[]; deleted: object[] };
    expect(exported).toHaveLength(2);
    expect(deleted).toHaveLength(1);
    for (const file of [...exported, ...deleted]) expect(file).not.toHaveProperty('former');
  });
});
