// Runs on several threads: each takes the next one when it is done with its own.
import { Worker } from 'node:worker_threads';
import type { JobAnswer, JobRequest, JobSettings } from './job.ts';
import type { SetResult } from './totals.ts';

/** Beside this file when it is built. */
const JOB = new URL('job.js', import.meta.url);

/** In the order of the requests, however they were shared out. */
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
      // The others have nothing to end for.
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
