// Pairs of tool calls and results: most providers refuse a request whose pairs are incomplete.
import type { ChatMessage } from '../chat.ts';

export interface BrokenPairs {
  /** Results without an unanswered call before them. */
  readonly withoutCall: number;
  /** Calls without a result. */
  readonly withoutResult: number;
  /** Results with another message between them and their call. */
  readonly notDirectlyAfter: number;
}

/** Counts the broken pairs. An id may be used again once it is answered, as recorded runs do. */
export function brokenPairs(messages: readonly ChatMessage[]): BrokenPairs {
  let [withoutCall, notDirectlyAfter] = [0, 0];
  let open: string[] = [];
  const passed: string[] = [];
  for (const { role, tool_call_id: answered = '', tool_calls: calls = [] } of messages) {
    if (role === 'tool') {
      if (take(open, answered)) continue;
      if (take(passed, answered)) notDirectlyAfter++;
      else withoutCall++;
    } else {
      passed.push(...open);
      open = calls.map(({ id }) => id);
    }
  }
  return { withoutCall, withoutResult: passed.length + open.length, notDirectlyAfter };
}

export const countBroken = ({ withoutCall, withoutResult, notDirectlyAfter }: BrokenPairs): number =>
  withoutCall + withoutResult + notDirectlyAfter;

function take(ids: string[], id: string): boolean {
  const at = ids.indexOf(id);
  if (at < 0) return false;
  ids.splice(at, 1);
  return true;
}
