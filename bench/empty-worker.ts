// A worker without a memory: what a call costs whoever answers it, and a question and an answer that only cross.
import { expose } from 'comlink';
import type { Meaning, Recalled } from '../src/boundary/engine.ts';
import type { RecallQuery } from '../src/recall/query.ts';

let ready: Recalled;

const worker = {
  nothing: () => undefined,
  take: (_query: RecallQuery, _meaning: Meaning) => undefined,
  keep: (recalled: Recalled) => {
    ready = recalled;
  },
  answer: ({ limit }: RecallQuery, _meaning: Meaning): Recalled => ({ ...ready, found: ready.found.slice(0, limit) }),
};

export type EmptyWorker = typeof worker;

expose(worker);
