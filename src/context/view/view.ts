// The view: which messages of the list a request shows, with which stubs and notes, and how many tokens that is. Pure.
import type { NewMessage, ToolCall } from '../../tree/transcript/transcript.ts';
import type { Fold, Range } from '../compaction/compaction.ts';
import { messagePath } from '../../tree/paths.ts';
import type { History, SeenMessage } from './history.ts';
import { type LedgerState, type LedgerStub, union } from './ledger.ts';
import { canLeave, isLeftOut, mediaOfResult } from '../media/left-out.ts';
import type { SeenMedium } from '../media/medium.ts';

/** One message of the request, in order. */
export type ViewEntry =
  | {
      readonly kind: 'message';
      readonly index: number;
      /** Texts of stubs, in place of the results of these calls; other results are sent as they are. */
      readonly results: readonly { readonly callId: string; readonly text: string }[];
      /** Notes appended to the message in this or an earlier request of the epoch. */
      readonly notes: string | undefined;
      /** Texts in the places of its media, in order; absent where they are sent. */
      readonly media?: readonly string[];
      /**
       * Whether to send it without its reasoning, which was signed for a prefix that is gone: a provider would reject
       * or drop it.
       */
      readonly withoutReasoning: boolean;
      /** The answer to calls of the message that were stopped; absent where there are none. */
      readonly answer?: { readonly callIds: readonly string[]; readonly text: string };
    }
  | { readonly kind: 'pin'; readonly text: string };

/**
 * Returns the text of a stub whose row is missing. A hard forget deletes that row, because its excerpt may quote the
 * forgotten text.
 */
export type StubNotice = (stub: LedgerStub & { readonly path: string }) => string;

/** Returns the text in the place of a medium of the message at this index. */
export type MediumNotice = (medium: SeenMedium, index: number) => string;

/** The texts that the view puts in place of results, media and missing answers. */
export interface ViewTexts {
  readonly notice: StubNotice;
  readonly medium: MediumNotice;
  /** The answer to a call that was stopped. */
  readonly stopped: string;
}

/**
 * Returns everything that is hidden: the folds of the ledger, segments that no provider would accept, and those that
 * hold nothing but a notice. The latter two follow from the list itself, so the ledger does not keep them.
 */
export function hiddenFolds({ segments, unsound, dropped }: History, { ledger }: LedgerState): Fold[] {
  const broken = segments.flatMap(({ from, to }, index): Fold[] => {
    const why = unsound.has(index) ? 'unsound' : dropped.has(index) && 'dropped';
    return why ? [{ from, to, why }] : [];
  });
  const folds = ledger.folds.map(({ hash: _, ...fold }) => fold);
  return [...folds, ...broken].sort((one, other) => one.from - other.from);
}

/**
 * Returns the visible ranges of the list; a system message inside a fold stays visible. Derived from the same marks as
 * every count, so that numbers and messages agree.
 */
export const visibleRanges = (history: History, hidden: readonly Range[]): Range[] =>
  visibleIn([{ from: 0, to: history.messages.length }], hiddenAt(history, hidden));

/** Returns the parts of these ranges, given in order, that the marks leave visible. */
export function visibleIn(ranges: readonly Range[], hidden: Uint8Array): Range[] {
  const visible: { from: number; to: number }[] = [];
  for (const { from, to } of ranges) {
    for (let index = from; index < to; index++) {
      if (hidden[index] === 1) continue;
      const last = visible.at(-1);
      if (last?.to === index) last.to = index + 1;
      else visible.push({ from: index, to: index + 1 });
    }
  }
  return visible;
}

/**
 * Returns marks by index of message: 1 where it is hidden. System messages never are: instructions hold wherever they
 * stand, and nothing in a summary could stand in for them. Folds may overlap.
 */
export function hiddenAt({ messages, rules }: History, hidden: readonly Range[]): Uint8Array {
  const marks = new Uint8Array(messages.length);
  for (const { from, to } of union(hidden)) marks.fill(1, from, to);
  for (const index of rules) marks[index] = 0;
  return marks;
}

const NO_RESULTS: Extract<ViewEntry, { kind: 'message' }>['results'] = [];

/**
 * Returns the entries of the request in order: the head, the pinned overview, then the visible messages. A pure
 * function of list and ledger: the same rows give the same request, byte for byte, in any process.
 */
