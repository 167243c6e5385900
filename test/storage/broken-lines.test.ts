// Lines in session files whose key cannot be read: reported until dismissed, and then deleted.
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openWorkingMemory } from '../../src/entries/index.ts';
import { type FileOperations, nodeFiles } from '../../src/storage/files/operations.ts';
import type { Batch, Row, RowChange, RowStore } from '../../src/storage/port.ts';
import { fileStorage } from '../../src/storage/files/storage.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

const HERE = { workspace: '/work', session: 's' };
let root: string;
const hidden = (name: string) => join(root, '--work--', 's', '.working-memory', name);
const linesOf = async (name: string): Promise<string[]> => (await readFile(hidden(name), 'utf8')).split('\n');
const open = (options: object = {}) =>
  openWorkingMemory({ ...HERE, storage: fileStorage({ root }), worker: false, limits: { maxItems: 3 }, ...options });

beforeEach(async () => {
  root = await temporaryFolder();
});

describe('a line whose key cannot be read', () => {
  const damages: [string, (line: string) => string][] = [
    ['that lacks its first character', (line) => line.slice(1)],
    ['that is an empty object', () => '{}'],
    ['of zeros', () => '\0\0\0'],
  ];
  const files: [string, string][] = [
    ['items', 'items.jsonl'],
    ['tail', 'tail.jsonl'],
    ['files', 'files.jsonl'],
    ['tombstones', 'tombstones.jsonl'],
  ];
  beforeEach(async () => {
    const memory = await open();
    for (let at = 0; at < 6; at++) await memory.items.memorize(`boat fact ${at}`);
    const [first] = await memory.items.list();
    await memory.items.forget({ ids: [first?.id ?? ''] }, { mode: 'hard' });
    await memory.files.write('detail/boat.md', 'A boat');
    await memory.close();
  });

  for (const [store, file] of files)
    for (const [what, damage] of damages)
      it(`${what} in ${file} is gone for good once it was dismissed, and nothing else is`, async () => {
        const lines = await linesOf(file);
        const [broken = '', ...sound] = lines;
        await writeFile(hidden(file), [damage(broken), ...sound].join('\n'));
        const memory = await open();
        expect(memory.runtime.quarantined).toContainEqual({ store, key: 'line 1' });
        expect(await memory.dismissQuarantined()).toBeGreaterThan(0);
        expect((await memory.salvage()).damaged).toEqual([]);
        expect(await memory.dismissQuarantined()).toBe(0);
        await memory.close();
        const again = await open();
        expect([again.recovery.kind, again.runtime.quarantined]).toEqual(['none', []]);
        expect((await again.files.read('detail/boat.md')).text).toBe('A boat');
        await again.close();
        expect(await linesOf(file)).toEqual(expect.arrayContaining(sound));
        expect(await readFile(hidden(file), 'utf8')).not.toContain(`${damage(broken)}\n`);
      });
});

