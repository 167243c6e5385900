// Starts the worker of a model: the app's own, else one of the library's files, else a blob of the same source.
import { deadline } from '../../ports/deadline.ts';
import { embedderUnavailable } from '../../ports/embedder-unavailable.ts';
import { type FromWorker, isMessage } from './protocol.ts';
import type { ModelSettings } from '../settings.ts';

type Started = Worker | false | undefined;

// Expressions that the build puts in, because each bundler follows another one (see
// boundary/workers/default-worker.ts). webpack puts `false` in the place of those that it does not follow.
declare const EMBEDDING_WORKER_IN_BUILD: Worker;
declare const TRANSFORMERS_WORKER_IN_BUILD: Started;
declare const TRANSFORMERS_WORKER_BY_NAME_IN_BUILD: Started;

interface ModelFile {
  readonly file: string;
  /** Whether it brings transformers.js, as if found by its name. */
  readonly whole: boolean;
  start(): Started;
}

const FILES: readonly ModelFile[] = [
  { file: 'transformers-worker.js', whole: true, start: () => TRANSFORMERS_WORKER_IN_BUILD },
  // The development server of Vite 6 and 7 finds no file beside its bundles, but finds a package by its name.
  {
    file: 'working-memory/transformers-worker',
    whole: true,
    start: () => TRANSFORMERS_WORKER_BY_NAME_IN_BUILD,
  },
  { file: 'embedding-worker.js', whole: false, start: () => EMBEDDING_WORKER_IN_BUILD },
];

/** Milliseconds for the script to load and run; transformers.js is not imported yet. */
const START_WITHIN = 30_000;

/** Starts the worker. @throws embedder-unavailable, `no-worker` */
export async function startModelWorker({ model, moduleUrl }: ModelSettings, own?: () => Worker): Promise<Worker> {
  const failures: string[] = [];
  const attempt = async (what: string, start: () => Started | Promise<Started>): Promise<Started> => {
    try {
      const worker = await start();
      return worker && (await listening(worker));
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
  for (const { file, whole, start } of FILES) {
    const worker = whole && moduleUrl !== undefined ? undefined : await attempt(file, start);
    if (worker) return worker;
  }
  // A blob worker cannot resolve a package by its name.
  if (moduleUrl !== undefined) {
    const fromSource = async (): Promise<Worker> => (await import('./blob-worker.ts')).startBlobWorker();
    const worker = await attempt('a blob worker of its source', fromSource);
    if (worker) return worker;
  }
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
