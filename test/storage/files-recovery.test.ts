// A session in a folder after one of its files was lost or damaged.
import { appendFile, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openWorkingMemory } from '../../src/entries/index.ts';
import { fileStorage } from '../../src/storage/files/storage.ts';
import { countingIds } from '../support/fakes/fakes.ts';
import { testEngine } from '../support/engine.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

let root: string;
let folder: string;
const hidden = (name: string) => join(folder, '.working-memory', name);
const open = async (ids: string) => {
  const storage = fileStorage({ root });
  const opened = await testEngine({ session: 's', workspace: '/work' }, { storage, ids: countingIds(ids) });
  return { ...opened, ...(await opened.engine.status()) };
};
const texts = async ({ engine }: Pick<Awaited<ReturnType<typeof open>>, 'engine'>) => ({
  items: (await engine.listItems()).map(({ text }) => text),
  messages: (await engine.readMessages(0, 99)).map(({ index, text }) => `${index} ${text}`),
});

/** The transcript is compared in the background: opening does not wait for it. */
const noticed = ({ engine }: Pick<Awaited<ReturnType<typeof open>>, 'engine'>, recovery: object) =>
  expect.poll(async () => (await engine.status()).recovery).toMatchObject(recovery);

beforeEach(async () => {
  root = await temporaryFolder();
  folder = join(root, '--work--', 's');
  const { engine } = await open('item');
  await engine.appendMessages([
    { role: 'user', text: 'first' },
    { role: 'assistant', text: 'second' },
  ]);
  for (const text of ['one', 'two']) await engine.memorize([{ text }]);
  await engine.writeFile('overview.md', 'maintained', { force: true });
  await engine.writeFile('overview.md', 'maintained again', { force: true });
});

