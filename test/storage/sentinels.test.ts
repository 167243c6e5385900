import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { openWorkingMemory } from '../../src/entries/index.ts';
import { type FileOperations, nodeFiles } from '../../src/storage/files/operations.ts';
import { fileStorage } from '../../src/storage/files/storage.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import type { Storage } from '../../src/storage/port.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

const open = (storage: Storage, session = 'chat', options: { readonly readOnly?: boolean } = {}) =>
  openWorkingMemory({ session, storage, worker: false, ...options });

async function lived(root: string): Promise<void> {
  const memory = await open(fileStorage({ root }));
  await memory.items.memorize(['one', 'two'].map((text) => ({ text })));
  await memory.transcript.append({ role: 'user', text: 'hello' });
  await memory.close();
}

const folder = async (): Promise<string> => join(await temporaryFolder(), 'sessions');

it('an emptied tree is noticed at the next opening, and said once', async () => {
  const root = await folder();
  await lived(root);
  const [workspace = ''] = (await readdir(root)).filter((name) => name.startsWith('-'));
  for (const wiped of [root, join(root, workspace), join(root, workspace, 'chat')]) {
    await rm(wiped, { recursive: true, force: true });
    const memory = await open(fileStorage({ root }));
    expect(memory.recovery, wiped).toMatchObject({ kind: 'reset', lost: { items: 2, messages: 1 } });
    await memory.items.memorize(['one', 'two'].map((text) => ({ text })));
    await memory.transcript.append({ role: 'user', text: 'hello' });
    await memory.close();
    const again = await open(fileStorage({ root }));
    expect(again.recovery.kind).toBe('none');
    await again.close();
  }
});

it('a tree that was restored from an older copy is noticed', async () => {
  const root = await folder();
  await lived(root);
  const copy = await folder();
  await cp(root, copy, { recursive: true });
  const memory = await open(fileStorage({ root }));
  await memory.items.memorize('three');
  await memory.close();
  await rm(root, { recursive: true });
  await cp(copy, root, { recursive: true });
  const restored = await open(fileStorage({ root }));
  expect(restored.recovery).toMatchObject({ kind: 'rolled-back', kept: { items: 2 }, lost: { items: 1 } });
  await restored.close();
});

it('a session that another process goes on with while it is opened is no older one', async () => {
  const root = await folder();
  await lived(root);
  const inner = fileStorage({ root });
  const busy = await open(fileStorage({ root }));
  let isGoingOn = false;
  const storage: Storage = {
    ...inner,
    async load(address, stores) {
      const loaded = await inner.load(address, stores);
      if (!isGoingOn) {
        isGoingOn = true;
        await busy.items.memorize('three');
        // Which writes what it remembers.
        await busy.close();
      }
      return loaded;
    },
  };
  const memory = await open(storage);
  expect(memory.recovery).toMatchObject({ kind: 'none', lost: {} });
  await memory.close();
});

it('a session that is counted anew without its meta.json is no other one', async () => {
  const root = await folder();
  await lived(root);
  const [workspace = ''] = (await readdir(root)).filter((name) => name.startsWith('-'));
  for (const round of ['first', 'second']) {
    await rm(join(root, workspace, 'chat', 'meta.json'));
    const memory = await open(fileStorage({ root }));
    expect(memory.recovery, round).toMatchObject({ kind: 'repaired', kept: { items: 2, messages: 1 }, lost: {} });
    await memory.close();
  }
  const again = await open(fileStorage({ root }));
  expect(again.recovery.kind).toBe('none');
  await again.close();
});

it('a session that was deleted on purpose begins anew without a word', async () => {
  const root = await folder();
  await lived(root);
  const other = await open(fileStorage({ root }), 'other');
  await other.sessions.delete('chat');
  await other.close();
  const memory = await open(fileStorage({ root }));
  expect(memory.recovery.kind).toBe('none');
  await memory.close();
});

it('a session that another memory deleted a moment after a commit begins anew without a word', async () => {
  const root = await folder();
  await lived(root);
  const memory = await open(fileStorage({ root }));
  await memory.items.memorize('three');
  const other = await open(fileStorage({ root }), 'other');
  await other.sessions.delete('chat');
  await other.close();
  await memory.close();
  const again = await open(fileStorage({ root }));
  expect(again.recovery.kind).toBe('none');
  await again.close();
});

it('a memory for reading remembers nothing', async () => {
  const root = await folder();
  await lived(root);
  const beside = join(dirname(root), '.sessions.sentinels');
  await rm(beside, { recursive: true });
  const memory = await open(fileStorage({ root }), 'chat', { readOnly: true });
  await memory.close();
  await expect(readdir(beside)).rejects.toMatchObject({ code: 'ENOENT' });
});

it('where nothing may be written beside the folder, everything else works', async () => {
  const root = await folder();
  await mkdir(root);
  const refuse = (path: string): void => {
    if (path.includes('.sentinels')) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
  };
  const refused: FileOperations = {
    ...nodeFiles,
    read: async (path) => (refuse(path), nodeFiles.read(path)),
    makeFolder: async (path) => (refuse(path), nodeFiles.makeFolder(path)),
  };
  const memory = await open(fileStorage({ root }, refused));
  await memory.items.memorize('a fact');
  expect(memory.recovery.kind).toBe('none');
  await memory.close();
});

it('a storage without sentinels begins anew', async () => {
  const memory = await open(memoryStorage());
  expect(memory.recovery.kind).toBe('none');
  await memory.close();
});