export function viewOf(
  history: History,
  state: LedgerState,
  { notice, medium: mediumNotice, stopped }: ViewTexts,
): ViewEntry[] {
  const { head } = history;
  const { ledger, pin, rides } = state;
  const texts = new Map(state.stubTexts.map(({ index, callId, text }) => [`${index} ${callId}`, text]));
  const stubsAt = new Map<number, { readonly callId: string; readonly text: string }[]>();
  for (const stub of ledger.stubs) {
    const { index, callId } = stub;
    const shown = { callId, text: texts.get(`${index} ${callId}`) ?? notice(openedStub(history.messages, stub)) };
    stubsAt.set(index, [...(stubsAt.get(index) ?? []), shown]);
  }
  const notesAt = new Map(rides.map(({ index, text }) => [index, text]));
  const entries: ViewEntry[] = [];
  let due = pin && ({ kind: 'pin', text: pin.text } as const);
  const pinned = (): void => {
    if (due) entries.push(due);
    due = undefined;
  };
  for (const { from, to } of visibleRanges(history, hiddenFolds(history, state))) {
    for (let index = from; index < to; index++) {
      // The pin stands behind the app's own instructions, before everything that grows.
      if (index >= head) pinned();
      const message = history.messages[index];
      const isWithout = message?.media !== undefined && isLeftOut(ledger, index) && canLeave(message.media);
      const callIds = history.stopped.get(index);
      const shown = {
        kind: 'message',
        index,
        results: stubsAt.get(index) ?? NO_RESULTS,
        notes: notesAt.get(index),
        withoutReasoning: index < ledger.reasoningFrom,
      } as const;
      // Nearly all messages are sent as they are, in every request again.
      if (!isWithout && !callIds) entries.push(shown);
      else {
        entries.push({
          ...shown,
          ...(isWithout && { media: message.media?.map((medium) => mediumNotice(medium, index)) ?? [] }),
          ...(callIds && { answer: { callIds, text: stopped } }),
        });
      }
    }
  }
  pinned();
  return entries;
}

/**
 * Estimates the tokens of these entries. A message is counted once, when it is first seen; a stub adds the difference
 * that it makes.
 */
export function tokensOf(
  entries: readonly ViewEntry[],
  { messages }: History,
  count: (text: string) => number,
): number {
  let tokens = 0;
  for (const entry of entries) {
    if (entry.kind === 'pin') {
      tokens += count(entry.text);
      continue;
    }
    const message = messages[entry.index];
    tokens += message?.tokens ?? 0;
    const { media } = entry;
    const inPlace = media && new Map(message?.media?.map((one, at) => [one, count(media[at] ?? '') - one.nameTokens]));
    const shownAs = (medium: SeenMedium): number => inPlace?.get(medium) ?? medium.tokens;
    if (inPlace) for (const medium of message?.media ?? []) tokens += shownAs(medium) - medium.tokens;
    for (const { callId, text } of entry.results) {
      tokens += count(text) - count(resultOf(message, callId));
      for (const medium of mediaOfResult(message, callId)) tokens -= shownAs(medium);
    }
    if (entry.notes !== undefined) tokens += count(entry.notes);
    if (entry.answer) tokens += entry.answer.callIds.length * count(entry.answer.text);
  }
  return tokens;
}

/** Adds the path that opens the stub's text: its file, or else the address of the result. */
export function openedStub<Stub extends Pick<LedgerStub, 'index' | 'callId' | 'path'>>(
  messages: readonly NewMessage[],
  stub: Stub,
): Stub & { readonly path: string } {
  const at = messages[stub.index]?.results?.findIndex(({ id }) => id === stub.callId) ?? 0;
  return { ...stub, path: stub.path ?? messagePath(stub.index, at + 1) };
}

export const resultOf = (message: SeenMessage | undefined, callId: string): string =>
  message?.results?.find(({ id }) => id === callId)?.text ?? '';

/**
 * Returns the call that this result answers: the nearest one before it, as ids may repeat in formats that have none of
 * their own; several in one message pair in the order of the results.
 */
export function callOf(messages: readonly NewMessage[], index: number, callId: string): ToolCall | undefined {
  let before = -1;
  for (let at = index; at >= 0; at--) {
    const { calls = [], results = [] }: Partial<NewMessage> = messages[at] ?? {};
    const called = calls.filter(({ id }) => id === callId);
    if (called.length > 0) return called[before] ?? called[0];
    if (results.some(({ id }) => id === callId)) before++;
  }
  return undefined;
}
