// The app's message list in neutral form, divided where it may be cut: providers reject calls without results. Pure.
//
// A provider accepts a result only behind its call, and most want every call answered before the next message. So calls
// and results form one segment, which is shown or hidden as a whole; a segment that breaks the rule is hidden and
// reported. Only a stopped call gets an answer that says so instead: the text in its message must not be lost.
import { invalidInput, type WorkingMemoryError } from '../../errors.ts';
import type { NewMessage } from '../../tree/transcript/transcript.ts';
import type { Range } from '../compaction/compaction.ts';
import type { SeenMedium } from '../media/medium.ts';
import type { Repair } from '../plan/prepared.ts';

/** A message of the app's list in the form that the rules read. */
export interface SeenMessage extends NewMessage {
  /** Estimated tokens, including the overhead of the format. */
  readonly tokens: number;
  /** Hash of the list up to and including this message. */
  readonly hash: string;
  /** Pictures, sound, video and files in the message; absent where there are none. */
  readonly media?: readonly SeenMedium[];
  /** Whether it is only the notice that a message is no longer kept. */
  readonly isDropped?: boolean;
}

/**
 * The smallest unit that can be hidden: one message without calls, or a run of assistant messages with all results of
 * their calls.
 */
export interface Segment extends Range {
  readonly kind: 'message' | 'calls';
}

export interface History {
  readonly messages: readonly SeenMessage[];
  /** `messages` without the words that a hard forget removed: the form from which files and rows are written. */
  readonly stored: readonly SeenMessage[];
  /** Number of leading system messages. */
  readonly head: number;
  /** Indexes of all system messages. */
  readonly rules: readonly number[];
  /** Everything after the head, in order, without gaps. */
  readonly segments: readonly Segment[];
  /** Index at which each turn begins. The first turn may begin without a user message. */
  readonly turns: readonly number[];
  readonly repairs: readonly Repair[];
  /** Ids of unanswered calls by index of their message; a request that shows the message says they were stopped. */
  readonly stopped: ReadonlyMap<number, readonly string[]>;
  /** Indexes of segments that no provider would accept; they are hidden and listed in `repairs`. */
  readonly unsound: ReadonlySet<number>;
  /** Indexes of segments that are notices of messages no longer kept, or depend on them (`droppedOf`). */
  readonly dropped: ReadonlySet<number>;
  /** Whether the list ends with an approval while calls of its newest step have no result: nothing may come between. */
  readonly isPending: boolean;
}

/** Whether the request answers the user, not a tool. */
export const isUserTurn = ({ turns, segments }: Pick<History, 'turns' | 'segments'>): boolean =>
  turns.at(-1) === segments.at(-1)?.from && turns.length > 0;

/** Whether the user says something in the message; some formats put that beside tool results. */
export const isSpoken = (message: NewMessage | undefined): boolean =>
  message?.role === 'user' && (message.text !== '' || (message.results ?? []).length === 0);

/** Returns the texts of a message whose tokens are counted. */
export const countedIn = ({ text, calls = [], results = [] }: NewMessage): string[] => {
  const texts = [text];
  for (const call of calls) texts.push(call.name, call.arguments);
  for (const result of results) texts.push(result.text);
  return texts;
};

/**
 * Divides a list in one pass, O(messages). A defect in old messages hides only these messages; one at the end of the
 * list is an error, because the model is asked to answer exactly that part.
 * @param canAnswer tells whether the format has an answer to this stopped call of a message; default: it has none
 * @throws invalid-input: no request can be made of this list; nothing was changed
 */
