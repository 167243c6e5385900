// Architecture of the demo: imports point one way, without cycles.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../demo', import.meta.url));

/** A room may import the ones before it. */
const ROOMS = ['brain', 'agent', 'words', 'story', 'files', 'talk', 'integration', 'state', 'views'];
const MOST_LINES = 300;
const MOST_FILES = 12;

const entries = readdirSync(ROOT, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const files = entries
  .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)))
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'));

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Type imports and lazy ones included. */
const imports = new Map(
  files.map((path) => {
    const found = textOf(path).matchAll(/(?:from|import\(|^import)\s*'(\.[^']+)'/gm);
    return [path, [...found].map(([, target = '']) => join(dirname(path), target))];
  }),
);

const roomOf = (path: string): string => path.split('/')[0] ?? '';

describe('the rooms of the demo', () => {
  it('hold every file but the page’s entry', () => {
    const homeless = files.filter((path) => !ROOMS.includes(roomOf(path)));
    expect(homeless).toEqual(['main.tsx']);
  });

  it('are imported one way only', () => {
    const wrong = files.flatMap((path) =>
      (imports.get(path) ?? [])
        .filter((target) => path !== 'main.tsx' && ROOMS.indexOf(roomOf(target)) > ROOMS.indexOf(roomOf(path)))
        .map((target) => `${path} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('have no cycle between files', () => {
    const reached = (from: string): Set<string> => {
      const seen = new Set(imports.get(from));
      // A set is walked in order of insertion, also over what is added on the way.
      for (const path of seen) for (const target of imports.get(path) ?? []) seen.add(target);
      return seen;
    };
    expect(files.filter((path) => reached(path).has(path))).toEqual([]);
  });

  it('have files under 300 lines, at most 12 of them in a folder', () => {
    expect(files.filter((path) => textOf(path).split('\n').length > MOST_LINES)).toEqual([]);
    const counts = new Map<string, number>();
    for (const path of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([]);
  });
});
