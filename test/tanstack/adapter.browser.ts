// The memory adapter in a page: over IndexedDB, with its sessions in the page's worker.
import { openMany } from '../../src/entries/index.ts';
import { tanstackAdapter } from '../../src/entries/tanstack.ts';
import { start as worker } from '../../worker/memory.ts?bundled-worker';
import { memoryAdapterContract } from '../contracts/memory-adapter.ts';

memoryAdapterContract('the adapter in a page', async () => {
  const place = crypto.randomUUID();
  const open = () => {
    const memories = openMany({ worker, recall: { workspace: { background: false } } });
    // The database of a page outlives a test.
    const adapter = tanstackAdapter({ open: (session, workspace) => memories.open(session, `${place}${workspace}`) });
    return { memories, adapter };
  };
  const opened = [open()];
  return {
    adapter: (opened[0] as ReturnType<typeof open>).adapter,
    reopen: async () => {
      await opened[0]?.memories.close();
      const again = open();
      opened.push(again);
      return again.adapter;
    },
    close: async () => {
      for (const { memories } of opened) await memories.close();
    },
  };
});
