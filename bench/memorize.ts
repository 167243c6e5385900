// A memorize of one text against that of another build of this package, such as the version before a change.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { newText, openFullStore } from './full-store.ts';
import { takeTurns, type Timing } from './measure.ts';

/** @param folder the other build's `dist` */
export async function benchMemorize(size: number, folder: string): Promise<{ own: Timing; other: Timing }> {
  const file = pathToFileURL(resolve(folder, 'index.js')).href;
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