describe('a line that is called by its place', () => {
  const put = (key: string, text: string): RowChange => ({ store: 'items', key, value: { text, check: 'c' } as Row });
  const drop = (key: string, store: RowStore = 'items'): RowChange => ({ store, key, value: undefined });
  const batch = (head: number, rows: readonly RowChange[]): Batch => ({
    manifest: { version: 2, head, messages: 0, commit: `c${head}` } as Batch['manifest'],
    entry: { head, after: `c${head - 1}`, touched: rows.map(({ store, key }) => ({ store, key })) } as Batch['entry'],
    rows,
    dropJournalUpTo: 0,
  });
  const basis = (head: number) => (head === 0 ? { head } : { head, commit: `c${head}` });
  const held = async (): Promise<[string, unknown][]> =>
    (await fileStorage({ root }).load(HERE, ['items'])).rows.map(({ key, value }) => [
      key,
      value?.text ?? value?.broken,
    ]);

  beforeEach(async () => {
    const rows = ['a', 'b', 'c', 'd', 'e'].map((key) => put(key, key));
    await fileStorage({ root }).commit(HERE, basis(0), batch(1, rows));
    const [a, , c, , e] = await linesOf('items.jsonl');
    await writeFile(hidden('items.jsonl'), `${[a, '{"$ke', c, 'x', e].join('\n')}\n`);
  });

  it('keeps that place when the rows before it leave, so that no other is taken for it', async () => {
    const storage = fileStorage({ root });
    await storage.commit(HERE, basis(1), batch(2, [drop('a')]));
    const path = hidden('items.jsonl');
    expect(await held()).toEqual([
      ['line 2', `line 2 of ${path}`],
      ['c', 'c'],
      ['line 4', `line 4 of ${path}`],
      ['e', 'e'],
    ]);
    await storage.commit(HERE, basis(2), batch(3, [drop('line 2'), put('f', 'f')]));
    expect(await held()).toEqual([
      ['c', 'c'],
      ['line 4', `line 4 of ${path}`],
      ['e', 'e'],
      ['f', 'f'],
    ]);
    await storage.commit(HERE, basis(3), batch(4, [drop('line 4')]));
    expect((await linesOf('items.jsonl')).map((line) => line.slice(0, 12))).toEqual([
      '{"$key":"c",',
      '{"$key":"e",',
      '{"$key":"f",',
      '',
    ]);
  });

  it('is there or gone, and every sound row there, wherever the process is killed', async () => {
    const before = root;
    const ends = new Set<boolean>();
    for (let steps = 0, isWhole = false; !isWhole; steps++) {
      root = await temporaryFolder();
      await cp(before, root, { recursive: true });
      const { operations, isKilled } = killedAfter(steps);
      const storage = fileStorage({ root }, operations);
      await storage.commit(HERE, basis(1), batch(2, [drop('line 2')])).catch(() => undefined);
      isWhole = !isKilled();
      // Its process is dead.
      for (const lock of [hidden('lock'), join(root, '.lock')]) await nodeFiles.removeFile(lock);
      const found = await held();
      ends.add(found.some(([key]) => key === 'line 2'));
      expect(found.filter(([key]) => key !== 'line 2').map(([key]) => key)).toEqual(['a', 'c', 'line 4', 'e']);
      const { manifest } = await fileStorage({ root }).load(HERE, []);
      expect(manifest?.head === 2, 'what the batch says is done').toBe(!found.some(([key]) => key === 'line 2'));
    }
    expect(ends).toEqual(new Set([true, false]));
  });
});

