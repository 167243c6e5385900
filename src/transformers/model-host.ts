// A model on this thread, behind a queue: one text at a time, questions before stored texts.
// The contract requires one vector per text, whatever else is in the batch; a quantised model takes its scales from the
// whole batch, so texts run one by one. Between two of them, a question or an abort can come in.
import { isWorkingMemoryError } from '../errors.ts';
import { embedderUnavailable } from '../ports/embedder-unavailable.ts';
import type { EmbedCall, Embedder, EmbedderProgress } from '../ports/embedder.ts';
import { nextTask } from '../ports/timers.ts';
import type { LoadedModel } from './pipeline-types.ts';
import { loadModel } from './pipeline.ts';
import type { ModelSettings } from './settings.ts';
import { aborted, wordsOf } from './failures.ts';

interface Task extends EmbedCall {
  readonly texts: readonly string[];
  readonly vectors: Float32Array[];
  resolve(vectors: readonly Float32Array[]): void;
  reject(error: unknown): void;
}

/** An embedder without its name, with a model that can be released. */
export type NamelessEmbedder = Required<Omit<Embedder, 'model'>> & {
  embed(texts: readonly string[], call: EmbedCall): Promise<readonly Float32Array[]>;
};

export function modelHost(settings: ModelSettings, importModule: () => Promise<object>): NamelessEmbedder {
  const waiting = new Set<Task>();
  let loaded: Promise<LoadedModel> | undefined;
  let inference: Promise<unknown> = Promise.resolve();
  let atWork = false;

  const onProgress = (progress: EmbedderProgress): void => {
    for (const task of waiting) task.onProgress(progress);
  };
  const load = (): Promise<LoadedModel> =>
    (loaded ??= imported(settings, importModule).then((module) => loadModel(module, settings, onProgress)));

  const next = (): Task | undefined => {
    const tasks = [...waiting];
    return tasks.find(({ kind }) => kind === 'query') ?? tasks[0];
  };

  /** Rejects all waiting calls with the error; the next call loads the model again. */
  const dispose = async (error: unknown): Promise<void> => {
    const model = loaded;
    loaded = undefined;
    for (const task of waiting) task.reject(error);
    await inference.catch(() => undefined);
    await (await model?.catch(() => undefined))?.dispose();
  };

  const work = async (): Promise<void> => {
    while (waiting.size > 0) {
      const loading = load();
      const model = await loading;
      const task = next();
      if (loading !== loaded || !task) continue;
      const text = task.texts[task.vectors.length] ?? '';
      const vector = model.embed(settings.prefix[task.kind] + text);
      inference = vector;
      task.vectors.push(await vector);
      if (task.vectors.length === task.texts.length) task.resolve(task.vectors);
      await nextTask();
    }
  };
  const start = (): void => {
    if (atWork) return;
    atWork = true;
    // A model that failed once may be broken: it is loaded again.
    void work()
      .catch(dispose)
      .finally(() => {
        atWork = false;
        if (waiting.size > 0) start();
      });
  };

  return {
    embed: (texts, call) => {
      if (call.signal.aborted) return Promise.reject(aborted());
      if (texts.length === 0) return Promise.resolve([]);
      return new Promise((resolve, reject) => {
        const task: Task = { ...call, texts, vectors: [], resolve: settle(resolve), reject: settle(reject) };
        const onAbort = (): void => task.reject(aborted());
        function settle<T>(tell: (value: T) => void): (value: T) => void {
          return (value) => {
            waiting.delete(task);
            call.signal.removeEventListener('abort', onAbort);
            tell(value);
          };
        }
        call.signal.addEventListener('abort', onAbort);
        waiting.add(task);
        start();
      });
    },
    release: () => dispose(released(settings.model)),
  };
}

export const released = (model: string): Error =>
  embedderUnavailable(
    'lost',
    model,
    `The model ${model} was released while it made vectors; the next call loads it again.`,
  );

async function imported(settings: ModelSettings, importModule: () => Promise<object>): Promise<object> {
  try {
    return await importModule();
  } catch (error) {
    throw isWorkingMemoryError(error) ? error : notImported(settings, error);
  }
}

export function notImported({ model, moduleUrl }: ModelSettings, error: unknown): Error {
  const remedy =
    moduleUrl === undefined
      ? 'Install it (npm install @xenova/transformers), or set moduleUrl, module or worker.'
      : 'Check the address, that it may be loaded from here (CORS), and that script-src of the Content-Security-Policy names it.';
  const what = moduleUrl ?? '@xenova/transformers';
  return embedderUnavailable('no-peer', model, `${what} could not be imported: ${wordsOf(error)}. ${remedy}`, error);
}
