// Runs the examples of the pages about the contracts as they are written.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as contract from '../../src/entries/contract.ts';
import { memoryStorage } from '../../src/entries/index.ts';
import { type PlainMessage, plainMessages } from '../../src/entries/lenses.ts';
import { examplesOf, runExample } from '../support/examples.ts';

const pageOf = (name: string): string => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8');

/** Runs an example on a runner that is a list, and then its tests. */
async function ran(code: string | undefined, bound: object): Promise<number> {
  const tests: (() => Promise<void>)[] = [];
  const describe = (_: string, body: () => void): void => body();
  const it = (_: string, body: () => Promise<void>): void => void tests.push(body);
  await runExample(code, { describe, it, ...contract, ...bound });
  for (const test of tests) await test();
  return tests.length;
}

it('docs/storage.md shows how an adapter is checked', async () => {
  const places = new Map<Map<unknown, unknown>, ReturnType<typeof memoryStorage>>();
  const myStorage = (place: Map<unknown, unknown>) => {
    const storage = places.get(place) ?? memoryStorage();
    places.set(place, storage);
    return storage;
  };
  expect(await ran(examplesOf(pageOf('storage'), 'An adapter of your own')[0], { myStorage })).toBeGreaterThan(20);
});

it('docs/lenses.md shows how a lens is checked', async () => {
  const inMyFormat = (entry: contract.ScriptEntry): PlainMessage => ({
    role: entry.role,
    content: entry.role === 'tool' ? entry.results.map(({ text }) => text).join('\n') : entry.text,
  });
  const bound = { myLens: plainMessages, inMyFormat };
  expect(await ran(examplesOf(pageOf('lenses'), 'A lens of your own')[0], bound)).toBeGreaterThan(8);
});
