// What was cut off by a worker that died is done once more: the next call starts a new one by itself.
import { isWorkingMemoryError } from 'working-memory';

const MOST_DEATHS = 3;

/** Contract: `task` may be run again after it was cut off at any point. */
export async function again<Result>(task: () => Promise<Result>): Promise<Result> {
  for (let deaths = 1; ; deaths++) {
    try {
      return await task();
    } catch (error) {
      const isLost = isWorkingMemoryError(error) && error.code === 'worker-lost';
      if (!isLost || deaths >= MOST_DEATHS) throw error;
    }
  }
}