export function readHistory(
  messages: readonly SeenMessage[],
  canAnswer: (index: number, callId: string) => boolean = () => false,
): History {
  const head = messages.findIndex(({ role }) => role !== 'system');
  if (head < 0)
    throw unusable('a list with at least one message other than system messages', `${messages.length} messages`);
  if (!messages.some(({ role }) => role === 'user')) throw unusable('a list with a user message', 'one without any');
  const segments: Segment[] = [];
  const repairs: Repair[] = [];
  const stopped = new Map<number, readonly string[]>();
  const unsound = new Set<number>();
  let open: OpenCalls | undefined;
  let isPending = false;

  const begun = (from: number): OpenCalls => ({
    from,
    calls: new Map(),
    waiting: 0,
    answered: new Set(),
    isBroken: false,
  });
  const broken = (step: OpenCalls, index: number, what: Repair['what'], callId: string): void => {
    repairs.push({ index, what, callId });
    step.isBroken = true;
  };
  const close = (to: number): void => {
    if (!open) return;
    const { from, calls, answered } = open;
    let isMended = !open.isBroken;
    for (const [callId, indexes] of isPending ? [] : calls) {
      for (const index of indexes) {
        repairs.push({ index: from, what: 'unanswered-call', callId });
        stopped.set(index, [...(stopped.get(index) ?? []), callId]);
        // An answer is inserted in front of the results: if calls share the id, results would shift to other calls.
        isMended &&= !answered.has(callId) && canAnswer(index, callId);
      }
    }
    if (!isMended) unsound.add(segments.length);
    segments.push({ from, to, kind: calls.size > 0 ? 'calls' : 'message' });
    open = undefined;
  };

  for (let index = head; index < messages.length; index++) {
    const { role, calls = [], results = [] } = messages[index] as SeenMessage;
    if (results.length > 0) {
      // Without an open call, the result usually belongs to a message that the app has cut off.
      const isOrphan = !open?.calls.size;
      if (isOrphan) close(index);
      open ??= begun(index);
      for (const { id } of results) {
        const waiting = open.calls.get(id);
        if (waiting?.shift() === undefined) broken(open, index, waiting ? 'duplicate-result' : 'orphan-result', id);
        else open.waiting--;
        open.answered.add(id);
      }
      // Words of the user beside the results mean that no more results will come.
      if (isOrphan || isSpoken(messages[index])) close(index + 1);
      continue;
    }
    if (role !== 'assistant') {
      // A message that only approves a call neither answers it nor ends the wait for its result.
      if (role === 'tool' && open?.waiting) continue;
      close(index);
      open = begun(index);
      close(index + 1);
      continue;
    }
    // Until a result arrives, the assistant's messages are one step (reasoning, text, calls); then a new one begins.
    if (open?.answered.size) close(index);
    open ??= begun(index);
    for (const { id, name } of calls) {
      const waiting = open.calls.get(id);
      // In formats without ids the name serves as the id: the n-th result answers the n-th call.
      if (waiting && id !== name) broken(open, index, 'duplicate-call', id);
      else {
        open.calls.set(id, [...(waiting ?? []), index]);
        open.waiting++;
      }
    }
  }
  // The newest step cannot be hidden like an older one: the model must continue from it. With an approval at its end,
  // the SDK runs the call before it asks the model.
  const newest = messages.at(-1);
  if (open?.waiting) {
    isPending = newest?.role === 'tool' && newest.text !== '';
    const ids = [...open.calls].flatMap(([id, waiting]) => (waiting.length > 0 ? id : []));
    if (!isPending) throw unusable(PAIRED, `no result for ${ids.join(', ')}`);
  }
  close(messages.length);
  if (unsound.has(segments.length - 1)) {
    throw unusable(PAIRED, 'results without their calls');
  }
  const rules = messages.flatMap(({ role }, index) => (role === 'system' ? index : []));
  const turns = turnsOf(messages, segments, head);
  const dropped = droppedOf(messages, segments, turns);
  return { messages, stored: messages, head, rules, segments, turns, repairs, stopped, unsound, dropped, isPending };
}

/**
 * Segment that is being read; it ends where the user or the system speaks, or where the assistant begins the next step.
 */
interface OpenCalls {
  readonly from: number;
  /** Indexes of the messages with calls that have no result yet, for each call id of the segment. */
  readonly calls: Map<string, number[]>;
  /** Number of calls without a result so far. */
  waiting: number;
  readonly answered: Set<string>;
  /** Whether a call or a result occurred twice, or a result belongs to no call. */
  isBroken: boolean;
}

function turnsOf(messages: readonly SeenMessage[], segments: readonly Segment[], head: number): number[] {
  // The user's words beside results stay with the calls: the turn begins with the whole segment.
  const turns = segments.filter(({ to }) => isSpoken(messages[to - 1])).map(({ from }) => from);
  return turns[0] === head ? turns : [head, ...turns];
}

/**
 * Returns the indexes of segments that are notices and, if the first turn is gone, of everything before the first kept
 * message of the user: answers to a missing message say little, and a request begins with the user. If no message of
 * the user is kept, the newest notice stays.
 */
function droppedOf(
  messages: readonly SeenMessage[],
  segments: readonly Segment[],
  turns: readonly number[],
): Set<number> {
  const isGone = (at = 0): boolean => messages[at]?.isDropped === true;
  const kept = turns.find((at) => messages[at]?.role === 'user' && !isGone(at)) ?? turns.filter(isGone).at(-1) ?? 0;
  const isHidden = ({ from }: Segment): boolean => from !== kept && (isGone(from) || (from < kept && isGone(turns[0])));
  return new Set(segments.flatMap((segment, index) => (isHidden(segment) ? index : [])));
}

const PAIRED = 'a list whose newest calls and results match';

const unusable = (expected: string, received: string): WorkingMemoryError =>
  invalidInput('messages', expected, received);
