// Tool calls and their results: a request in which they do not match is refused by most providers.
import type { ChatMessage } from '../chat.ts';

export interface BrokenPairs {
  /** Results that answer no call before them, or one that was answered. */
  readonly withoutCall: number;
  /** Calls that nothing answers. */
  readonly withoutResult: number;
  /** Results with another message between them and their call. */
  readonly notDirectlyAfter: number;
}

/** Ids may be used again once they are answered: recorded runs do so. */
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
