// The tree of the file-system storage, and its response to changes from outside.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { workspaceNames, sessionFolder } from '../../src/storage/files/layout.ts';
import { type FileOperations, nodeFiles } from '../../src/storage/files/operations.ts';
import { fileStorage } from '../../src/storage/files/storage.ts';
import { decode, encode, lineOf } from '../../src/storage/row-json.ts';
import {
  type Row,
  type RowChange,
  type SessionAddress,
  type Storage,
  STORAGE_VERSION,
} from '../../src/storage/port.ts';
import { storageContract } from '../contracts/storage.ts';
import { batch, put } from '../support/storage/batches.ts';
import { testEngine } from '../support/engine.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

storageContract('file-system storage', async () => {
  const root = await temporaryFolder();
  return { storage: fileStorage({ root }), reopen: async () => fileStorage({ root }) };
});

const HERE: SessionAddress = { workspace: '/Users/genius/project/ai', session: 'chat-1' };
const valueOf = async (
  storage: Storage,
  store: RowChange['store'],
  key: string,
  address = HERE,
): Promise<Row | undefined> => (await storage.load(address, [store])).rows.find((row) => row.key === key)?.value;

let root: string;
let storage: Storage;
let folder: string;
beforeEach(async () => {
  root = await temporaryFolder();
  storage = fileStorage({ root });
  folder = join(root, '--Users-genius-project-ai--', 'chat-1');
});

/** Every file and folder, but for what is hidden. */
async function tree(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true });
  return entries.filter((name) => !/(^|[/\\])\./.test(name)).sort();
}

