// Hostile and good paths from test/corpus/paths, tried in every call of the engine that takes a path.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileStorage } from '../../src/storage/files/storage.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import type { Engine } from '../../src/boundary/engine.ts';
import { isWorkingMemoryError } from '../../src/errors.ts';
import { ROW_STORES } from '../../src/storage/port.ts';
import { checkPath, foldKey } from '../../src/tree/paths.ts';
import { testEngine } from '../support/engine.ts';

interface Entry {
  readonly path: unknown;
  readonly why: string;
}

const FOLDER = new URL('../corpus/paths/', import.meta.url);
const read = async <Fields>(name: string): Promise<(Entry & Fields)[]> =>
  JSON.parse(await readFile(new URL(name, FOLDER), 'utf8')) as (Entry & Fields)[];

const NOT_REFUSED_BY_FORM = ['good.json', 'collisions.json'];
const good = await read<{ path: string }>('good.json');
const collisions = await read<{ path: string; existing: string }>('collisions.json');
const hostile = await Promise.all(
  (await readdir(FOLDER))
    .filter((name) => !NOT_REFUSED_BY_FORM.includes(name))
    .sort()
    .map(async (name) => ({ kind: name.replace(/\.json$/, ''), entries: await read(name) })),
);

const RULES = [
  'not-a-text',
  'empty',
  'too-long',
  'half-surrogate',
  'control-character',
  'invisible-character',
  'forbidden-character',
  'not-nfc',
  'look-alike',
  'absolute',
  'empty-segment',
  'traversal',
  'hidden',
  'outer-space-or-dot',
  'segment-too-long',
  'too-deep',
  'reserved-name',
  'unknown-root',
  'case-collision',
  'file-and-folder',
  'overview',
];
/** Reasons that depend on existing files, and that the error states in words. */
const IN_WORDS = ['case-collision', 'file-and-folder', 'overview'];
const MOST_SHOWN = 60;

/** A file that is there, so that nothing is refused for want of one. */
const PRESENT = 'detail/present.md';
const TEXT = 'a passage';

const reads: Record<string, (engine: Engine, path: string) => Promise<unknown>> = {
  readFile: (engine, path) => engine.readFile(path),
  fileHistory: (engine, path) => engine.fileHistory(path),
};
const writes: typeof reads = {
  writeFile: (engine, path) => engine.writeFile(path, TEXT),
  'writeFile by force': (engine, path) => engine.writeFile(path, TEXT, { force: true }),
  'writeFile on a revision': (engine, path) => engine.writeFile(path, TEXT, { baseRevision: 1 }),
  editFile: (engine, path) => engine.editFile(path, TEXT, 'another'),
  'renameFile from it': (engine, path) => engine.renameFile(path, 'detail/free.md'),
  'renameFile to it': (engine, path) => engine.renameFile(PRESENT, path),
  deleteFile: (engine, path) => engine.deleteFile(path),
  restoreFile: (engine, path) => engine.restoreFile(path, 1),
};
const entrances = { ...reads, ...writes };

async function treeWith(...paths: readonly string[]) {
  const storage = memoryStorage();
  const { engine, journal } = await testEngine({}, { storage });
  for (const path of [PRESENT, ...paths]) await engine.writeFile(path, TEXT);
  const stored = async (): Promise<string> =>
    JSON.stringify([await storage.load({ workspace: '/', session: 'test' }, ROW_STORES), await journal()]);
  return { engine, stored };
}

/** The error of a call; undefined when it was answered. */
const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error ?? 'nothing',
  );

/** ASCII, so that every code point can be read in a report. */
const shown = (path: unknown): string => {
  const json = JSON.stringify(path).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return json.length > 100 ? `${json.slice(0, 100)}… (${json.length} characters)` : json;
};

