// TanStack's suite for memory adapters, over memory.
import { runMemoryAdapterContract } from 'tanstack-ai-memory/tests/contract.ts';
import { memoryStorage, openMany } from '../../../src/entries/index.ts';
import { tanstackAdapter } from '../../../src/entries/tanstack.ts';

runMemoryAdapterContract('the adapter over memory', () =>
  tanstackAdapter(openMany({ storage: memoryStorage(), worker: false })),
);
