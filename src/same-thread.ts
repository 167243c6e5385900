// The engine where there is no worker, over the storage that the app chose. Loaded only then.
import type { Commit, Runtime } from './api.ts';
import type { Placed } from './client.ts';
import type { Engine } from './engine-api.ts';
import { idbStorage } from './adapters/idb-storage.ts';
import { memoryStorage } from './adapters/memory-storage.ts';
import { adoptExternalEdits } from './engine/external-edits.ts';
import { type LocalEngineRequest, startLocalEngine } from './local-engine.ts';
import type { Storage } from './ports/storage.ts';
import { overviewTemplate } from './session/overview-template.ts';

type SameThreadRequest = Omit<LocalEngineRequest, 'storage' | 'ownsStorage' | 'template' | 'adoptEdits'> & {
  readonly storage?: 'indexeddb' | 'memory' | Storage | undefined;
};

export function startOnThisThread(
  { storage: chosen, ...request }: SameThreadRequest,
  onCommit: (commit: Commit) => void,
): Promise<Engine> {
  const choice = chosen ?? (typeof indexedDB === 'undefined' ? 'memory' : 'indexeddb');
  const ownsStorage = typeof choice === 'string';
  const storage = choice === 'indexeddb' ? idbStorage() : choice === 'memory' ? memoryStorage() : choice;
  const template = overviewTemplate(request.settings);
  return startLocalEngine({ ...request, storage, ownsStorage, template, adoptEdits: adoptExternalEdits }, onCommit);
}

/** @param reasons why it is this thread */
export async function hostOnThisThread(
  request: SameThreadRequest,
  onCommit: (commit: Commit) => void,
  reasons: readonly string[],
): Promise<Placed> {
  const engine = await startOnThisThread(request, onCommit);
  const { storage, quarantined } = await engine.status();
  const runtime: Runtime = { place: 'same-thread', reason: reasons.join('; '), storage, quarantined };
  return {
    engine: async () => engine,
    runtime: () => runtime,
    reopen: async () => {},
    close: () => engine.close(),
  };
}
