// The worker's side: runs a model on request of a page.
import { isWorkingMemoryError } from '../../errors.ts';
import { embedderUnavailable } from '../../ports/embedder-unavailable.ts';
import type { EmbedderProgress } from '../../ports/embedder.ts';
import { holdLock } from '../../boundary/workers/life-lock.ts';
import { modelHost, type NamelessEmbedder } from '../model-host.ts';
import { type FromWorker, isMessage, type PlainError, type ToWorker } from './protocol.ts';
import type { ModelSettings } from '../settings.ts';
import { wordsOf } from '../failures.ts';

/** The part of a worker's global scope that is used. */
export interface WorkerScope {
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  postMessage(message: unknown, transfer?: Transferable[]): void;
}

export function serveModel(
  importModule: (settings: ModelSettings) => Promise<object>,
  scope: WorkerScope = globalThis as unknown as WorkerScope,
): void {
  let host: NamelessEmbedder | undefined;
  const aborts = new Map<number, AbortController>();
  const post = (message: FromWorker, transfer: Transferable[] = []): void => scope.postMessage(message, transfer);

  const embed = async ({ call, kind, texts }: ToWorker & { embedder: 'embed' }): Promise<void> => {
    const abort = new AbortController();
    aborts.set(call, abort);
    try {
      if (!host) throw new Error('the worker was asked for vectors before it was given a model');
      const onProgress = (progress: EmbedderProgress): void => post({ embedder: 'progress', call, progress });
      const vectors = await host.embed(texts, { kind, signal: abort.signal, onProgress });
      const dimension = vectors[0]?.length ?? 0;
      const all = new Float32Array(vectors.length * dimension);
      vectors.forEach((vector, index) => all.set(vector, index * dimension));
      post({ embedder: 'vectors', call, vectors: all, dimension }, [all.buffer]);
    } catch (error) {
      // The page has already rejected an aborted call.
      if (!abort.signal.aborted) post({ embedder: 'failed', call, error: plain(error) });
    } finally {
      aborts.delete(call);
    }
  };

  scope.addEventListener('message', ({ data }) => {
    if (!isMessage<ToWorker>(data)) return;
    if (data.embedder === 'embed') void embed(data);
    else if (data.embedder === 'abort') aborts.get(data.call)?.abort();
    else {
      const { settings, lifeLock } = data;
      host = modelHost(settings, () => importModule(settings));
      void holdLock(lifeLock).then(() => post({ embedder: 'opened' }));
    }
  });
  post({ embedder: 'ready' });
}

function plain(error: unknown): PlainError {
  const { code, message, details } = isWorkingMemoryError(error)
    ? error
    : embedderUnavailable('failed', '', `The worker of the model failed: ${wordsOf(error)}.`);
  return { code, message, details };
}
