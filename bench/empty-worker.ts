// Worker without a memory: measures the cost of a call alone, and of a question and an answer crossing.
import { expose } from 'comlink';
import type { RecallResult } from 'working-memory';
import type { Meaning } from '../src/boundary/engine.ts';
import type { RecallOptions } from '../src/recall/query.ts';

let ready: RecallResult;

const worker = {
  nothing: () => undefined,
  take: (_prompt: string, _options: RecallOptions, _meaning: Meaning) => undefined,
  keep: (recalled: RecallResult) => {
    ready = recalled;
  },
  answer: (_prompt: string, { limit }: RecallOptions, _meaning: Meaning): RecallResult => ({
    ...ready,
    hits: ready.hits.slice(0, limit),
  }),
};

export type EmptyWorker = typeof worker;

expose(worker);