/** Returns the flaw of a refusal; undefined where there is none. */
function flawOf(error: unknown, path: unknown): string | undefined {
  if (!isWorkingMemoryError(error)) return `failed with ${String(error)}`;
  if (!isWorkingMemoryError(error, 'path-not-allowed')) return `passed for a path (${error.code})`;
  const { rule, path: told } = error.details;
  if (!RULES.includes(rule)) return `names no known rule: ${rule}`;
  if (!IN_WORDS.includes(rule) && !error.message.includes(`(${rule})`)) return `keeps the rule ${rule} to itself`;
  if (told.length > MOST_SHOWN + 1 || showsTooMuch(error.message, path))
    return `shows more than ${MOST_SHOWN} characters (${rule})`;
  return undefined;
}

function showsTooMuch(message: string, path: unknown): boolean {
  const text = typeof path === 'string' ? path : '';
  for (let from = 0; from + MOST_SHOWN < text.length; from++) {
    const part = text.slice(from, from + MOST_SHOWN + 1);
    if (message.includes(part) || message.includes(JSON.stringify(part).slice(1, -1))) return true;
  }
  return false;
}

const provoked = new Set<string>();

describe('a hostile path', () => {
  it.each(hostile)('is refused at every entrance, and nothing is stored: $kind', async ({ entries }) => {
    const { engine, stored } = await treeWith();
    const before = await stored();
    const flaws: string[] = [];
    for (const { path, why } of entries) {
      for (const [name, enter] of Object.entries(entrances)) {
        const error = await errorOf(enter(engine, path as string));
        if (isWorkingMemoryError(error, 'path-not-allowed')) provoked.add(error.details.rule);
        const flaw = error === undefined ? 'was answered' : flawOf(error, path);
        if (flaw === undefined) continue;
        flaws.push(`${shown(path)} ${name}: ${flaw} — ${why}`);
        // One entrance is enough to know, and the others might store it.
        break;
      }
    }
    expect(flaws).toEqual([]);
    expect(await stored()).toBe(before);
  });

  it('is refused beside a file that some system would take for the same', async () => {
    const flaws: string[] = [];
    for (const { path, existing, why } of collisions) {
      for (const [name, enter] of Object.entries(writes)) {
        const { engine, stored } = await treeWith(existing);
        const before = await stored();
        const error = await errorOf(enter(engine, path));
        if (isWorkingMemoryError(error, 'path-not-allowed')) provoked.add(error.details.rule);
        const isAbsent = /edit|from|delete|restore|revision/.test(name) && isWorkingMemoryError(error, 'not-found');
        const flaw = error === undefined ? 'was answered' : isAbsent ? undefined : flawOf(error, path);
        if (flaw !== undefined) flaws.push(`${shown(path)} beside ${shown(existing)} ${name}: ${flaw} — ${why}`);
        else if ((await stored()) !== before) flaws.push(`${shown(path)} ${name}: was stored`);
      }
      const { engine } = await treeWith(existing);
      await expect(engine.readFile(path)).rejects.toMatchObject({ code: 'not-found' });
      expect(await engine.fileHistory(path)).toEqual([]);
    }
    expect(flaws).toEqual([]);
  });

  it('is refused when a file that came back would stand beside its double', async () => {
    const { engine } = await treeWith('detail/Plan.md');
    await engine.deleteFile('detail/Plan.md');
    await engine.writeFile('detail/plan.md', TEXT);
    await expect(engine.restoreFile('detail/Plan.md', 1)).rejects.toMatchObject({
      details: { rule: 'case-collision' },
    });
    await engine.renameFile('detail/plan.md', 'detail/PLAN.md');
    expect((await engine.listFiles()).map(({ path }) => path)).toEqual(['detail/PLAN.md', PRESENT, 'overview.md']);
  });

  it('is refused where the overview would leave its place', async () => {
    const { engine, stored } = await treeWith();
    const before = await stored();
    for (const leave of [engine.deleteFile('overview.md'), engine.renameFile('overview.md', 'detail/free.md')]) {
      const error = await errorOf(leave);
      expect(flawOf(error, 'overview.md')).toBeUndefined();
      if (isWorkingMemoryError(error, 'path-not-allowed')) provoked.add(error.details.rule);
    }
    expect(await stored()).toBe(before);
  });
});

