// The public entry for workerd (Cloudflare): it compiles no bytes, so the kernel comes as a module import.
import kernel from './kernel.wasm';
import { companions } from '../host/companions.ts';
import { createOpenMany } from '../host/open-many.ts';
import { AT_THE_EDGE } from '../options/options.ts';
import { createOpen } from '../host/open.ts';

const edge = { kernel: async () => kernel, companions, workspaceDefaults: AT_THE_EDGE };

/**
 * Opens a session, creating it when it is new. The same line works in a page, in Node and at the edge.
 * @example const memory = await openWorkingMemory({ session: 'chat-42', workspace: 'ann' });
 * @throws invalid-option, port-failed, storage-unavailable, storage-version, kernel-unavailable, timeout
 * (`deadlineMs`), worker-lost (own `worker` only)
 */
export const openWorkingMemory = /* @__PURE__ */ createOpen(edge);

/**
 * Opens many sessions with the same options, of which only those asked last are in memory: the others rest, and their
 * next call brings them back. For a server with many users, and a page with many conversations.
 * @example const memories = openMany({ storage, max: 500 }); const memory = await memories.open('chat-42', 'ann');
 * @throws invalid-option
 */
export const openMany = /* @__PURE__ */ createOpenMany(edge);

export * from './public.ts';
