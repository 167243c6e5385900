// The public entry under the condition `development`: the one for pages, with a memory worker whose names and lines can
// be read.
import { lazy } from '../client/lazy.ts';
import { companions } from '../host/companions.ts';
import { createOpenMany } from '../host/open-many.ts';
import { createOpen } from '../host/open.ts';

declare const DEVELOPMENT_WORKER_IN_BUILD: Worker;

const kernelPart = /* @__PURE__ */ lazy('kernel', 'inlineKernel', () => import('../kernel/inline.ts'));
const readable = {
  kernel: async () => (await kernelPart()).inlineKernel(),
  companions: { ...companions, fileWorker: () => DEVELOPMENT_WORKER_IN_BUILD },
};

/** `openWorkingMemory` of the usual entry. */
export const openWorkingMemory = /* @__PURE__ */ createOpen(readable);

/** `openMany` of the usual entry. */
export const openMany = /* @__PURE__ */ createOpenMany(readable);

export * from './public.ts';
