// The page's side of a model in a worker. Any failure terminates the worker, and the next call starts another one: in
// the same worker, a failed import or a trapped wasm instance would fail for ever.
import { randomIds } from '../../ports/system.ts';
import { unlessAborted } from '../../ports/deadline.ts';
import { WorkingMemoryError } from '../../errors.ts';
import { embedderUnavailable } from '../../ports/embedder-unavailable.ts';
import type { EmbedCall } from '../../ports/embedder.ts';
import { whenGone } from '../../boundary/workers/life-lock.ts';
import { released, type NamelessEmbedder } from '../model-host.ts';
import { type FromWorker, isMessage, type ToWorker } from './protocol.ts';
import type { ModelSettings } from '../settings.ts';
import { aborted } from '../failures.ts';

interface Pending {
  readonly onProgress: EmbedCall['onProgress'];
  resolve(vectors: readonly Float32Array[]): void;
  reject(error: unknown): void;
}

interface Connection {
  embed(texts: readonly string[], call: EmbedCall): Promise<readonly Float32Array[]>;
  end(error: Error): void;
}

export function workerEmbedder(settings: ModelSettings, start: () => Promise<Worker>): NamelessEmbedder {
  let connection: Promise<Connection> | undefined;
  const living = (): Promise<Connection> => {
    const mine = (connection ??= start().then((worker) =>
      connect(worker, settings, () => {
        if (connection === mine) connection = undefined;
      }),
    ));
    mine.catch(() => {
      if (connection === mine) connection = undefined;
    });
    return mine;
  };
  return {
    embed: async (texts, call) => {
      if (call.signal.aborted) throw aborted();
      if (texts.length === 0) return [];
      const { embed } = await unlessAborted(living(), call.signal, aborted);
      return embed(texts, call);
    },
    release: async () => {
      const current = connection;
      connection = undefined;
      (await current?.catch(() => undefined))?.end(released(settings.model));
    },
  };
}

function connect(worker: Worker, settings: ModelSettings, onEnd: () => void): Connection {
  const pending = new Map<number, Pending>();
  const lifeLock = `working-memory model ${randomIds()}`;
  const post = (message: ToWorker): void => worker.postMessage(message);
  let calls = 0;
  let ended = false;

  const end = (error: Error): void => {
    if (ended) return;
    ended = true;
    worker.terminate();
    onEnd();
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };
  const hear = (message: FromWorker): void => {
    if (message.embedder === 'opened') whenGone(lifeLock, () => end(lost(settings.model)));
    if (message.embedder === 'progress') pending.get(message.call)?.onProgress(message.progress);
    if (message.embedder === 'vectors') pending.get(message.call)?.resolve(rows(message.vectors, message.dimension));
    if (message.embedder === 'failed') {
      const { code, message: words, details } = message.error;
      end(new WorkingMemoryError(code, words, details));
    }
  };
  worker.addEventListener('message', ({ data }) => {
    if (isMessage<FromWorker>(data)) hear(data);
  });
  post({ embedder: 'open', settings, lifeLock });

  return {
    end,
    embed: (texts, { kind, signal, onProgress }) => {
      if (signal.aborted) return Promise.reject(aborted());
      if (ended) return Promise.reject(lost(settings.model));
      const call = calls++;
      const onAbort = (): void => {
        post({ embedder: 'abort', call });
        pending.get(call)?.reject(aborted());
      };
      signal.addEventListener('abort', onAbort);
      return new Promise<readonly Float32Array[]>((resolve, reject) => {
        pending.set(call, { onProgress, resolve, reject });
        post({ embedder: 'embed', call, kind, texts });
      }).finally(() => {
        pending.delete(call);
        signal.removeEventListener('abort', onAbort);
      });
    },
  };
}

/** Copies the rows: a view would keep the buffer of all vectors alive. */
const rows = (vectors: Float32Array, dimension: number): readonly Float32Array[] =>
  Array.from({ length: vectors.length / dimension }, (_, row) => vectors.slice(row * dimension, (row + 1) * dimension));

const lost = (model: string): Error =>
  embedderUnavailable('lost', model, `The worker of the model ${model} is gone; the next call starts another one.`);
