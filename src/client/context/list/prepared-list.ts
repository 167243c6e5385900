// Writes the planned view back into the app's own messages.
import type { Prepared } from '../../../context/plan/prepared.ts';
import type { RequestPlan } from '../../../context/plan/request.ts';
import type { Lens } from '../../../context/view/lens.ts';
import type { ViewEntry } from '../../../context/view/view.ts';
import { utf8Bytes } from '../../../tree/utf8-bytes.ts';

export interface PreparedList<Message> {
  readonly messages: Message[];
  /** Indexes after which a provider's cache may be marked. */
  readonly cacheBreakpoints: readonly number[];
}

/** Returns the request as the app gets it. */
export function preparedOf<Message>(
  { state, reason, repeated, meta, phase, kept, hidden, stubs, reminder, compaction }: RequestPlan,
  of: Pick<Prepared<Message>, 'messages' | 'cacheBreakpoints' | 'prefixChanged' | 'firstChange' | 'repairs'>,
): Prepared<Message> {
  return {
    ...of,
    requestId: state.ledger.requestId,
    repeated,
    epoch: state.ledger.epoch,
    ...(reason && { epochReason: reason }),
    meta,
    phase,
    kept,
    hidden,
    stubs,
    ...(reminder && { reminder }),
    pause: reminder === 'pause',
    ...(compaction && { compaction }),
  };
}

type Shown = Extract<ViewEntry, { kind: 'message' }>;

export function preparedList<Message>(
  lens: Lens<Message>,
  list: readonly Message[],
  entries: readonly ViewEntry[],
): PreparedList<Message> {
  const messages: Message[] = [];
  let pinned: number | undefined;
  const sent = (entry: Shown): Message | undefined => {
    let message = list[entry.index] as Message;
    if (entry.media && lens.withoutMedia) message = lens.withoutMedia(message, entry.media);
    for (const { callId, text } of entry.results) message = lens.withResult(message, callId, text);
    return entry.withoutReasoning && lens.withoutReasoning ? lens.withoutReasoning(message) : message;
  };
  const stopped: { readonly message: Message; readonly answer: NonNullable<Shown['answer']> }[] = [];
  /** Answers stopped calls in front of this message, or in it, where it brings results. */
  const answered = (next: Message): Message => {
    if (lens.callsApart && lens.role(next) === 'assistant') return next;
    const bringsResults = lens.results(next).length > 0;
    let last = next;
    for (const { message, answer } of stopped.splice(0)) {
      const answers = lens.answer?.(message, answer.callIds, answer.text, bringsResults ? last : undefined) ?? [];
      if (bringsResults) last = answers.pop() ?? last;
      messages.push(...answers);
    }
    return last;
  };
  for (const entry of entries) {
    if (entry.kind === 'pin') {
      pinned = pin(lens, messages, entry.text);
      continue;
    }
    const planned = sent(entry);
    if (planned === undefined) continue;
    const message = answered(planned);
    const carrying = entry.notes === undefined ? message : lens.append(message, entry.notes);
    if (carrying !== undefined) messages.push(carrying);
    else messages.push(message, lens.inject('user', entry.notes as string));
    if (entry.answer) stopped.push({ message, answer: entry.answer });
  }
  const last = messages.length - 1;
  return { messages, cacheBreakpoints: [...new Set([pinned ?? last, last])] };
}

function pin<Message>(lens: Lens<Message>, messages: Message[], text: string): number {
  const last = messages.length - 1;
  const role = lens.pin === 'system' ? 'system' : 'user';
  const carrying = role === 'system' && last >= 0 ? lens.append(messages[last] as Message, text) : undefined;
  if (carrying === undefined) return messages.push(lens.inject(role, text)) - 1;
  messages[last] = carrying;
  return last;
}

/** Returns the first difference of two requests; undefined when the second extends the first. */
export function firstChange(
  before: readonly unknown[],
  after: readonly unknown[],
): { readonly message: number; readonly byte: number } | undefined {
  let byte = 0;
  for (const [message, former] of before.entries()) {
    const [old, fresh] = [JSON.stringify(former) ?? '', JSON.stringify(after[message]) ?? ''];
    if (old === fresh) {
      byte += utf8Bytes(old);
      continue;
    }
    let same = 0;
    while (same < old.length && old[same] === fresh[same]) same++;
    return { message, byte: byte + utf8Bytes(old.slice(0, same)) };
  }
  return undefined;
}
