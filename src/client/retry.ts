// Repeats a change that the app's side computes, until no other owner committed in between.
import { WorkingMemoryError } from '../errors.ts';

/** Lost attempts in a row after which the session counts as busy. */
const MOST_ATTEMPTS = 64;

/** Runs `attempt` until it returns a result; undefined means that it lost. @throws session-busy; errors of `attempt` */
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