describe('the tree', () => {
  it('is that of the session layout, with the files as they read', async () => {
    const { workspace, session } = HERE;
    const { engine } = await testEngine({ workspace, session }, { storage });
    await engine.memorize([{ text: 'The build runs on Node 22' }]);
    await engine.writeFile('overview.md', '# Überblick\n');
    await engine.writeFile('detail/design-doc.md', 'Decisions\n');
    await engine.writeFile('archive/2026/一.md', 'old\r\n');
    expect(await tree(root)).toEqual(
      [
        '--Users-genius-project-ai--',
        ...[
          '',
          'meta.json',
          'messages.jsonl',
          'working-memory',
          'working-memory/archive',
          'working-memory/archive/2026',
          'working-memory/archive/2026/一.md',
          'working-memory/detail',
          'working-memory/detail/design-doc.md',
          'working-memory/overview.md',
        ].map((name) => join('--Users-genius-project-ai--/chat-1', name).replace(/\/$/, '')),
      ].sort(),
    );
    expect(await readFile(join(folder, 'working-memory/archive/2026/一.md'), 'utf8')).toBe('old\r\n');
    const meta = JSON.parse(await readFile(join(folder, 'meta.json'), 'utf8'));
    expect(meta).toMatchObject({
      workspace,
      session,
      manifest: { version: STORAGE_VERSION, head: 5 },
      rows: { session: { cwd: workspace } },
    });
    expect(await readdir(join(folder, '.working-memory'))).not.toContain('pending.json');
    expect(await readdir(join(folder, '.working-memory/temporary'))).toEqual([]);
  });

  it('opens again as it was, in another engine over another adapter', async () => {
    const first = await testEngine(HERE, { storage });
    await first.engine.memorize([{ text: 'one' }, { text: 'two' }]);
    await first.engine.writeFile('detail/notes.md', 'Notes');
    const again = await testEngine(HERE, { storage: fileStorage({ root }) });
    expect(await again.engine.listItems()).toEqual(await first.engine.listItems());
    expect(await again.engine.listFiles()).toEqual(await first.engine.listFiles());
    expect(await again.engine.readFile('detail/notes.md')).toEqual(await first.engine.readFile('detail/notes.md'));
    expect(await again.engine.journal(0, 99)).toEqual(await first.engine.journal(0, 99));
    expect((await again.engine.status()).quarantined).toEqual([]);
  });

  it('has the transcript as one JSON object per line, and appends to it', async () => {
    await storage.commit(
      HERE,
      { head: 0 },
      batch(1, [put('messages', '000000000', { role: 'user', text: 'line\nbreak' })]),
    );
    const before = await stat(join(folder, 'messages.jsonl'));
    await storage.commit(
      HERE,
      { head: 1 },
      batch(2, [put('messages', '000000001', { role: 'assistant', text: 'yes' })]),
    );
    expect((await stat(join(folder, 'messages.jsonl'))).ino).toBe(before.ino);
    const lines = (await readFile(join(folder, 'messages.jsonl'), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ role, text }) => [role, text])).toEqual([
      ['user', 'line\nbreak'],
      ['assistant', 'yes'],
    ]);
    await storage.commit(HERE, { head: 2 }, batch(3, [put('messages', '000000000', { role: 'system', text: '' })]));
    expect((await storage.rows(HERE, 'messages', '', 9)).map(({ key, value }) => [key, value?.text])).toEqual([
      ['000000000', ''],
      ['000000001', 'yes'],
    ]);
  });

  it('keeps nothing of a row that was deleted or written over, in any file', async () => {
    const stores = ['items', 'tail', 'messages', 'ledger', 'fileHistory'] as const;
    await storage.commit(
      HERE,
      { head: 0 },
      batch(1, [
        ...stores.map((store) => put(store, 'k', { text: 'SECRET' })),
        put('files', 'detail/s.md', { text: 'SECRET' }),
      ]),
    );
    await storage.commit(
      HERE,
      { head: 1 },
      batch(2, [
        ...stores.map((store, index): RowChange =>
          index % 2 ? put(store, 'k', { text: '' }) : { store, key: 'k', value: undefined },
        ),
        put('files', 'detail/s.md', { deleted: true }),
      ]),
    );
    const everything = (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    const texts = await Promise.all(everything.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')));
    expect(texts.filter((text) => text.includes('SECRET'))).toEqual([]);
    expect(existsSync(join(folder, 'working-memory/detail/s.md'))).toBe(false);
    expect(await valueOf(storage, 'files', 'detail/s.md')).toEqual({ deleted: true, check: 'c' });
  });

  it('has one line per row after another adapter changed the same file without changing its size', async () => {
    await storage.commit(HERE, { head: 0 }, batch(1, [put('items', 'a', { text: 'one' })]));
    await fileStorage({ root }).commit(
      HERE,
      { head: 1 },
      batch(2, [{ store: 'items', key: 'a', value: undefined }, put('items', 'b', { text: 'one' })]),
    );
    await storage.commit(HERE, { head: 2 }, batch(3, [put('items', 'b', { text: 'two' })]));
    expect(await readFile(join(folder, '.working-memory/items.jsonl'), 'utf8')).toBe(
      '{"$key":"b","text":"two","check":"c"}\n',
    );
  });

  it('drops journal entries at once for readers and now and then from the file', async () => {
    for (let head = 1; head <= 320; head++)
      await storage.commit(HERE, { head: head - 1 }, batch(head, [], Math.max(0, head - 16)));
    expect((await storage.journal(HERE, 0, 9999)).map(({ head }) => head)).toEqual(
      Array.from({ length: 16 }, (_, index) => 305 + index),
    );
    const lines = (await readFile(join(folder, '.working-memory/journal.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(lines.length).toBeLessThan(100);
    expect(await fileStorage({ root }).since(HERE, { head: 310 })).toMatchObject({ entries: { length: 10 } });
  });
});

describe('names', () => {
  it('encodes a workspace as the documents do', () => {
    expect(workspaceNames('/Users/genius/project/ai')[0]).toBe('--Users-genius-project-ai--');
    expect(workspaceNames('--Users-me-project--')[0]).toBe('--Users-me-project--');
    expect(workspaceNames('C:\\Users\\me')[0]).toBe('--C--Users-me--');
    expect(workspaceNames('/a b/ü')[0]).toBe('--a%20b-%C3%BC--');
  });

  it('never puts two workspaces into one folder', async () => {
    const workspaces = ['/a/b', '/a-b', '--a-b--', '/A/b', 'a/b'];
    for (const [index, workspace] of workspaces.entries()) {
      await fileStorage({ root }).commit(
        { workspace, session: 's' },
        { head: 0 },
        batch(1, [put('items', 'k', { index })]),
      );
    }
    const names = (await readdir(root)).filter((name) => name.startsWith('--'));
    expect(names).toHaveLength(workspaces.length);
    expect(names.filter((name) => /^--a-b--~[0-9a-f]{16}$/.test(name))).toHaveLength(3);
    for (const [index, workspace] of workspaces.entries()) {
      expect(await valueOf(fileStorage({ root }), 'items', 'k', { workspace, session: 's' })).toEqual({
        index,
        check: 'c',
      });
    }
    expect((await storage.sessions()).map(({ workspace }) => workspace)).toEqual([...workspaces].sort());
  });

  it('lets racing workspaces of one name each have their own', async () => {
    const workspaces = Array.from(
      { length: 8 },
      (_, index) => `/${'x/x-'.repeat(3)}${index % 2 ? 'y/z' : 'y-z'}${'-'.repeat(index >> 1)}`,
    );
    await Promise.all(
      workspaces.map((workspace) =>
        fileStorage({ root }).commit(
          { workspace, session: 's' },
          { head: 0 },
          batch(1, [put('items', 'k', { workspace })]),
        ),
      ),
    );
    for (const workspace of workspaces)
      expect(await valueOf(storage, 'items', 'k', { workspace, session: 's' })).toMatchObject({ workspace });
  });

  it('finds the owner of a folder again when only the sessions say it', async () => {
    await storage.commit({ workspace: '/a/b', session: 's' }, { head: 0 }, batch(1, []));
    await unlink(join(root, '--a-b--/.workspace.json'));
    const again = fileStorage({ root });
    expect((await again.load({ workspace: '/a/b', session: 's' }, [])).manifest?.head).toBe(1);
    await again.commit({ workspace: '/a-b', session: 's' }, { head: 0 }, batch(1, []));
    expect((await readdir(root)).filter((name) => name.startsWith('--'))).toHaveLength(2);
  });

  it('gives every session name a folder of its own that any file system can hold', () => {
    const names = [
      '.',
      '..',
      '...',
      'a.',
      'A',
      'a',
      'con',
      'CON',
      'con.md',
      'nul',
      'a/b',
      'a\\b',
      'a%2Fb',
      '~',
      '%',
      'ü',
      'u\u0308',
      'x'.repeat(200),
      `${'x'.repeat(199)}y`,
      '語'.repeat(200),
      `${'語'.repeat(199)}話`,
      '\ud800',
      '\ud801',
      ' ',
      '\0',
      'chat 1',
      '.hidden',
    ];
    const arbitrary = fc.sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }), 2000);
    const all = [...new Set([...names, ...arbitrary])];
    const folders = all.map((session) => sessionFolder('/w', session).path.slice('/w/'.length));
    expect(new Set(folders.map((name) => name.toLowerCase())).size).toBe(all.length);
    for (const name of folders) {
      expect(name).toMatch(/^[a-z0-9_%-][A-Za-z0-9._%~-]*$/);
      expect(name).not.toMatch(/\.$|^(con|nul)(\.|$)/);
      expect(name.length).toBeLessThanOrEqual(200);
    }
  });

  it('refuses what leads outside, and what cannot be a file and a folder at once, before anything is written', async () => {
    await storage.commit(HERE, { head: 0 }, batch(1, [put('files', 'detail/a', { text: 'a' })]));
    for (const key of [
      '../up.md',
      '/etc/passwd',
      'detail/../../x',
      'detail/./x',
      'detail//x',
      '.hidden',
      'detail/.x',
      'a\\b',
      'a\0b',
      '',
      '.',
      'detail/a/b',
      `detail/${'語'.repeat(100)}`,
    ]) {
      await expect(
        storage.commit(HERE, { head: 1 }, batch(2, [put('items', 'k', {}), put('files', key, { text: 'x' })])),
        key,
      ).rejects.toMatchObject({ name: 'WorkingMemoryError' });
    }
    await expect(
      storage.commit(
        HERE,
        { head: 1 },
        batch(2, [put('files', 'detail/n', { text: 'x' }), put('files', 'detail/n/m', { text: 'x' })]),
      ),
    ).rejects.toMatchObject({ code: 'path-not-allowed' });
    await expect(
      storage.commit(HERE, { head: 1 }, batch(2, [put('files', 'detail/n', { text: '\ud800' })])),
    ).rejects.toMatchObject({ code: 'storage-unavailable' });
    expect((await storage.load(HERE, ['items', 'files'])).rows.map(({ key }) => key)).toEqual(['detail/a']);
    expect(await storage.commit(HERE, { head: 1 }, batch(2, [put('files', 'detail/n', { text: 'fine' })]))).toEqual({
      status: 'done',
    });
  });
});

