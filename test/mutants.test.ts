// A mutant names the text that it changes: rewriting a source requires updating its mutants.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Mutant {
  readonly file: string;
  readonly from: string;
}

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
/** Formatters break lines. */
const plain = (text: string): string => text.replace(/\s+/g, ' ');

it.each(['known', 'equivalent'])('every %s mutant changes a text that is there', (kind) => {
  const mutants = JSON.parse(read(`scripts/mutants/${kind}.json`)) as Mutant[];
  expect(mutants.length).toBeGreaterThan(10);
  expect(mutants.filter(({ file, from }) => !plain(read(file)).includes(plain(from)))).toEqual([]);
});