describe('a meta.json', () => {
  for (const [what, damage] of [
    ['that is missing', (meta: string) => rm(meta)],
    ['that was cut', (meta: string) => truncate(meta, 60)],
    ['that is empty', (meta: string) => truncate(meta, 0)],
  ] as const) {
    it(`${what} is made anew from the rows`, async () => {
      await damage(join(folder, 'meta.json'));
      const opened = await open('again');
      expect(opened.recovery).toMatchObject({ kind: 'repaired', kept: { items: 2, messages: 2 } });
      expect(await texts(opened)).toEqual({ items: ['one', 'two'], messages: ['0 first', '1 second'] });
      expect((await opened.engine.readFile('overview.md')).text).toContain('maintained again');
      await opened.engine.appendMessages([{ role: 'user', text: 'third' }]);
      await opened.engine.memorize([{ text: 'three' }]);
      const next = await open('next');
      expect(next.recovery.kind).toBe('none');
      expect(await texts(next)).toEqual({
        items: ['one', 'two', 'three'],
        messages: ['0 first', '1 second', '2 third'],
      });
      expect((await next.engine.listSessions({})).map(({ session }) => session)).toEqual(['s']);
    });
  }

  for (const [what, damage] of [
    ['that is missing', (meta: string) => rm(meta)],
    ['that was cut', (meta: string) => truncate(meta, 300)],
    ['that is garbage', (meta: string) => writeFile(meta, 'garbage')],
  ] as const) {
    const beside = () =>
      openWorkingMemory({ session: 'beside', workspace: '/work', storage: fileStorage({ root }), worker: false });

    it(`${what} does not take its session out of the list`, async () => {
      await damage(join(folder, 'meta.json'));
      const memory = await beside();
      expect((await memory.sessions.list())[1]).toMatchObject({
        session: 's',
        items: 2,
        messages: 2,
        head: 6,
        updatedAt: expect.any(Number),
      });
      await memory.close();
    });

    it(`${what} does not keep its session from an erasure, an export or a removal`, async () => {
      await damage(join(folder, 'meta.json'));
      const memory = await beside();
      expect(await memory.export({ workspace: true, format: 'json' })).toContain('second');
      expect(await memory.erase({ text: 'two' })).toMatchObject({ sessions: [{ session: 's' }], failed: [] });
      expect(await readFile(hidden('items.jsonl'), 'utf8')).not.toContain('two');
      await damage(join(folder, 'meta.json'));
      await memory.sessions.delete('s');
      await expect(readdir(folder)).rejects.toMatchObject({ code: 'ENOENT' });
      await memory.close();
    });
  }

  it('that was cut is not kept aside with the beginning of a message that is erased', async () => {
    const meta = join(folder, 'meta.json');
    await truncate(meta, (await readFile(meta)).length - 20);
    expect(await readFile(meta, 'utf8')).toContain('first');
    const memory = await openWorkingMemory({
      session: 'beside',
      workspace: '/work',
      storage: fileStorage({ root }),
      worker: false,
    });
    expect((await memory.erase({ text: 'first' })).failed).toEqual([]);
    await memory.close();
    await expect(readdir(hidden('replaced'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('that is missing with a name too long for its folder makes an erasure incomplete, and says so', async () => {
    const storage = fileStorage({ root });
    const session = '会话'.repeat(30);
    const memory = await openWorkingMemory({ session, workspace: '/work', storage, worker: false });
    await memory.items.memorize('one');
    await memory.close();
    const [name = ''] = (await readdir(join(root, '--work--'))).filter((each) => each.startsWith('%'));
    await rm(join(root, '--work--', name, 'meta.json'));
    const other = await openWorkingMemory({ session: 's', workspace: '/work', storage, worker: false });
    expect((await other.erase({ text: 'one' })).failed).toEqual([{ session: name, code: 'storage-unavailable' }]);
    await expect(other.sessions.delete(name)).rejects.toThrow('open the session under its own name');
    await other.close();
    const found = await openWorkingMemory({ session, workspace: '/work', storage, worker: false });
    expect((await found.items.list()).map(({ text }) => text)).toEqual(['one']);
    await found.close();
  });

  it('that is missing with the journal is made anew too', async () => {
    await rm(join(folder, 'meta.json'));
    await rm(hidden('journal.jsonl'));
    const opened = await open('again');
    expect((await opened.engine.listSessions({})).map(({ session }) => session)).toEqual(['s']);
    expect(await texts(opened)).toMatchObject({ items: ['one', 'two'] });
    await opened.engine.memorize([{ text: 'three' }]);
    expect((await open('next')).recovery.kind).toBe('none');
  });

  it('that is missing with the name of the workspace is never taken for a new session', async () => {
    await rm(join(folder, 'meta.json'));
    await rm(join(root, '--work--', '.workspace.json'));
    await expect(open('again')).rejects.toMatchObject({
      code: 'storage-unavailable',
      message: expect.stringContaining('open the session again'),
    });
    expect(await texts(await open('third'))).toMatchObject({ items: ['one', 'two'] });
  });

  it('with one changed number is counted anew', async () => {
    const meta = join(folder, 'meta.json');
    await writeFile(meta, (await readFile(meta, 'utf8')).replace('"messages": 2', '"messages": 0'));
    const opened = await open('again');
    expect(opened.recovery.kind).not.toBe('none');
    await opened.engine.appendMessages([{ role: 'user', text: 'third' }]);
    expect((await texts(opened)).messages).toEqual(['0 first', '1 second', '2 third']);
  });
});

for (const [file, lost] of [
  ['messages.jsonl', { messages: 2 }],
  ['.working-memory/items.jsonl', { items: 2 }],
] as const) {
  for (const damage of [rm, (path: string) => truncate(path, 0), (path: string) => truncate(path, 10)]) {
    it(`${file} that was cut, emptied or deleted is reported`, async () => {
      await damage(join(folder, file));
      const opened = await open('again');
      await noticed(opened, { kind: 'partial', lost });
      await opened.engine.memorize([{ text: 'three' }]);
      await opened.engine.appendMessages([{ role: 'user', text: 'third' }]);
      expect((await texts(opened)).messages.at(-1)).toBe('2 third');
      const next = await open('next');
      await texts(next);
      expect((await next.engine.status()).recovery.kind, 'said once').toBe('none');
    });
  }
}

it('a broken last line of the transcript costs that message and not the session', async () => {
  await truncate(join(folder, 'messages.jsonl'), (await readFile(join(folder, 'messages.jsonl'))).length - 20);
  const opened = await open('again');
  await noticed(opened, { kind: 'partial', lost: { messages: 1 } });
  await opened.engine.appendMessages([{ role: 'user', text: 'third' }]);
  expect((await texts(opened)).messages).toEqual(['0 first', '2 third']);
});

it('a broken line about the overview costs neither its text nor its history', async () => {
  const log = hidden('files.jsonl');
  await writeFile(log, (await readFile(log, 'utf8')).replace('"revision":3', '"revision":7'));
  const opened = await open('again');
  expect(opened.recovery).toMatchObject({ kind: 'partial', lost: { files: 1 } });
  expect((await opened.engine.readFile('overview.md')).text).toContain('maintained');
  expect(await readFile(join(folder, 'meta.json'), 'utf8'), 'kept aside').toContain('maintained again');
  expect(opened.quarantined).toEqual([{ store: 'files', key: 'overview.md' }]);
  await opened.engine.writeFile('overview.md', 'maintained once more', { force: true });
  expect((await open('next')).recovery.kind).toBe('none');
});

it('lines that something else added are no rows of the session', async () => {
  await appendFile(hidden('items.jsonl'), 'garbage\n');
  const opened = await open('again');
  expect(await texts(opened)).toMatchObject({ items: ['one', 'two'] });
  expect(opened.quarantined).toEqual([{ store: 'items', key: 'line 3' }]);
});
