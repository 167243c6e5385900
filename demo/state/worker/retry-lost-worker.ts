// Repeats a task that a dying worker cut off; the next call starts a new worker by itself.
import { isWorkingMemoryError } from 'working-memory';

const MOST_DEATHS = 3;

/** Contract: `task` can be repeated after an interruption at any point. */
export async function retryLostWorker<Result>(task: () => Promise<Result>): Promise<Result> {
  for (let deaths = 1; ; deaths++) {
    try {
      return await task();
    } catch (error) {
      const isLost = isWorkingMemoryError(error) && error.code === 'worker-lost';
      if (!isLost || deaths >= MOST_DEATHS) throw error;
    }
  }
}
