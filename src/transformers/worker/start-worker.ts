// Starts the worker of a model: the app's own, else the library's file, else a blob of the same source.
import { deadline } from '../../ports/deadline.ts';
import { embedderUnavailable } from '../../ports/embedder-unavailable.ts';
import { type FromWorker, isMessage } from './protocol.ts';
import type { ModelSettings } from '../settings.ts';

/** Replaced by the build: `new Worker(new URL('./embedding-worker.js', import.meta.url), …)` (see boundary/workers/default-worker.ts). */
declare const EMBEDDING_WORKER_IN_BUILD: Worker;

/** Milliseconds for the script to load and run; it does not import transformers.js yet. */
const START_WITHIN = 30_000;

/** @throws embedder-unavailable, `no-worker` */
export async function startModelWorker({ model, moduleUrl }: ModelSettings, own?: () => Worker): Promise<Worker> {
  const failures: string[] = [];
  const attempt = async (what: string, start: () => Worker | Promise<Worker>): Promise<Worker | undefined> => {
    try {
      return await listening(await start());
    } catch (error) {
      failures.push(`${what}: ${(error as Error).message}`);
      return undefined;
    }
  };
  if (own) {
    const worker = await attempt('the worker of the option worker', own);
    if (worker) return worker;
    const remedy = "Its file must call serveEmbedder of 'working-memory/embedding-worker'";
    throw embedderUnavailable(
      'no-worker',
      model,
      `No worker for the model ${model}: ${failures.join('; ')}. ${remedy}.`,
    );
  }
  const worker =
    (await attempt('embedding-worker.js', () => EMBEDDING_WORKER_IN_BUILD)) ??
    // A blob worker cannot resolve a package by its name.
    (moduleUrl !== undefined
      ? await attempt('the same from its source', async () => (await import('./blob-worker.ts')).startBlobWorker())
      : undefined);
  if (worker) return worker;
  const remedy =
    moduleUrl === undefined
      ? 'Put dist/embedding-worker.js beside the bundle, or give moduleUrl or a worker of your own'
      : "Allow one of them in the page's Content-Security-Policy: worker-src 'self' blob:";
  throw embedderUnavailable('no-worker', model, `No worker for the model ${model}: ${failures.join('; ')}. ${remedy}.`);
}

function listening(worker: Worker): Promise<Worker> {
  const started = new Promise<Worker>((resolve, reject) => {
    worker.addEventListener('message', function listen({ data }) {
      if (!isMessage<FromWorker>(data) || data.embedder !== 'ready') return;
      worker.removeEventListener('message', listen);
      resolve(worker);
    });
    worker.addEventListener(
      'error',
      (event) => {
        event.preventDefault();
        reject(new Error(event.message || 'its script could not be loaded'));
      },
      { once: true },
    );
  });
  const late = (): Error => new Error(`it did not start within ${START_WITHIN} ms`);
  return deadline(() => started, START_WITHIN, late).catch((error: unknown) => {
    worker.terminate();
    throw error;
  });
}
