// Files that an editor puts into a session's folder and that have no place in its tree.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openWorkingMemory } from '../../src/entries/index.ts';
import { type PlainMessage, plainMessages } from '../../src/entries/lenses.ts';
import type { SettingsInput } from '../../src/options/options.ts';
import { fileStorage } from '../../src/storage/files/storage.ts';
import { testEngine } from '../support/engine.ts';
import { bundleOf, jsonOf } from '../support/storage/bundles.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

const HERE = { workspace: '/Users/genius/project/ai', session: 'edited' };
const BY_HAND = { updatedAt: 0, step: 0, source: 'user', trust: 2 } as const;
const LARGE = 'x'.repeat(300_000);
let root: string;
let tree: string;
const at = (path: string): string => join(tree, path);
const open = async (input: Partial<SettingsInput> = {}) =>
  (await testEngine({ ...HERE, ...input }, { storage: fileStorage({ root }) })).engine;
const outside = (path: string): Promise<string> => readFile(at(path), 'utf8');

beforeEach(async () => {
  root = await temporaryFolder();
  tree = join(root, '--Users-genius-project-ai--', 'edited', 'working-memory');
  const engine = await open();
  await engine.writeFile('detail/plan.md', 'our plan');
  await engine.close();
});

it('a name that no path may have is reported with the rule, and its file is never touched', async () => {
  const names = ['C# notes.md', '100%.md', 'what?.md', 're\u0301sume\u0301.md', 'end.'];
  for (const name of names) await writeFile(at(`detail/${name}`), 'by hand');
  await writeFile(at('detail/.hidden.md'), 'by hand');
  const engine = await open();
  const held = ((await engine.status()).heldBack ?? []).map(({ path, reason }) => [path, reason]);
  expect(Object.fromEntries(held)).toEqual({
    'detail/C# notes.md': 'the path is not allowed (forbidden-character)',
    'detail/100%.md': 'the path is not allowed (forbidden-character)',
    'detail/what?.md': 'the path is not allowed (forbidden-character)',
    'detail/re\u0301sume\u0301.md': 'the path is not allowed (not-nfc)',
    'detail/end.': 'the path is not allowed (outer-space-or-dot)',
  });
  await engine.writeFile('detail/other.md', 'goes on');
  await engine.forkSession('fork');
  await expect((await open()).status()).resolves.toMatchObject({ recovery: { kind: 'none' } });
  expect((await (await open({ session: 'fork' })).listFiles()).map(({ path }) => path)).toContain('detail/other.md');
  for (const name of names) expect(await outside(`detail/${name}`)).toBe('by hand');
});

it('a name that no file has any more is free for a folder, and the other way round', async () => {
  const engine = await open();
  await engine.writeFile('detail/plans/2026/may.md', 'may');
  await engine.deleteFile('detail/plans/2026/may.md');
  await engine.writeFile('detail/plans', 'notes');
  await engine.renameFile('detail/plan.md', 'detail/plan.md/old.md');
  await engine.writeFile('detail/k/inner/x.md', 'x');
  await engine.renameFile('detail/k/inner/x.md', 'detail/k');
  expect([await outside('detail/plans'), await outside('detail/plan.md/old.md'), await outside('detail/k')]).toEqual([
    'notes',
    'our plan',
    'x',
  ]);
  await engine.writeFile('detail/l/x.md', 'x');
  await engine.writeFile('detail/l/y.md', 'y');
  await expect(engine.renameFile('detail/l/x.md', 'detail/l')).rejects.toMatchObject({
    details: { rule: 'file-and-folder' },
  });
  expect((await readdir(join(tree, '..', '.working-memory'))).includes('pending.json')).toBe(false);
});

it('a file and a folder whose names differ only in case keep no session from opening', async (test) => {
  await writeFile(at('detail/Notes'), 'a file');
  test.skip(existsSync(at('detail/notes')), 'this file system takes both for one name');
  await mkdir(at('detail/notes'));
  await writeFile(at('detail/notes/x.md'), 'another');
  for (let opening = 0; opening < 2; opening++) {
    const engine = await open();
    expect((await engine.readFile('detail/Notes')).text).toBe('a file');
    expect((await engine.readFile('detail/notes/x.md')).text).toBe('another');
    await engine.close();
  }
});

