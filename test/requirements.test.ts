import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { testTitles } from './support/test-titles.ts';

const COUNTS = { S000: 38, S001: 87, S002: 90, S003: 107, S004: 67, S004x: 17 };

const PATHS = /^`[^`]+`(, `[^`]+`)*$/;
const SHOWN_BY = [/^planned$/, /^exempt: \S/, PATHS];

interface Row {
  readonly id: string;
  readonly cells: number;
  readonly shownBy: string;
}

const root = new URL('../', import.meta.url);
const rows = requirementRows(readFileSync(new URL('../docs/requirements.md', import.meta.url), 'utf8'));

function requirementRows(markdown: string): Row[] {
  return markdown
    .split('\n')
    .filter((line) => /^\|\s*S\d/.test(line))
    .map((line) => {
      const cells = line
        .trim()
        .replace(/^\||\|$/g, '')
        .split('|')
        .map((cell) => cell.trim());
      return { id: cells[0] ?? '', cells: cells.length, shownBy: cells.at(-1) ?? '' };
    });
}

function expectedIds(): string[] {
  return Object.entries(COUNTS).flatMap(([source, count]) =>
    Array.from({ length: count }, (_, index) => `${source}-${String(index + 1).padStart(2, '0')}`),
  );
}

function namedPaths(row: Row): string[] {
  return PATHS.test(row.shownBy) ? [...row.shownBy.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '') : [];
}

// Relative and without `..`: an existing file outside the repository shows nothing.
function isInRepo(path: string): boolean {
  return /^[\w@.-][\w@./-]*$/.test(path) && !path.split('/').includes('..') && existsSync(new URL(path, root));
}

describe('docs/requirements.md', () => {
  it('names every requirement exactly once', () => {
    const known = new Set(expectedIds());
    const named = rows.map((row) => row.id);
    expect({
      missing: [...known].filter((id) => !named.includes(id)),
      unknown: named.filter((id) => !known.has(id)),
      duplicate: named.filter((id, index) => named.indexOf(id) !== index),
    }).toEqual({ missing: [], unknown: [], duplicate: [] });
  });

  it('says for every requirement that it is planned, exempt with a reason, or shown by paths', () => {
    const wrong = rows.filter((row) => row.cells !== 3 || !SHOWN_BY.some((form) => form.test(row.shownBy)));
    expect(wrong).toEqual([]);
  });

  it('names only paths that exist in the repository', () => {
    const dangling = rows.flatMap((row) =>
      namedPaths(row)
        .filter((path) => !isInRepo(path))
        .map((path) => `${row.id}: ${path}`),
    );
    expect(dangling).toEqual([]);
  });

  it('names only tests that say in a title which requirement they show', () => {
    const known = new Map<string, ReadonlySet<string>>();
    const idsIn = (path: string): ReadonlySet<string> => {
      const found = known.get(path) ?? new Set(testTitles(readFileSync(new URL(path, root), 'utf8')).flatMap(idsOf));
      known.set(path, found);
      return found;
    };
    const untold = rows.flatMap((row) =>
      namedPaths(row)
        .filter((path) => IS_TEST.test(path) && !idsIn(path).has(row.id))
        .map((path) => `${row.id}: ${path}`),
    );
    expect(untold).toEqual([]);
  });
});

/** Benches and documents have no titles. */
const IS_TEST = /^test\/.+\.ts$/;

/** `S001-76` of a title that ends with `[S001-76, S001-77]`. */
const idsOf = (title: string): string[] => title.match(/S\d{3}x?-\d{2,3}/g) ?? [];
