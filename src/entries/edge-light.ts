// The public entry for edge runtimes that compile no bytes and take modules by `?module` (Vercel, Next.js).
import kernel from './kernel.wasm?module';
import { companions } from '../host/companions.ts';
import { createEdgeOpen } from '../host/open.ts';

export const openWorkingMemory = /* @__PURE__ */ createEdgeOpen(async () => kernel, companions);

export * from './public.ts';
