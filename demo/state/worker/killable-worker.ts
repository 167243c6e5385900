// The memory's worker, kept so that a visitor can end it like a browser that runs out of memory.
import MemoryWorker from 'working-memory/worker?worker';

export interface KillableWorker {
  start(): Worker;
  /** Terminates the worker without a warning. */
  kill(): void;
}

export function killableWorker(): KillableWorker {
  let latest: Worker | undefined;
  return {
    start() {
      latest = new MemoryWorker({ name: 'working-memory' });
      return latest;
    },
    kill: () => latest?.terminate(),
  };
}
