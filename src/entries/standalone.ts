// The public entry of `working-memory/standalone`: the whole memory in one file without `import()`, which service
// workers refuse, on the calling thread. The lenses are in it, for `prepare` needs one.
import { createOpenMany } from '../host/open-many.ts';
import { createOpen } from '../host/open.ts';
import { inlineKernel } from '../kernel/inline.ts';

const standalone = { kernel: async () => inlineKernel() };

/**
 * Opens a session, creating it when it is new. The same line works in a page, in Node and at the edge.
 * @example const memory = await openWorkingMemory({ session: 'chat-42', workspace: 'ann' });
 * @throws invalid-option, port-failed, storage-unavailable, storage-version, kernel-unavailable, timeout
 * (`deadlineMs`), worker-lost (own `worker` only)
 */
export const openWorkingMemory = /* @__PURE__ */ createOpen(standalone);

/**
 * Opens many sessions with the same options, of which only those asked last are in memory: the others rest, and their
 * next call brings them back. For a server with many users, and a page with many conversations.
 * @example const memories = openMany({ storage, max: 500 }); const memory = await memories.open('chat-42', 'ann');
 * @throws invalid-option
 */
export const openMany = /* @__PURE__ */ createOpenMany(standalone);

export * from './lenses.ts';
export * from './public.ts';
