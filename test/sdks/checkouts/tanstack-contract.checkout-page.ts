// TanStack's suite for memory adapters in a page: over IndexedDB, with the sessions in the page's worker.
import { runMemoryAdapterContract } from 'tanstack-ai-memory/tests/contract.ts';
import { openMany } from '../../../src/entries/index.ts';
import { tanstackAdapter } from '../../../src/entries/tanstack.ts';
import { start as worker } from '../../../worker/memory.ts?bundled-worker';

runMemoryAdapterContract('the adapter in a page', () => {
  const memories = openMany({ worker, recall: { workspace: { background: false } } });
  const place = crypto.randomUUID();
  return tanstackAdapter({ open: (session, workspace) => memories.open(session, `${place}${workspace}`) });
});
