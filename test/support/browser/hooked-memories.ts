// Memories of a page in hooked workers, which end with their test.
import { afterEach, onTestFinished } from 'vitest';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { isWorkingMemoryError, type WorkingMemoryError } from '../../../src/errors.ts';
import { type OpenOptions, openWorkingMemory } from '../../../src/entries/index.ts';
import { start } from './hooked-worker.ts?bundled-worker';

/** Workers started in this test, the newest last. */
export const workers: Worker[] = [];

export const startWorker = (): Worker => {
  const worker = start();
  workers.push(worker);
  return worker;
};

export const newest = (): Worker => workers.at(-1) as Worker;

afterEach(() => {
  for (const worker of workers.splice(0)) worker.terminate();
});

export const freshSession = (): string => `session-${crypto.randomUUID()}`;

export async function open(options: Partial<OpenOptions> = {}): Promise<WorkingMemory> {
  const memory = await openWorkingMemory({ session: freshSession(), worker: startWorker, ...options });
  onTestFinished(() => memory.close().catch(() => undefined));
  return memory;
}

/** Returns the library's error that rejects the promise; anything else fails the test. */
export async function failure(work: Promise<unknown>): Promise<WorkingMemoryError> {
  const outcome = await work.then(
    () => new Error('it resolved'),
    (error: unknown) => error,
  );
  if (!isWorkingMemoryError(outcome)) throw outcome;
  return outcome;
}

/** Returns `answered` or the code of the error; anything else fails the test. */
export const ended = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'answered',
    (error: unknown) => (isWorkingMemoryError(error) ? error.code : Promise.reject(error)),
  );

export const texts = async (memory: WorkingMemory): Promise<string[]> =>
  (await memory.items.list()).map(({ text }) => text);