describe('the corpus', () => {
  it('holds more than 400 hostile and 40 good paths, each once and with its reason', () => {
    const all = hostile.flatMap(({ entries }) => entries);
    expect(all.length).toBeGreaterThanOrEqual(420);
    expect(good.length).toBeGreaterThanOrEqual(40);
    const keys = [...all, ...good].map(({ path }) => JSON.stringify(path));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    for (const { why } of [...all, ...good, ...collisions]) expect(why.length).toBeGreaterThan(5);
  });

  it('provokes every rule, and no rule that is not listed here', () => {
    expect([...provoked].sort()).toEqual([...RULES].sort());
  });
});

describe('a good path', () => {
  const files = good.map(({ path }) => path).filter((path) => path !== 'overview.md');

  it('works at every entrance, to the letter', async () => {
    const { engine } = await testEngine();
    for (const path of files) {
      expect(await engine.writeFile(path, TEXT)).toMatchObject({ status: 'written', path, revision: 1 });
      await engine.editFile(path, 'a passage', 'another');
      expect((await engine.listFiles()).map((file) => file.path)).toContain(path);
      expect(await engine.readFile(path)).toMatchObject({ path, text: 'another', revision: 2 });
      expect(await engine.fileHistory(path)).toMatchObject([{ path, text: TEXT, revision: 1 }]);
      expect(await engine.restoreFile(path, 1)).toMatchObject({ path, revision: 3 });
      await engine.renameFile(path, 'archive/elsewhere.md');
      await engine.renameFile('archive/elsewhere.md', path);
      expect(await engine.readFile(path)).toMatchObject({ path, text: TEXT });
      await engine.deleteFile(path);
      expect((await engine.listFiles()).map((file) => file.path)).not.toContain(path);
    }
    await engine.writeFile('overview.md', TEXT);
    expect(await engine.readFile('overview.md')).toMatchObject({ text: TEXT });
  });

  it('goes beside all others, also on a disk, and comes back from there', async () => {
    const root = await mkdtemp(join(tmpdir(), 'working-memory-'));
    try {
      // Their index would not fit into a common overview.
      const settings = { files: { maxOverviewBytes: 262_144 } };
      const { engine } = await testEngine(settings, { storage: fileStorage({ root }) });
      for (const path of files) await engine.writeFile(path, `in ${path}`);
      await engine.close();
      const { engine: again } = await testEngine(settings, { storage: fileStorage({ root }) });
      expect((await again.listFiles()).map(({ path }) => path)).toEqual([...files, 'overview.md'].sort());
      for (const path of files) expect((await again.readFile(path)).text).toBe(`in ${path}`);
      await again.close();
    } finally {
      await rm(root, { recursive: true });
    }
  });
});

