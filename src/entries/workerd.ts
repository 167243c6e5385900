// The public entry for workerd (Cloudflare): it compiles no bytes, so the kernel comes as a module import.
import kernel from './kernel.wasm';
import { companions } from '../host/companions.ts';
import { createEdgeOpen } from '../host/open.ts';

export const openWorkingMemory = /* @__PURE__ */ createEdgeOpen(async () => kernel, companions);

export * from './public.ts';
