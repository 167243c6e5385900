// docs/threat-model.md names a test for every promise and every fault: the tests exist, and their titles name the
// fault. test/faults/removed.json says how to take each fault out of its test.
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

/** Entry of `npm run test:removed-faults`. */
interface Removed {
  readonly faults: readonly string[];
  readonly test: string;
  /** Texts that are replaced, in the test where no file is named. */
  readonly without: readonly { readonly file?: string; readonly from: string; readonly to: string }[];
}
const REMOVED = JSON.parse(read('test/faults/removed.json')) as readonly Removed[];

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

  it('has for each test of a fault what takes the fault out of it, and nothing else', () => {
    const linked = faults.flatMap(([id = '', , , tests]) => pathsIn(tests).map((path) => `${id} ${path}`));
    const removed = REMOVED.flatMap((each) => each.faults.map((id) => `${id} ${each.test}`));
    expect([...removed].sort()).toEqual([...linked].sort());
    expect(REMOVED.filter(({ without }) => without.length === 0)).toEqual([]);
  });

  it('can be checked: each text that holds a fault stands in its file once', () => {
    const times = (text: string, part: string): number => text.split(part).length - 1;
    const stale = REMOVED.flatMap(({ faults: ids, test, without }) =>
      without
        .filter(({ file = test, from, to }) => from === to || times(read(file), from) !== 1)
        .map(({ file = test, from }) => `${ids.join(', ')}: ${file} has no "${from}", or more than one`),
    );
    expect(stale).toEqual([]);
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
