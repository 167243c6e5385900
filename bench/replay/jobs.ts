// Spreads runs over several threads, each of which takes the next run when it is free.
import { Worker } from 'node:worker_threads';
import type { JobAnswer, JobRequest, JobSettings } from './job.ts';
import type { SetResult } from './totals.ts';

/** Next to this file in the bundle. */
const JOB = new URL('job.js', import.meta.url);

/** Replays all; the results are in the order of the requests. */
export async function replayAll(
  requests: readonly JobRequest[],
  settings: JobSettings,
  jobs: number,
  onDone: (done: number) => void,
): Promise<SetResult[]> {
  const results: SetResult[][] = [];
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    const worker = new Worker(JOB, { workerData: settings });
    try {
      while (next < requests.length) {
        const place = next++;
        const request = requests[place] as JobRequest;
        const answer = await ask(worker, request);
        if ('error' in answer) throw new Error(answer.error);
        results[place] = answer.results.map((result) => ({ set: request.set, ...result }));
        onDone(++done);
      }
    } finally {
      // Other threads have nothing left to do.
      next = requests.length;
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, requests.length) }, work));
  return results.flat();
}

const ask = (worker: Worker, request: JobRequest): Promise<JobAnswer> =>
  new Promise((resolve, reject) => {
    worker.once('message', (answer: JobAnswer) => {
      worker.off('error', reject);
      resolve(answer);
    });
    worker.once('error', reject);
    worker.postMessage(request);
  });
