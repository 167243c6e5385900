// The public entry for pages, Node, Deno and Bun. Re-exports only, but for where the kernel comes from.
import { lazy } from '../client/lazy.ts';
import { companions } from '../host/companions.ts';
import { createOpen } from '../host/open.ts';

const kernelPart = /* @__PURE__ */ lazy('kernel', 'inlineKernel', () => import('../kernel/inline.ts'));

export const openWorkingMemory = /* @__PURE__ */ createOpen(
  async () => (await kernelPart()).inlineKernel(),
  companions,
);

export * from './public.ts';
