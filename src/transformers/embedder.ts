// The embedder over transformers.js, and where its model runs.
import { embedderUnavailable } from '../ports/embedder-unavailable.ts';
import { type ModelSettings, nameOfModel, resolveTransformers, type TransformersSettings } from './settings.ts';
import type { Embedder } from '../ports/embedder.ts';
import { modelHost, type NamelessEmbedder } from './model-host.ts';
import { onServer, serverModule } from './server-module.ts';
import { startModelWorker } from './worker/start-worker.ts';
import { workerEmbedder } from './worker/worker-client.ts';

/**
 * Makes an embedder over transformers.js (@xenova/transformers 2, @huggingface/transformers 3 and 4). In a page the
 * model runs in a worker of its own, elsewhere in this process. Nothing is loaded before the first call.
 * @throws invalid-option. `embed` rejects with embedder-unavailable, aborted, or invalid-option for a setting that this
 * version of transformers.js does not support
 */
export function transformersEmbedder(input: TransformersSettings): Embedder {
  const settings = resolveTransformers(input);
  return { model: nameOfModel(settings), ...placed(input, onServer() ? settings : withAbsoluteAddresses(settings)) };
}

function placed({ module, worker }: TransformersSettings, settings: ModelSettings): NamelessEmbedder {
  if (module) return modelHost(settings, async () => module);
  if (worker === undefined && onServer()) return modelHost(settings, () => serverModule(settings));
  return workerEmbedder(settings, async () => {
    if (typeof Worker !== 'undefined') return startModelWorker(settings, worker);
    const remedy = 'Bring an embedder of your own here, such as one that calls a service';
    throw embedderUnavailable(
      'no-worker',
      settings.model,
      `No model can run here: this runtime has no Worker. ${remedy}.`,
    );
  });
}

/** Resolves relative addresses against the page: a worker would resolve them against its own script. */
function withAbsoluteAddresses(settings: ModelSettings): ModelSettings {
  const base = globalThis.document?.baseURI ?? globalThis.location?.href;
  const absolute = (address: string | undefined): string | undefined =>
    address === undefined || base === undefined ? address : new URL(address, base).href;
  const { localModelPath, moduleUrl, remoteHost, wasmPaths } = settings;
  return {
    ...settings,
    localModelPath: absolute(localModelPath),
    moduleUrl: absolute(moduleUrl),
    remoteHost: absolute(remoteHost),
    wasmPaths:
      typeof wasmPaths === 'object'
        ? Object.fromEntries(Object.entries(wasmPaths).map(([name, address]) => [name, new URL(address, base).href]))
        : absolute(wasmPaths),
  };
}
