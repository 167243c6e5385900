// Repeats a change that the app's side computes, until no other owner committed in between.
import { sessionBusy } from '../errors.ts';
import { MOST_ATTEMPTS } from '../options/policy.ts';

/**
 * Runs `attempt` until it returns a result; undefined means that another owner was faster.
 * @throws session-busy; errors of `attempt`
 */
export async function untilTaken<Result>(attempt: () => Promise<Result | undefined>): Promise<Result> {
  for (let count = 1; count <= MOST_ATTEMPTS; count++) {
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw sessionBusy(MOST_ATTEMPTS);
}
