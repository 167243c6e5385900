// Starts the engine of a session: in a worker of the page if possible, otherwise on the calling thread, with the reason.
import type { Commit } from '../../api/memory.ts';
import { connect } from '../../boundary/connect.ts';
import type { LiveWorker } from '../../boundary/workers/live-worker.ts';
import type { Placed } from '../../client/calls/calls.ts';
import { lazy } from '../../client/lazy.ts';
import { chineseOverviewPart } from '../../client/parts.ts';
import { isWorkingMemoryError } from '../../errors.ts';
import type { Limits } from '../../items/limits.ts';
import type { Settings } from '../../options/options.ts';
import { keyForWorkers } from '../../storage/encrypted/keys-for-workers.ts';
import { overviewTemplate as englishOverview } from '../../tree/overview/words/en.ts';
import type { Companions, EntryParts } from '../companions.ts';
import { pageWorker, type StartWorker } from '../page-worker.ts';
import type { Obstacle } from '../same-thread.ts';
import { type WorkerKind, workerHost } from '../worker-host.ts';
import type { OpenOptions } from './open-options.ts';

/** Share of the deadline for the start of each of the library's workers; the rest is for the calling thread. */
const START_SHARE = 1 / 3;

const PORT_NAMES = ['clock', 'ids', 'tokenizer', 'peers'] as const;

const kernelSourcePart = /* @__PURE__ */ lazy('kernel', 'readKernel', () => import('../../kernel/source.ts'));
const sameThreadPart = /* @__PURE__ */ lazy('same-thread', 'hostOnThisThread', () => import('../same-thread.ts'));

export async function placeEngine(
  { kernel: kernelOfEntry, companions }: EntryParts,
  options: OpenOptions,
  settings: Settings,
  onCommit: (commit: Commit) => void,
  givenUp: AbortSignal,
): Promise<Placed> {
  // Read on this thread: a Response cannot cross to a worker, and a blob worker cannot resolve a relative URL.
  const given = options.kernel && (await (await kernelSourcePart()).readKernel(options.kernel));
  const obstacle = obstacleToWorker(options, companions);
  const hasVectors = (options.embedder ?? 'none') !== 'none';
  // The worker itself carries only the kernel of words, without vectors.
  const chosen = given ?? (hasVectors && obstacle === undefined ? await kernelOfEntry() : undefined);
  const key = obstacle === undefined ? await keyForWorkers(options.storage)?.() : undefined;
  const overview = newOverview(settings);
  const failed: string[] = [];
  for (const [kind, startWorker] of obstacle === undefined ? workersToTry(options.worker, companions) : []) {
    const { deadlineMs } = settings;
    const page = pageWorker(startWorker, deadlineMs, kind === 'own' ? deadlineMs : deadlineMs * START_SHARE);
    const open = async (worker: LiveWorker, limits?: Limits) => {
      const current = { ...settings, limits: { ...settings.limits, ...limits } };
      const parts = companions?.workerParts();
      const request = { settings: current, kernel: chosen, newOverview: await overview, parts, key };
      return connect(worker, request, onCommit);
    };
    try {
      return await workerHost(page, open, kind, failed);
    } catch (error) {
      // The app handles failures of its own worker. If one of the library's did not start, the next place is tried; an
      // error of `open` itself, such as `invalid-option`, would recur there.
      if (givenUp.aborted || kind === 'own' || !isWorkingMemoryError(error, 'worker-lost')) throw error;
      failed.push(`${kind} worker: ${error.details.reason}`);
    }
  }
  const { hostOnThisThread } = await sameThreadPart();
  const { clock, ids, tokenizer, peers, storage } = options;
  const kernel = chosen ?? (await kernelOfEntry());
  const engine = { clock, ids, tokenizer, peers, settings, kernel, storage, newOverview: await overview };
  return hostOnThisThread(engine, onCommit, obstacle ?? failed);
}

/** Returns the template of a new overview. Chinese is loaded while the worker starts; English comes with the page. */
function newOverview({ template, locale }: Settings): Promise<string> {
  if (locale === 'en') return Promise.resolve(englishOverview(template));
  const text = chineseOverviewPart().then(({ overviewTemplate }) => overviewTemplate(template));
  // Keeps a rejection from counting as unhandled if opening fails before anything waits for the text.
  text.catch(() => undefined);
  return text;
}

function workersToTry(
  worker: OpenOptions['worker'],
  companions: Companions | undefined,
): (readonly [WorkerKind, StartWorker])[] {
  if (typeof worker === 'function') return [['own', worker]];
  if (!companions) return [];
  const blob = ['blob', companions.blobWorker] as const;
  return worker === 'blob' ? [blob] : [['file', companions.fileWorker], blob];
}

/** Returns the obstacle to any worker; undefined if a worker may start. The same-thread engine words it. */
function obstacleToWorker(
  { worker, storage, ...options }: OpenOptions,
  companions: Companions | undefined,
): Obstacle | undefined {
  if (worker === false) return 'asked';
  if (typeof Worker === 'undefined') return 'no-worker';
  const port = PORT_NAMES.find((name) => options[name] !== undefined);
  if (port !== undefined) return port;
  if (typeof storage === 'object' && !keyForWorkers(storage)) return 'storage';
  if (storage === 'memory') return 'memory';
  if (typeof indexedDB === 'undefined') return 'no-indexeddb';
  return companions || typeof worker === 'function' ? undefined : 'standalone';
}
