// Opens a memory with a fixed clock and fixed ids, so that runs are repeatable.
import { noPeers } from '../../src/ports/broadcast-peers.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import type { WorkingMemory } from '../../src/api/memory.ts';
import { type OpenOptions, openWorkingMemory } from '../../src/entries/index.ts';
import { countingIds, fakeClock, wordTokens } from './fakes/fakes.ts';

export const openFixed = (options: Partial<OpenOptions> = {}): Promise<WorkingMemory> =>
  openWorkingMemory({
    session: 'test',
    worker: false,
    storage: memoryStorage(),
    clock: fakeClock(),
    ids: countingIds(),
    tokenizer: wordTokens,
    peers: noPeers,
    ...options,
  });

export const overviewOf = async (memory: WorkingMemory): Promise<string> =>
  (await memory.files.read('overview.md')).text;

export const pathsOf = async (memory: WorkingMemory): Promise<string[]> =>
  (await memory.files.list()).map(({ path }) => path);
