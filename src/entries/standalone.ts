// The public entry of `working-memory/standalone`: the whole memory in one file without `import()`, which service workers
// refuse, on the calling thread. The lenses are in it, for `prepare` needs one.
import { createOpen } from '../host/open.ts';
import { inlineKernel } from '../kernel/inline.ts';

export const openWorkingMemory = /* @__PURE__ */ createOpen(async () => inlineKernel());

export * from './lenses.ts';
export * from './public.ts';
