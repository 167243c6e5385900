// What is worked out on the app's side counts only if nobody was faster; else it is worked out again.
import { WorkingMemoryError } from '../errors.ts';

/** This many times in a row and the session counts as busy. */
const MOST_ATTEMPTS = 64;

/** Asks `attempt` until it has an answer. @throws session-busy; whatever `attempt` rejects with */
export async function untilTaken<Result>(attempt: () => Promise<Result | undefined>): Promise<Result> {
  for (let count = 1; count <= MOST_ATTEMPTS; count++) {
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw new WorkingMemoryError(
    'session-busy',
    `Other owners of this session changed it ${MOST_ATTEMPTS} times in a row. Nothing was changed; try again.`,
    { attempts: MOST_ATTEMPTS },
  );
}