describe('a broken line of the journal', () => {
  const damages: [string, (line: string) => string][] = [
    ['that was cut', (line) => line.slice(0, 20)],
    ['that is an empty object', () => '{}'],
    ['that is null', () => 'null'],
    ['of zeros', () => '\0\0\0'],
  ];
  beforeEach(async () => {
    const memory = await open();
    for (let at = 0; at < 6; at++) await memory.items.memorize(`boat fact ${at}`);
    await memory.transcript.append({ role: 'user', text: 'hello' });
    await memory.close();
  });
  const damaged = async (line: number, damage: (line: string) => string): Promise<void> => {
    const lines = await linesOf('journal.jsonl');
    lines[line - 1] = damage(lines[line - 1] ?? '');
    await writeFile(hidden('journal.jsonl'), lines.join('\n'));
  };

  for (const [what, damage] of damages)
    it(`${what} keeps nothing from being read, is reported, and is gone once it was dismissed`, async () => {
      const lines = await linesOf('journal.jsonl');
      await damaged(4, damage);
      const readOnly = await open({ readOnly: true });
      expect(readOnly.runtime.quarantined).toEqual([{ store: 'journal', key: 'line 4' }]);
      const whole = JSON.parse(await readOnly.export({ format: 'json' })) as { journal: { head: number }[] };
      expect(whole.journal.map(({ head }) => head)).toEqual([1, 2, 3, 5, 6, 7, 8]);
      expect((await readOnly.report()).text).not.toBe('');
      const { bundle, damaged: found } = await readOnly.salvage();
      expect(JSON.parse(bundle)).toMatchObject({ items: [{}, {}, {}], messages: [{ text: 'hello' }] });
      const row = { broken: `line 4 of ${hidden('journal.jsonl')}`, check: '' };
      expect(found).toEqual([{ store: 'journal', key: 'line 4', row }]);
      await readOnly.close();

      const memory = await open();
      expect([memory.recovery.kind, await memory.dismissQuarantined()]).toEqual(['none', 1]);
      expect((await memory.salvage()).damaged).toEqual([]);
      await memory.close();
      const left = await linesOf('journal.jsonl');
      expect(left.slice(0, 7)).toEqual(lines.filter((line, at) => at !== 3 && line !== ''));
      expect([left.length, JSON.parse(left[7] ?? ''), left[8]]).toEqual([9, expect.objectContaining({ head: 9 }), '']);
      const again = await open();
      expect([again.recovery.kind, again.runtime.quarantined]).toEqual(['none', []]);
      expect((await again.items.list()).map(({ text }) => text)).toEqual(['boat fact 3', 'boat fact 4', 'boat fact 5']);
      await again.close();
    });

  it('has an owner that is further behind load the whole session', async () => {
    const [behind, ahead] = [await open(), await open()];
    await ahead.items.memorize('one more');
    await ahead.items.memorize('and another');
    await damaged(8, (line) => line.slice(1));
    await behind.items.memorize('the last');
    expect((await behind.items.list()).map(({ text }) => text)).toEqual(['one more', 'and another', 'the last']);
    await Promise.all([behind.close(), ahead.close()]);
  });

  it('that no entry after it counts any more is no damage', async () => {
    const memory = await open({ journal: { maxEntries: 16 } });
    await damaged(2, () => '{"cut');
    for (let at = 0; at < 20; at++) await memory.items.memorize(`later ${at}`);
    await memory.close();
    const again = await open();
    expect(again.runtime.quarantined).toEqual([]);
    await again.close();
  });

  it('stays out of the file where a process is killed while it takes it out', async () => {
    await damaged(4, () => '{"cut');
    const before = root;
    const ends = new Set<string>();
    for (let steps = 60, isWhole = false; !isWhole; steps++) {
      root = await temporaryFolder();
      await cp(before, root, { recursive: true });
      const { operations, isKilled } = killedAfter(steps);
      await open({ storage: fileStorage({ root }, operations) })
        .then((memory) => memory.dismissQuarantined())
        .catch(() => undefined);
      isWhole = !isKilled();
      for (const lock of [hidden('lock'), join(root, '.lock')]) await nodeFiles.removeFile(lock);
      const { manifest } = await fileStorage({ root }).load(HERE, []);
      const heads = (await fileStorage({ root }).journal(HERE, 0, 99)).map(({ head }) => head);
      expect(heads).toEqual([1, 2, 3, 5, 6, 7, 8, 9].slice(0, manifest?.head === 9 ? 8 : 7));
      const broken = (await fileStorage({ root }).load(HERE, ['sessions'])).rows.map(({ key }) => key);
      expect(broken).toEqual(manifest?.head === 9 ? ['session'] : ['session', 'journal line 4']);
      ends.add(broken.join());
    }
    expect(ends.size).toBe(2);
  });
});

/** File operations of a process that stops after `steps` steps. */
function killedAfter(steps: number): { operations: FileOperations; isKilled: () => boolean } {
  let [left, isKilled] = [steps, false];
  const killed = Object.fromEntries(
    Object.entries(nodeFiles).map(([name, operation]) => [
      name,
      async (...args: unknown[]) => {
        if (left-- <= 0) {
          isKilled = true;
          throw new Error('killed');
        }
        return (operation as (...given: unknown[]) => unknown)(...args);
      },
    ]),
  );
  return { operations: killed as unknown as FileOperations, isKilled: () => isKilled };
}
