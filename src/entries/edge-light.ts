// The public entry for edge runtimes that compile no bytes and take modules by `?module` (Vercel, Next.js).
import kernel from './kernel.wasm?module';
import { companions } from '../host/companions.ts';
import { createEdgeOpen } from '../host/open.ts';

/**
 * Opens a session, creating it when it is new. The same line works in a page, in Node and at the edge.
 * @example const memory = await openWorkingMemory({ session: 'chat-42', workspace: 'ann' });
 * @throws invalid-option, port-failed, storage-unavailable, storage-version, kernel-unavailable, timeout (`deadlineMs`),
 * worker-lost (own `worker` only)
 */
export const openWorkingMemory = /* @__PURE__ */ createEdgeOpen(async () => kernel, companions);

export * from './public.ts';
