// What an example that opens a memory over a storage has to show.
import { expect } from 'vitest';
import type { WorkingMemory } from '../../../src/entries/index.ts';

/** The memory lies in a storage of this kind and keeps an item; it is closed afterwards. */
export async function expectKept(memory: WorkingMemory, kind: string): Promise<void> {
  expect(memory.runtime.storage).toBe(kind);
  await memory.items.memorize('kept');
  expect((await memory.items.list()).map(({ text }) => text)).toEqual(['kept']);
  await memory.close();
}
