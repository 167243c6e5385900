// Recomputes a journal with a kernel for every entry, in a worker whose end frees them: in a page they would stay until
// collected, and some 120 leave no room for the kernels of its workers.
import { expose } from 'comlink';
import { inlineKernel } from '../../../src/kernel/inline.ts';
import { compileKernel } from '../../../src/kernel/load.ts';
import type { Settings } from '../../../src/options/options.ts';
import type { JournalEntry } from '../../../src/storage/port.ts';
import { type Decided, replay } from './replay.ts';

const worker = {
  replay: async (entries: readonly JournalEntry[], settings: Settings): Promise<Decided[]> =>
    replay(entries, settings, await compileKernel(inlineKernel())),
};

export type ReplayingWorker = typeof worker;

expose(worker);
