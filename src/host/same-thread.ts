// Runs the engine on the calling thread, over the storage that the app chose. Loaded only if no worker runs.
import type { Commit, Runtime } from '../api/memory.ts';
import type { Placed } from '../client/calls/calls.ts';
import type { Engine } from '../boundary/engine.ts';
import { quietPeers } from '../ports/broadcast-peers.ts';
import { checkedClock } from '../ports/clock.ts';
import { checkedIds } from '../ports/ids.ts';
import { checkedTokenizer } from '../ports/tokenizer.ts';
import { idbStorage, transactions } from '../storage/indexeddb/storage.ts';
import { memoryStorage } from '../storage/memory.ts';
import { sentinelName } from '../client/sentinel.ts';
import type { PortOptions } from './compose.ts';
import { unlessLeft } from './page-cache/left-transactions.ts';
import { tabPeers } from './page-cache/tab-peers.ts';
import { storageSentinels } from './storage-sentinels.ts';
import { adoptExternalEdits } from '../engine/tree/external-edits.ts';
import { type LocalEngineRequest, startLocalEngine } from './local-engine.ts';
import type { Storage } from '../storage/port.ts';

type SameThreadRequest = Omit<LocalEngineRequest, 'storage' | 'ownsStorage' | 'adoptEdits'> & {
  readonly storage?: 'indexeddb' | 'memory' | Storage | undefined;
};

let ofProcess: Storage | undefined;

/** Returns one storage for all memories of this process, so that they share forks and lists. */
const storageOfProcess = (): Storage => (ofProcess ??= memoryStorage());

export function startOnThisThread(
  { storage: chosen, clock, ids, tokenizer, peers, ...request }: SameThreadRequest,
  onCommit: (commit: Commit) => void,
): Promise<Engine> {
  transactions.outcome = unlessLeft;
  const choice = chosen ?? (typeof indexedDB === 'undefined' ? 'memory' : 'indexeddb');
  const ownsStorage = typeof choice === 'string';
  const storage = choice === 'indexeddb' ? idbStorage() : choice === 'memory' ? storageOfProcess() : choice;
  const ports = {
    clock: clock && checkedClock(clock),
    ids: ids && checkedIds(ids),
    peers: peers ? quietPeers(peers) : tabPeers(request.settings),
    tokenizer: tokenizer && checkedTokenizer(tokenizer, request.settings.deadlineMs),
  };
  return startLocalEngine({ ...request, ...ports, storage, ownsStorage, adoptEdits: adoptExternalEdits }, onCommit);
}

const OBSTACLES = {
  asked: 'worker: false was given',
  'no-worker': 'this runtime has no Worker',
  'no-indexeddb': 'this runtime has no IndexedDB for a worker',
  standalone: 'the standalone file starts no worker of its own',
  memory: "storage 'memory' stays on the calling thread, so that it outlives a worker",
};

/** Reason why no worker can run. The name of an option means that its value is an object of this thread. */
export type Obstacle = keyof typeof OBSTACLES | keyof PortOptions | 'storage';

const inWords = (obstacle: Obstacle): string =>
  obstacle in OBSTACLES
    ? OBSTACLES[obstacle as keyof typeof OBSTACLES]
    : `option ${obstacle} is an object of this thread and cannot cross to a worker`;

/** @param why the obstacle to any worker, or the reasons why each worker failed to start */
export async function hostOnThisThread(
  request: SameThreadRequest,
  onCommit: (commit: Commit) => void,
  why: Obstacle | readonly string[],
): Promise<Placed> {
  const { settings, storage: chosen } = request;
  const kept = typeof chosen === 'object' ? chosen.sentinels : undefined;
  // Before the session is read: another owner that commits meanwhile must not make it look older than it was.
  const sentinels = kept && (await storageSentinels(kept, sentinelName(settings), settings.readOnly));
  const engine = await startOnThisThread(request, onCommit);
  const status = await engine.status();
  const { reach, storage, quarantined, heldBack } = status;
  const reason = typeof why === 'string' ? inWords(why) : why.join('; ');
  const runtime: Runtime = { place: 'same-thread', reason, reach, storage, quarantined, ...(heldBack && { heldBack }) };
  return {
    engine: async () => engine,
    runtime: () => runtime,
    restarts: () => 0,
    status: () => status,
    reopen: async () => {},
    keepLimits: () => {},
    ...(sentinels && { sentinels }),
    close: () => engine.close().finally(() => sentinels?.settled()),
    end: () => {},
  };
}
