// Runs a command that adds items. An add that finds no room leaves an event, then rejects.
import { isWorkingMemoryError, portFailed, type WorkingMemoryError } from '../../errors.ts';
import { refusedAdd } from '../../items/capacity/refused-add.ts';
import type { Newcomer } from '../../items/item.ts';
import { refuseOversized } from '../../items/arriving/arrivals.ts';
import type { Order } from '../../items/order.ts';
import { type EngineContext, itemCommand } from '../engine-context.ts';
import type { SessionTime } from '../session/session-time.ts';
import type { Decision } from '../session/session-ports.ts';
import type { SessionState } from '../session/state.ts';

/**
 * Adds items. @throws item-too-large, only-pinned-left, port-failed; errors of `gather` and `decide`: nothing was
 * stored
 */
export async function addCommand<Result>(
  context: EngineContext,
  gather: () => Promise<readonly Newcomer[]>,
  decide: (newcomers: readonly Newcomer[], order: Order, moment: SessionTime) => Decision<Result>,
): Promise<Result> {
  const answer = await itemCommand<readonly Newcomer[], Result | WorkingMemoryError>(
    context,
    gather,
    (newcomers, order, moment) => {
      const limits = context.limits.current;
      try {
        for (const { tokens } of newcomers) refuseOversized(tokens, limits);
        const decision = decide(newcomers, order, moment);
        refuseKnownIds(context.session.state, newcomers, decision);
        return decision;
      } catch (error) {
        const refused = refusedAdd(error, newcomers, limits);
        if (!refused) throw error;
        return { events: [refused], result: error as WorkingMemoryError };
      }
    },
  );
  if (isWorkingMemoryError(answer)) throw answer;
  return answer as Result;
}

/**
 * Refuses an id that the session has or had: it would overwrite another item. The id of a text that refreshes another
 * item is not used. @throws port-failed
 */
function refuseKnownIds(
  { items, tail, tombstones }: Pick<SessionState, 'items' | 'tail' | 'tombstones'>,
  newcomers: readonly Newcomer[],
  { events }: Decision<unknown>,
): void {
  const given = new Set<string>();
  const repeated = newcomers.find(({ id }) => given.has(id) || !given.add(id))?.id;
  const isKnown = (id: string): boolean => items.has(id) || tail.has(id) || tombstones.has(id);
  const stored = events.flatMap((event) => (event.type === 'item-memorized' ? [event.id] : []));
  const refused = repeated ?? stored.find(isKnown);
  if (refused !== undefined) throw portFailed('ids', 'an id that is new in the session', `'${refused}' again`);
}
