// Reads a session without its lock, although other processes may write it meanwhile.
import type { SessionAddress } from '../../port.ts';
import type { SessionFolder } from '../layout.ts';
import type { FileOperations } from '../operations.ts';
import { type SessionView, viewSession } from '../view.ts';
import type { SessionLocks } from './session-locks.ts';

/** Attempts to read a session without its lock before waiting for it. */
const MOST_LOOKS = 8;

/** Repeats `work` until the session did not change meanwhile, so that it saw one state. */
export async function readSteadily<T>(
  files: FileOperations,
  locks: SessionLocks,
  folder: SessionFolder,
  address: SessionAddress,
  work: (view: SessionView) => Promise<T>,
): Promise<T> {
  for (let look = 1; look <= MOST_LOOKS; look++) {
    const view = await viewSession(files, folder, address);
    if (view.pending && look === 1) await locks.tryToFinish(folder, address);
    const outcome = await work(view).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    const isSteady = (await viewSession(files, folder, address)).stamp === view.stamp;
    if (isSteady && 'value' in outcome) return outcome.value;
    if (isSteady && 'error' in outcome) throw outcome.error;
  }
  return locks.run(folder, address, ({ view }) => work(view));
}