describe('a file from outside that is too large', () => {
  beforeEach(() => writeFile(at('detail/large.md'), LARGE));

  it('does not keep the session from opening: what fits is adopted, the rest is reported', async () => {
    await writeFile(at('detail/small.md'), 'by hand');
    await writeFile(at('detail/huge.md'), 'y'.repeat(1_500_000));
    await writeFile(at('detail/latin.md'), Uint8Array.of(0xe9));
    const engine = await open();
    expect((await engine.status()).heldBack).toEqual([
      { path: 'detail/huge.md', bytes: 1_500_000, reason: 'it is larger than 1048576 bytes' },
      { path: 'detail/latin.md', bytes: 1, reason: 'it is not UTF-8 text' },
      { path: 'detail/large.md', bytes: 300_000, reason: 'files.maxFileBytes allows 262144' },
    ]);
    expect((await engine.listFiles()).map(({ path }) => path)).toEqual([
      'detail/plan.md',
      'detail/small.md',
      'overview.md',
    ]);
    expect((await engine.readFile('overview.md')).text).toContain('detail/small.md');
    expect(await outside('detail/large.md')).toBe(LARGE);
  });

  it('is not written over, renamed over, deleted or edited', async () => {
    const engine = await open();
    const refused = { code: 'path-not-allowed', details: { path: 'detail/large.md', rule: 'held-back' } };
    await expect(engine.writeFile('detail/large.md', 'mine', { force: true })).rejects.toMatchObject(refused);
    await expect(engine.renameFile('detail/plan.md', 'detail/large.md')).rejects.toMatchObject(refused);
    await expect(engine.readFile('detail/large.md')).rejects.toMatchObject(refused);
    await expect(engine.deleteFile('detail/large.md')).rejects.toMatchObject({ code: 'not-found' });
    await engine.writeFile('detail/other.md', 'goes on');
    expect(await outside('detail/large.md')).toBe(LARGE);
  });

  it('is adopted as soon as it fits, and free again when it is gone', async () => {
    const engine = await open();
    await writeFile(at('detail/large.md'), 'shorter');
    expect(await engine.readFile('detail/large.md')).toMatchObject({ text: 'shorter', source: 'user' });
    await writeFile(at('detail/second.md'), LARGE);
    await expect(engine.readFile('detail/second.md')).rejects.toMatchObject({ code: 'path-not-allowed' });
    await rm(at('detail/second.md'));
    await expect(engine.readFile('detail/second.md')).rejects.toMatchObject({ code: 'not-found' });
    expect(await engine.writeFile('detail/second.md', 'mine')).toMatchObject({ status: 'written' });
  });
});

describe('a file of the session that grew too large outside', () => {
  it.each([
    ['too large', LARGE],
    ['no text', Uint8Array.of(0xff, 0xfe)],
  ])('(%s) stays on disk as it is, whatever the memory writes, and comes back when it fits', async (_, content) => {
    await writeFile(at('detail/plan.md'), content);
    const engine = await open();
    expect((await engine.status()).heldBack).toMatchObject([{ path: 'detail/plan.md' }]);
    await expect(engine.writeFile('detail/plan.md', 'mine', { force: true })).rejects.toMatchObject({
      details: { rule: 'held-back' },
    });
    await expect(engine.deleteFile('detail/plan.md')).rejects.toThrow();
    await engine.writeFile('detail/other.md', 'goes on');
    await engine.memorize([{ text: 'goes on' }]);
    expect(await readFile(at('detail/plan.md'))).toEqual(Buffer.from(content));
    await writeFile(at('detail/plan.md'), 'our new plan');
    expect(await engine.readFile('detail/plan.md')).toMatchObject({ text: 'our new plan', revision: 2 });
  });

  it('is the overview: it is read as it is, and its writes wait', async () => {
    await writeFile(at('overview.md'), `# Ours\n\n${'z'.repeat(20_000)}`);
    const engine = await open();
    expect((await engine.status()).heldBack).toMatchObject([{ path: 'overview.md' }]);
    expect((await engine.readFile('overview.md')).text).toContain('# Ours');
    await expect(engine.writeFile('overview.md', '# Mine', { force: true })).rejects.toMatchObject({
      details: { rule: 'held-back' },
    });
    await engine.writeFile('detail/other.md', 'goes on');
    expect(await outside('overview.md')).toContain('z'.repeat(20_000));
  });
});

