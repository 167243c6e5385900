// Compares `memorize` of one text with another build of this package, such as the version before a change.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright';
import type { WorkingMemory } from 'working-memory';
import type { Chromium } from './chromium.ts';
import { limitsOf, newText, openFullStore, textsOf } from './full-store.ts';
import { takeTurns, type Timing, timing } from './measure.ts';
import { seeded } from './random.ts';

interface Compared {
  readonly own: Timing;
  readonly other: Timing;
}

/**
 * Measures the engine alone over memory storage.
 * @param folder the other build's `dist`
 */
export async function benchMemorize(size: number, folder: string): Promise<Compared> {
  const file = pathToFileURL(resolve(folder, 'index.js')).href;
  // Each build uses its own storage, because the storage contract may differ between them.
  const { openWorkingMemory: open, memoryStorage } = (await import(file)) as typeof import('working-memory');
  const own = await openFullStore(`own ${size}`, size);
  const other = await openFullStore(`other ${size}`, size, { open, storage: memoryStorage() });
  const timings = await takeTurns(
    {
      own: (round) => own.items.memorize(newText(round)),
      other: (round) => other.items.memorize(newText(round)),
    },
    { rounds: 800, warmUp: 100 },
  );
  await Promise.all([own.close(), other.close()]);
  return timings;
}

const BLOCKS = 60;
const WARM_UP = 6;
const BLOCK = 20;

/**
 * Measures through a page's worker over IndexedDB, as in an app. Each build has an origin of its own, because an older
 * one refuses a newer database. They take turns by blocks of calls, which are timed inside the page.
 */
export async function benchMemorizeInPage(chromium: Chromium, size: number, folder: string): Promise<Compared> {
  const pages = { own: await chromium.openBuild('dist'), other: await chromium.openBuild(folder) };
  for (const page of Object.values(pages)) await fill(page, size);
  const durations = { own: [] as number[], other: [] as number[] };
  const random = seeded(1);
  for (let block = 0; block < BLOCKS; block++) {
    for (const name of random.shuffled(['own', 'other'] as const)) {
      const texts = Array.from({ length: BLOCK }, (_, index) => newText(block * BLOCK + index));
      const times = await memorizeEach(pages[name], texts);
      if (block >= WARM_UP) durations[name].push(...times);
    }
  }
  await Promise.all(Object.values(pages).map((page) => page.close()));
  return { own: timing(durations.own), other: timing(durations.other) };
}

type Opened = Window & { workingMemory: typeof import('working-memory'); memory: WorkingMemory };

async function fill(page: Page, size: number): Promise<void> {
  const place = await page.evaluate(
    async ({ texts, limits }) => {
      const opened = window as unknown as Opened;
      opened.memory = await opened.workingMemory.openWorkingMemory({ session: 'full', limits });
      await opened.memory.items.memorize(texts.map((text) => ({ text })));
      return `${opened.memory.runtime.place} over ${opened.memory.runtime.storage}`;
    },
    { texts: textsOf(size), limits: limitsOf(size) },
  );
  if (place !== 'worker over indexeddb') throw new Error(`The bench needs a worker over IndexedDB, not ${place}.`);
}

/** @returns duration of each call, ms */
const memorizeEach = (page: Page, texts: readonly string[]): Promise<number[]> =>
  page.evaluate(async (given) => {
    const { memory } = window as unknown as Opened;
    const durations: number[] = [];
    for (const text of given) {
      const start = performance.now();
      await memory.items.memorize(text);
      durations.push(performance.now() - start);
    }
    return durations;
  }, texts);
