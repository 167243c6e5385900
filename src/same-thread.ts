// The engine where there is no worker, over the storage that the app chose. Loaded only then.
import type { Commit } from './api.ts';
import type { Engine } from './engine-api.ts';
import { idbStorage } from './adapters/idb-storage.ts';
import { memoryStorage } from './adapters/memory-storage.ts';
import { adoptExternalEdits } from './engine/external-edits.ts';
import { type LocalEngineRequest, startLocalEngine } from './local-engine.ts';
import type { Storage } from './ports/storage.ts';
import { overviewTemplate } from './session/overview-template.ts';

export function startOnThisThread(
  {
    storage: choice,
    ...request
  }: Omit<LocalEngineRequest, 'storage' | 'ownsStorage' | 'template' | 'adoptEdits'> & {
    readonly storage: 'indexeddb' | 'memory' | Storage;
  },
  onCommit: (commit: Commit) => void,
): Promise<Engine> {
  const ownsStorage = typeof choice === 'string';
  const storage = choice === 'indexeddb' ? idbStorage() : choice === 'memory' ? memoryStorage() : choice;
  const template = overviewTemplate(request.settings);
  return startLocalEngine({ ...request, storage, ownsStorage, template, adoptEdits: adoptExternalEdits }, onCommit);
}