describe('files from outside that are too many', () => {
  it('are adopted in order of their paths as far as there is room, changes of known files first', async () => {
    await mkdir(at('archive/old'), { recursive: true });
    for (const name of ['a', 'b', 'c', 'd']) await writeFile(at(`detail/${name}.md`), name);
    await writeFile(at('archive/old/first.md'), 'first');
    await writeFile(at('detail/plan.md'), 'their plan');
    const engine = await open({ files: { maxFiles: 4 } });
    expect((await engine.listFiles()).map(({ path }) => path)).toEqual([
      'archive/old/first.md',
      'detail/a.md',
      'detail/plan.md',
      'overview.md',
    ]);
    expect((await engine.readFile('detail/plan.md')).text).toBe('their plan');
    expect((await engine.status()).heldBack?.map(({ path, reason }) => [path, reason])).toEqual(
      ['detail/b.md', 'detail/c.md', 'detail/d.md'].map((path) => [path, 'files.maxFiles allows 4']),
    );
  });

  it('are as many as the overview has room for in its index', async () => {
    for (let number = 10; number < 60; number++)
      await writeFile(at(`detail/${'long-name-'.repeat(8)}${number}.md`), `# About ${number}`);
    const engine = await open({ files: { maxOverviewBytes: 3000 } });
    const adopted = (await engine.listFiles()).length;
    const held = (await engine.status()).heldBack ?? [];
    expect(adopted).toBeGreaterThan(2);
    expect(held.length).toBe(52 - adopted);
    expect(new Set(held.map(({ reason }) => reason))).toEqual(new Set(['the overview has no room for its index']));
  });
});

describe('a session beside an overview from outside', () => {
  it('prepares requests and imports bundles although the overview cannot be written', async () => {
    const options = { ...HERE, worker: false as const, context: { window: 2000, autonomy: 'auto' as const } };
    await writeFile(at('overview.md'), `# Ours\n\n${'z'.repeat(20_000)}`);
    const memory = await openWorkingMemory({ ...options, storage: fileStorage({ root }) });
    expect(memory.runtime.heldBack).toMatchObject([{ path: 'overview.md' }]);
    const list: PlainMessage[] = [];
    for (let turn = 0; turn < 12; turn++) {
      list.push({ role: 'user', content: `question ${turn} ${'word '.repeat(100)}` });
      const next = await memory.context.prepare(plainMessages, list);
      expect(next.messages.length).toBeGreaterThan(0);
      list.push({ role: 'assistant', content: `answer ${turn} ${'word '.repeat(100)}` });
    }
    list.push({ role: 'user', content: 'and now?' });
    expect((await memory.context.prepare(plainMessages, list)).messages.length).toBeLessThan(list.length);
    const files = [
      { path: 'overview.md', text: '# Theirs', revision: 9, ...BY_HAND },
      { path: 'detail/theirs.md', text: 'theirs', revision: 1, ...BY_HAND },
    ];
    const result = await memory.import(jsonOf(bundleOf({ files })), { conflict: 'replace' });
    expect(result.files).toBe(1);
    expect(result.skipped).toEqual([
      { where: 'overview.md', reason: 'a file from outside is there: files.maxOverviewBytes allows 16384' },
    ]);
    expect(await outside('overview.md')).toBe(`# Ours\n\n${'z'.repeat(20_000)}`);
    await memory.close();
  });
});