describe('of many random paths', () => {
  const PIECES = [
    'detail',
    'archive',
    'overview.md',
    'detail/',
    'archive/',
    'Detail/',
    'DETAIL/',
    '/',
    '//',
    '\\',
    '.',
    '..',
    '../',
    '...',
    '~',
    ':',
    'a',
    'A',
    'b',
    'ab',
    'AB',
    '.md',
    '.MD',
    ' ',
    '  ',
    '\t',
    '\n',
    '\0',
    '%2e',
    '%2f',
    '%',
    '#',
    '?',
    '*',
    '|',
    '<',
    '"',
    '$DATA',
    '`',
    'CON',
    'aux',
    'com1',
    'nul.',
    '__proto__',
    'constructor',
    '.git',
    'working-memory/',
    'C:',
    'file:',
    '会',
    '議',
    'é',
    'e\u0301',
    'É',
    'ß',
    'ſ',
    'ﬁ',
    'İ',
    'ı',
    'K',
    '\u212a',
    'Σ',
    'ς',
    'σ',
    '𝒟',
    '２',
    '½',
    '𐐀',
    '😀',
    '\uff0e',
    '\uff0f',
    '\u2024',
    '\u2025',
    '\u2044',
    '\u2215',
    '\u29f8',
    '\u200b',
    '\u202e',
    '\ufeff',
    '\u00ad',
    '\u0301',
    '\u00a0',
    '\u3000',
    '\ud800',
    '\udc00',
    '\u{e0061}',
    '\ufe0f',
    'x'.repeat(60),
    'y'.repeat(101),
  ];
  const piece = fc.constantFrom(...PIECES);
  const calm = fc.constantFrom(
    'a',
    'A',
    'b',
    'B',
    '会',
    'É',
    'é',
    'ﬁ',
    'fi',
    'ſ',
    's',
    'S',
    ' ',
    '.',
    '-',
    '2',
    '２',
    '😀',
    '𐐀',
    '𐐨',
    'İ',
    'Σ',
  );
  const name = fc.array(calm, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
  const random = fc.oneof(
    fc.array(piece, { maxLength: 10 }).map((parts) => parts.join('')),
    fc.array(piece, { maxLength: 5 }).map((parts) => `detail/${parts.join('')}`),
    fc
      .tuple(fc.constantFrom('detail/', 'archive/'), fc.array(name, { minLength: 1, maxLength: 3 }))
      .map(([top, names]) => top + names.join('/')),
    fc.string({ unit: 'binary', maxLength: 30 }).map((text) => `detail/${text}`),
    fc.string({ unit: 'binary', maxLength: 80 }),
  );
  const accepted = new Set<string>();

  it('none breaks the rules, and those that pass are canonical and stay inside whatever a system makes of them', () => {
    fc.assert(
      fc.property(random, (path) => {
        let passed: string;
        try {
          passed = checkPath(path);
        } catch (error) {
          expect(flawOf(error, path)).toBeUndefined();
          return;
        }
        accepted.add(path);
        expect(passed).toBe(path);
        expect(path.isWellFormed() && path.normalize('NFC') === path).toBe(true);
        expect(new TextEncoder().encode(path).length).toBeLessThanOrEqual(255 * 3);
        for (const form of [
          path,
          path.normalize('NFD'),
          path.normalize('NFKC'),
          path.toLowerCase(),
          path.toUpperCase(),
          foldKey(path),
        ]) {
          expect(posix.join('/tree', form)).toBe(`/tree/${form}`);
          expect(win32.join('C:\\tree', form)).toBe(`C:\\tree\\${form.replaceAll('/', '\\')}`);
          expect(form.split('/')).toHaveLength(path.split('/').length);
        }
        const url = new URL(path.split('/').map(encodeURIComponent).join('/'), 'file:///tree/');
        expect(decodeURIComponent(url.pathname)).toBe(`/tree/${path}`);
        expect(foldKey(foldKey(path))).toBe(foldKey(path));
      }),
      { numRuns: 20_000, seed: 5 },
    );
    expect(accepted.size).toBeGreaterThan(1500);
  });

  it('those that are written are unique by fold key and come back as they are', async () => {
    const { engine } = await testEngine({ files: { maxFiles: 2000, maxOverviewBytes: 262_144 } });
    const written = new Map([['overview.md', 'overview.md']]);
    let refused = 0;
    // Doubles side by side, so that they are among those that are tried.
    const byKey = new Map<string, string[]>();
    for (const path of accepted) {
      if (path !== 'overview.md') byKey.set(foldKey(path), [...(byKey.get(foldKey(path)) ?? []), path]);
    }
    const paths = [...byKey.values()].sort((one, other) => other.length - one.length).flat();
    for (const path of paths.slice(0, 900)) {
      const error = await errorOf(engine.writeFile(path, `in ${path}`));
      if (error === undefined) {
        expect(written.has(foldKey(path))).toBe(false);
        written.set(foldKey(path), path);
      } else {
        expect(error).toMatchObject({ code: 'path-not-allowed' });
        const key = foldKey(path);
        const meets = [...written.keys()].some(
          (other) => other === key || other.startsWith(`${key}/`) || key.startsWith(`${other}/`),
        );
        expect([path, meets]).toEqual([path, true]);
        refused++;
      }
    }
    expect([written.size > 400, refused > 20]).toEqual([true, true]);
    expect((await engine.listFiles()).map(({ path }) => path)).toEqual([...written.values()].sort());
    for (const path of written.values()) {
      if (path !== 'overview.md') expect((await engine.readFile(path)).text).toBe(`in ${path}`);
    }
  });
});
