// What is worked out on the app's side counts only if nobody was faster; else it is worked out again.
import { sessionBusy } from '../errors.ts';
import { MOST_ATTEMPTS } from '../options.ts';

/** Asks `attempt` until it has an answer. @throws session-busy; whatever `attempt` rejects with */
export async function untilTaken<Result>(attempt: () => Promise<Result | undefined>): Promise<Result> {
  for (let count = 1; count <= MOST_ATTEMPTS; count++) {
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw sessionBusy(MOST_ATTEMPTS);
}
