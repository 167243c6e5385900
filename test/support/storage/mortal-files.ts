// File operations of a process that can be killed between any two changes, or during a write.
import { appendFile } from 'node:fs/promises';
import { type FileOperations, nodeFiles } from '../../../src/storage/files/operations.ts';

/** Without syncs: a kill loses nothing that was written, synced or not. */
export const quickFiles: FileOperations = {
  ...nodeFiles,
  write: nodeFiles.create,
  append: (path, content) => appendFile(path, content),
  syncFolder: async () => undefined,
};

/** Does not wait for locks: any lock was left by the killed process. */
export const IMPATIENT = { waitMs: 0, tornAfterMs: -1, foreignAfterMs: 60_000 };

const READING = ['read', 'status', 'list'];
const WRITING = ['create', 'write', 'append', 'appendSoon'];

export interface MortalFiles {
  readonly files: FileOperations;
  /** Dies at the `change`-th change from now on, 1 is the next; half of a write arrives. */
  dieAt(change: number): void;
  isDead(): boolean;
}

export function mortalFiles(): MortalFiles {
  let left = Infinity;
  const run = async (name: string, operation: Function, args: [string, Uint8Array]): Promise<unknown> => {
    if (READING.includes(name)) return operation(...args);
    left--;
    const [path, content] = args;
    if (left === 0 && WRITING.includes(name)) await appendFile(path, content.slice(0, content.length / 2));
    if (left <= 0) throw new Error('killed');
    return operation(...args);
  };
  const entries = Object.entries(quickFiles).map(([name, operation]) => [
    name,
    (...args: [string, Uint8Array]) => run(name, operation, args),
  ]);
  return {
    files: Object.fromEntries(entries) as FileOperations,
    dieAt: (change) => (left = change),
    isDead: () => left <= 0,
  };
}
