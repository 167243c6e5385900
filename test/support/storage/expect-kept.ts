// Checks an example that opens a memory over a storage.
import { expect } from 'vitest';
import type { WorkingMemory } from '../../../src/entries/index.ts';

/** Expects the memory to use a storage of this kind and to keep an item; closes it afterwards. */
export async function expectKept(memory: WorkingMemory, kind: string): Promise<void> {
  expect(memory.runtime.storage).toBe(kind);
  await memory.items.memorize('kept');
  expect((await memory.items.list()).map(({ text }) => text)).toEqual(['kept']);
  await memory.close();
}