describe('a folder where a file should go', () => {
  it('makes way when it is empty, and refuses the whole batch when it is not', async () => {
    await storage.commit(HERE, { head: 0 }, batch(1, []));
    await mkdir(join(folder, 'working-memory/detail/empty'));
    await mkdir(join(folder, 'working-memory/detail/full/inner'), { recursive: true });
    await writeFile(join(folder, 'working-memory/detail/full/inner/a.md'), 'by hand');
    await expect(
      storage.commit(HERE, { head: 1 }, batch(2, [put('items', 'k', {}), put('files', 'detail/full', { text: 'x' })])),
    ).rejects.toMatchObject({ details: { rule: 'file-and-folder' } });
    expect((await storage.load(HERE, ['items'])).rows).toEqual([]);
    await storage.commit(HERE, { head: 1 }, batch(2, [put('files', 'detail/empty', { text: 'x' })]));
    expect(await readFile(join(folder, 'working-memory/detail/empty'), 'utf8')).toBe('x');
    expect(existsSync(join(folder, '.working-memory/pending.json'))).toBe(false);
  });
});

describe('rows', () => {
  it('come back with typed arrays, odd numbers and odd names', async () => {
    const value = {
      vector: Float32Array.from([1.5, -0, Number.NaN]),
      bytes: new Uint8Array([0, 255]),
      big: new BigInt64Array([-1n]),
      buffer: new Uint8Array([1, 2]).buffer,
      infinite: Infinity,
      notANumber: Number.NaN,
      minusZero: -0,
      $key: 'mine',
      $number: 'x',
      nested: { $$bytes: [null, { $array: 1 }] },
      7: 'first',
      check: 'c',
    };
    await storage.commit(HERE, { head: 0 }, batch(1, [{ store: 'vectors', key: 'é\n"k"', value }]));
    expect(await valueOf(fileStorage({ root }), 'vectors', 'é\n"k"')).toEqual(value);
  });

  it('of any shape survive the way through JSON', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.oneof(
            fc.string(),
            fc.string().map((name) => `$${name}`),
          ),
          fc.anything({ withTypedArray: true, withNullPrototype: false }),
        ),
        (value) => {
          let encoded: unknown;
          try {
            encoded = encode(value);
          } catch (error) {
            expect(error).toBeInstanceOf(TypeError);
            return;
          }
          expect(decode(JSON.parse(JSON.stringify(encoded)))).toEqual(value);
          expect(decode(JSON.parse(lineOf(value, { $key: 'k' })))).toEqual(value);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('a change from outside', () => {
  beforeEach(async () => {
    await storage.commit(
      HERE,
      { head: 0 },
      batch(1, [
        put('files', 'overview.md', { text: 'ours', revision: 3 }),
        put('files', 'detail/a.md', { text: 'a' }),
      ]),
    );
  });
  const at = (path: string) => join(folder, 'working-memory', path);

  it('to a file is shown with its text and a mark, in every read', async () => {
    await writeFile(at('overview.md'), 'theirs');
    const row = { text: 'theirs', revision: 3, check: 'c', externallyEdited: true };
    expect(await valueOf(storage, 'files', 'overview.md')).toEqual(row);
    expect(await storage.row(HERE, 'files', 'overview.md')).toEqual(row);
    expect((await storage.rows(HERE, 'files', 'detail/b', 9)).map(({ value }) => value)).toEqual([row]);
    expect((await storage.since(HERE, { head: 0 }))?.rows.find(({ key }) => key === 'overview.md')?.value).toEqual(row);
    expect(await valueOf(storage, 'files', 'detail/a.md')).toEqual({ text: 'a', check: 'c' });
    await writeFile(at('overview.md'), 'ours');
    expect(await valueOf(storage, 'files', 'overview.md')).toEqual({ text: 'ours', revision: 3, check: 'c' });
  });

  it('that takes a file away, or makes it no text, is shown as a missing text', async () => {
    await unlink(at('overview.md'));
    await writeFile(at('detail/a.md'), Uint8Array.of(0xff, 0xfe));
    expect(await valueOf(storage, 'files', 'overview.md')).toEqual({
      text: null,
      revision: 3,
      check: 'c',
      externallyEdited: true,
    });
    expect(await valueOf(storage, 'files', 'detail/a.md')).toEqual({
      text: null,
      check: 'c',
      externallyEdited: true,
      unreadable: { bytes: 2, reason: 'it is not UTF-8 text' },
    });
  });

  it('that adds files shows those a virtual path could name, and names the others', async () => {
    await mkdir(at('archive/deep/er/still'), { recursive: true });
    for (const path of [
      'detail/new.md',
      'archive/deep/er/n.md',
      'archive/deep/er/still/n.md',
      'detail/.swap',
      'detail/a:b',
      'detail/u\u0308',
      'elsewhere.md',
    ]) {
      await writeFile(at(path), 'by hand');
    }
    await writeFile(at('detail/large.md'), 'x'.repeat(2_000_000));
    await symlink('/etc/hostname', at('detail/link.md'));
    const rows = (await storage.load(HERE, ['files'])).rows.filter(({ value }) => value?.externallyEdited);
    const byHand = { text: 'by hand', externallyEdited: true, check: '' };
    const unreadable = { bytes: 2_000_000, reason: 'it is larger than 1048576 bytes' };
    const misnamed = {
      ...byHand,
      text: null,
      unreadable: { bytes: 7, reason: 'its name is not allowed for a document' },
    };
    expect(rows.sort((one, other) => (one.key < other.key ? -1 : 1))).toEqual([
      { store: 'files', key: 'archive/deep/er/n.md', value: byHand },
      { store: 'files', key: 'detail/a:b', value: misnamed },
      { store: 'files', key: 'detail/large.md', value: { ...byHand, text: null, unreadable } },
      { store: 'files', key: 'detail/new.md', value: byHand },
      { store: 'files', key: 'detail/u\u0308', value: misnamed },
    ]);
  });

  it('is moved aside when a commit writes over it', async () => {
    await writeFile(at('overview.md'), 'theirs');
    await storage.commit(HERE, { head: 1 }, batch(2, [put('files', 'overview.md', { text: 'ours again' })]));
    expect(await readFile(at('overview.md'), 'utf8')).toBe('ours again');
    const kept = await readdir(join(folder, '.working-memory/replaced'));
    expect(kept).toHaveLength(1);
    expect(await readFile(join(folder, '.working-memory/replaced', String(kept[0])), 'utf8')).toBe('theirs');
    await writeFile(at('overview.md'), 'taken over');
    await storage.commit(HERE, { head: 2 }, batch(3, [put('files', 'overview.md', { text: 'taken over' })]));
    expect(await readdir(join(folder, '.working-memory/replaced'))).toHaveLength(1);
    expect(await valueOf(storage, 'files', 'overview.md')).toEqual({ text: 'taken over', check: 'c' });
    await storage.commit(HERE, { head: 3 }, batch(4, [put('tombstones', 'forgotten', { time: 4 })]));
    expect(existsSync(join(folder, '.working-memory/replaced'))).toBe(false);
  });

  it('is left alone when a commit writes the row and not its text', async () => {
    await writeFile(at('overview.md'), 'theirs');
    await storage.commit(
      HERE,
      { head: 1 },
      batch(2, [put('files', 'overview.md', { text: 'ours', revision: 3, former: [] })]),
    );
    expect(await readFile(at('overview.md'), 'utf8')).toBe('theirs');
    expect(await valueOf(storage, 'files', 'overview.md')).toMatchObject({ text: 'theirs', externallyEdited: true });
    expect(existsSync(join(folder, '.working-memory/replaced'))).toBe(false);
  });

  it('becomes a revision when an engine opens the session', async () => {
    const first = await testEngine({ ...HERE, session: 'edited' }, { storage });
    await first.engine.writeFile('overview.md', 'ours');
    const tree = join(root, '--Users-genius-project-ai--', 'edited');
    await writeFile(join(tree, 'working-memory/overview.md'), 'theirs');
    await writeFile(join(tree, 'working-memory/detail/new.md'), 'by hand');
    const { engine } = await testEngine({ ...HERE, session: 'edited' }, { storage: fileStorage({ root }) });
    expect(await engine.readFile('overview.md')).toMatchObject({
      text: expect.stringMatching(/^theirs\n/),
      source: 'user',
    });
    expect(await engine.readFile('detail/new.md')).toMatchObject({ text: 'by hand', revision: 1 });
    expect(await readFile(join(tree, 'working-memory/overview.md'), 'utf8')).toBe(
      (await engine.readFile('overview.md')).text,
    );
    expect(existsSync(join(tree, '.working-memory/replaced'))).toBe(false);
    const rows = (await fileStorage({ root }).load({ ...HERE, session: 'edited' }, ['files'])).rows;
    expect(rows.map(({ value }) => value?.externallyEdited)).toEqual([undefined, undefined]);
    expect((await engine.status()).quarantined).toEqual([]);
  });

  it('that puts a link into the tree leads nowhere', async () => {
    const outside = await temporaryFolder();
    await writeFile(join(outside, 'a.md'), 'outside');
    await rm(at('detail'), { recursive: true });
    await symlink(outside, at('detail'));
    await unlink(at('overview.md'));
    await symlink(join(outside, 'a.md'), at('overview.md'));
    expect(await valueOf(storage, 'files', 'overview.md')).toMatchObject({ text: null });
    expect(await valueOf(storage, 'files', 'detail/a.md')).toMatchObject({ text: null });
    await expect(
      storage.commit(HERE, { head: 1 }, batch(2, [put('files', 'detail/a.md', { text: 'x' })])),
    ).rejects.toMatchObject({ code: 'storage-unavailable' });
    await storage.commit(HERE, { head: 1 }, batch(2, [put('files', 'overview.md', { text: 'x' })]));
    expect(await readFile(join(outside, 'a.md'), 'utf8')).toBe('outside');
    expect(await readdir(outside)).toEqual(['a.md']);
    await unlink(join(folder, 'messages.jsonl'));
    await symlink(join(outside, 'a.md'), join(folder, 'messages.jsonl'));
    await expect(storage.rows(HERE, 'messages', '', 9)).rejects.toMatchObject({ code: 'storage-unavailable' });
  });
});

describe('sessions', () => {
  it('are listed from their meta.json alone', async () => {
    for (const session of ['one', 'two', 'Three']) {
      await storage.commit(
        { ...HERE, session },
        { head: 0 },
        batch(1, [
          put('sessions', 'session', { cwd: '/x' }),
          put('messages', '0', { text: 'long' }),
          put('items', 'k', {}),
        ]),
      );
    }
    const read: string[] = [];
    const watched: FileOperations = { ...nodeFiles, read: (path) => (read.push(path), nodeFiles.read(path)) };
    const listed = await fileStorage({ root }, watched).sessions();
    expect(listed.map(({ session, row, manifest }) => [session, row, manifest.head])).toEqual(
      ['Three', 'one', 'two'].map((session) => [session, { cwd: '/x', check: 'c' }, 1]),
    );
    expect(read.map((path) => path.split('/').at(-1))).toEqual(['meta.json', 'meta.json', 'meta.json']);
  });

  it('leave no file behind when they are deleted, and can begin again', async () => {
    await storage.commit(
      HERE,
      { head: 0 },
      batch(1, [put('items', 'k', {}), put('files', 'detail/a.md', { text: 'a' })]),
    );
    const other = fileStorage({ root });
    await other.load(HERE, ['items']);
    await storage.remove(HERE);
    await storage.remove(HERE);
    expect(await readdir(join(root, '--Users-genius-project-ai--'))).toEqual(['.workspace.json']);
    expect(await other.load(HERE, ['items'])).toEqual({ manifest: undefined, rows: [] });
    expect(await other.commit(HERE, { head: 0 }, batch(1, [put('items', 'n', {})]))).toEqual({ status: 'done' });
    expect((await storage.load(HERE, ['items', 'files'])).rows.map(({ key }) => key)).toEqual(['n']);
  });

  it('have no trace on the disk before the first commit', async () => {
    const fresh = join(root, 'deeper', 'still');
    const untouched = fileStorage({ root: fresh });
    await untouched.load(HERE, ['items']);
    await untouched.sessions();
    await untouched.remove(HERE);
    expect(existsSync(fresh)).toBe(false);
  });
});
