// Mutants and removed faults name the text that they change: a source that was rewritten takes them along.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Change {
  readonly file?: string;
  readonly from: string;
}
interface RemovedFault {
  readonly test: string;
  readonly without: readonly Change[];
}

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const changesOf = (path: string): Change[] =>
  (JSON.parse(read(path)) as (Change | RemovedFault)[]).flatMap((entry) =>
    'without' in entry ? entry.without.map((change) => ({ file: entry.test, ...change })) : [entry],
  );
/** Formatters break lines. */
const plain = (text: string): string => text.replace(/\s+/g, ' ');

it.each(['scripts/mutants/known.json', 'scripts/mutants/equivalent.json', 'test/faults/removed.json'])(
  'every change of %s is of a text that is there',
  (path) => {
    const changes = changesOf(path);
    expect(changes.length).toBeGreaterThan(10);
    const gone = changes.filter(({ file, from }) => !plain(read(file as string)).includes(plain(from)));
    expect(gone).toEqual([]);
  },
);
