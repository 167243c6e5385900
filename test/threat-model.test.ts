// docs/threat-model.md names a test for every promise and every fault: the tests are there, and their titles name the
// fault.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const FAULTS = 75;
const MOST_NOT_PROMISED = 6;

const root = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const rows = read('docs/threat-model.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| promise') && !line.startsWith('| id'))
  .map((line) =>
    line
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim()),
  );
const faults = rows.filter(([id = '']) => /^F\d\d$/.test(id));
const promises = rows.filter((row) => !faults.includes(row));

/** Paths in backticks. */
const pathsIn = (cell = ''): string[] => Array.from(cell.matchAll(/`(test\/[^`]+)`/g), ([, path]) => path ?? '');

/** Ids with which titles begin: `F01: …`, `F50, F73: …`, or alone in a table from which titles are made. */
const idsIn = (source: string): string[] =>
  Array.from(source.matchAll(/['"`](F\d\d(?:, F\d\d)*)(?:: |['"`])/g), ([, ids]) => ids?.split(', ') ?? []).flat();

function* testFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(new URL(folder, root), { withFileTypes: true })) {
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* testFiles(`${path}/`);
    else if (entry.name.endsWith('.ts') && path !== 'test/threat-model.test.ts') yield path;
  }
}

describe('docs/threat-model.md', () => {
  it('has every fault once, in order', () => {
    const ids = Array.from({ length: FAULTS }, (_, index) => `F${String(index + 1).padStart(2, '0')}`);
    expect(faults.map(([id]) => id)).toEqual(ids);
  });

  it('promises nothing of few faults alone, and says why', () => {
    const isPromised = ([, , holds = '']: string[]): boolean => !/^not promised: \S/.test(holds);
    expect(faults.filter((row) => !isPromised(row)).length).toBeLessThanOrEqual(MOST_NOT_PROMISED);
    const untested = faults.filter((row) => isPromised(row) && pathsIn(row[3]).length === 0);
    expect(untested.map(([id]) => id)).toEqual([]);
  });

  it('names for each fault tests whose titles name it', () => {
    const silent = faults.flatMap(([id = '', , , tests]) =>
      pathsIn(tests).filter((path) => !existsSync(new URL(path, root)) || !idsIn(read(path)).includes(id)),
    );
    expect(silent).toEqual([]);
  });

  it('has every fault that a title names', () => {
    const known = new Map(faults.map(([id = '', , , tests]) => [id, pathsIn(tests)]));
    const unknown = [...testFiles('test/')].flatMap((path) =>
      idsIn(read(path))
        .filter((id) => !known.get(id)?.includes(path))
        .map((id) => `${path}: ${id}`),
    );
    expect(unknown).toEqual([]);
  });

  it('names for each promise tests that exist', () => {
    expect(promises.length).toBeGreaterThan(40);
    const wrong = promises.filter(([, , tests]) => {
      const paths = pathsIn(tests);
      return paths.length === 0 || !paths.every((path) => existsSync(new URL(path, root)));
    });
    expect(wrong.map(([promise]) => promise)).toEqual([]);
  });
});
