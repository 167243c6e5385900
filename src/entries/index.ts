// The public entry for pages, Node, Deno and Bun. Re-exports only, but for where the kernel comes from.
import { companions } from '../host/companions.ts';
import { createOpen } from '../host/open.ts';

export const openWorkingMemory = /* @__PURE__ */ createOpen(
  async () => (await import('../kernel/inline.ts')).inlineKernel(),
  companions,
);

export * from './public.ts';
