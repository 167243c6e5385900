// The ledger: state that is kept between two requests so that the second extends the first byte for byte. Field names
// and row keys are stored and never change. Pure.
import type { Fold, Range, ResultStub } from '../compaction/compaction.ts';
import type { History, SeenMessage } from './history.ts';
import { type Calibration, NOT_CALIBRATED } from '../reminder/calibration.ts';
import type { Pressure } from '../reminder/pressure.ts';
import type { ContextMeta } from '../reminder/meter.ts';
import type { EpochReason } from '../plan/prepared.ts';
import { INITIAL_REMINDER, type ReminderState } from '../reminder/reminder.ts';
import { type KeptList, NOTHING_KEPT } from '../list/kept-list.ts';
import type { RecalledText } from '../../recall/recalled-text.ts';
import type { OwnWords } from '../watching/own-words.ts';
import { PIN } from '../../tree/transcript/branch-keys.ts';
import { withHead } from '../../tree/transcript/rows-of-list.ts';
import { NO_MESSAGES } from '../list/rolling-hash.ts';

/** A position in the app's list that is valid only while the list up to it is unchanged. */
export interface Anchored {
  /** Hash of the list up to and including that position. */
  readonly hash: string;
}

/** A stub with the numbers from which its text is rendered. */
export interface LedgerStub extends ResultStub, Anchored {
  /** Tokens of the whole result. */
  readonly tokens: number;
  /** Approximate tokens of the excerpt in the stub. */
  readonly shown: number;
}

/** The row `now`: numbers, hashes and paths, no words of the conversation. */
export interface Ledger {
  /**
   * Revision of the latest change, counted over all branches. A commit names the one it is based on, so two owners
   * cannot overwrite each other.
   */
  readonly revision: number;
  /** Number of the epoch; 0 before the first request. */
  readonly epoch: number;
  /** Time of the latest change, ms since 1970. */
  readonly used: number;
  /** Whether this branch left another one. */
  readonly forked: boolean;
  /** Nonce of this epoch's fences. */
  readonly nonce: string;
  /** Id of the latest request. */
  readonly requestId: string;
  /** Number of messages that have been ingested. */
  readonly count: number;
  /** Hash of the list up to the last of them. */
  readonly hash: string;
  /** Messages of the list that the transcript holds; more than were ingested if the app recorded an answer. */
  readonly kept: KeptList;
  /** Hash of the system prompt and the tools. */
  readonly headHash: string;
  readonly folds: readonly (Fold & Anchored)[];
  readonly stubs: readonly LedgerStub[];
  /** Index before which reasoning is not sent again, because the prefix that it was signed for is gone. */
  readonly reasoningFrom: number;
  /**
   * Index before which pictures, sound and files are left out, except those of the message `spared`; `hash` covers the
   * list up to the message before that index. Undefined while none are left out.
   */
  readonly mediaFrom: (Anchored & { readonly index: number; readonly spared?: number }) | undefined;
  /** Overview that the model has seen: the revision of its free text, and hashes of the system's blocks. */
  readonly shown: { readonly revision: number; readonly blocks: Readonly<Record<string, string>> };
  /** Overview that the pin shows, in the same form. */
  readonly pinned: Ledger['shown'];
  /** Index in the list of the model's latest write of the overview; 0 if it never wrote. */
  readonly writtenAt: number;
  /** Revision of that write. */
  readonly writtenRevision: number;
  readonly reminder: ReminderState;
  /** Band that meters are compared with: the one told last, or a lower one since a new epoch. A fuller one is news. */
  readonly toldPressure: Pressure | undefined;
  /** Meter of the latest request; undefined before the first. */
  readonly latest: ContextMeta | undefined;
  /** Number of compactions in a row that saved little. */
  readonly fruitless: number;
  /** Reason why the next request must begin an epoch; undefined if it need not. */
  readonly due: Extract<EpochReason, 'compacted' | 'compaction-undone' | 'forgotten'> | undefined;
  /** Corrections of later estimates, learnt from the provider's counts. */
  readonly calibration: Calibration;
}

/** The row `pin`: the text that the epoch shows after the system prompt. */
export interface PinnedOverview {
  /** The fenced overview, notices, and a fenced extract of the hidden history; each may be absent. */
  readonly text: string;
}

/** A row `ride/<index>`: notes appended to one message, unchanged for the epoch. */
export interface AppendedNotes extends Anchored {
  readonly index: number;
  readonly text: string;
  /** Estimated tokens of each part; absent in rows of former versions. */
  readonly parts?: OwnWords;
  /**
   * The recalled note at the beginning of `text`: its length in UTF-16 units, the time of its request in ms since 1970,
   * and the texts that it shows.
   */
  readonly recalled?: { readonly length: number; readonly at: number; readonly texts: readonly RecalledText[] };
}

/** A row `stub/<index>/<call>`: the rendered stub. Without it the stub is rendered as its notice alone. */
export interface StubText extends Anchored {
  readonly index: number;
  readonly callId: string;
  readonly text: string;
}

/** The row `summary`: the summary, in the overview's block, of the messages hidden up to the one at `index`. */
export interface HiddenSummary extends Anchored {
  readonly index: number;
  readonly text: string;
}

/** The whole ledger, from which every request of an epoch is rendered. */
export interface LedgerState {
  readonly ledger: Ledger;
  readonly pin: PinnedOverview | undefined;
  /** Appended notes, in order of index. Receipts store the name. */
  readonly rides: readonly AppendedNotes[];
  readonly stubTexts: readonly StubText[];
  readonly summary?: HiddenSummary | undefined;
}

export const NEW_LEDGER: Ledger = {
  revision: 0,
  epoch: 0,
  used: 0,
  forked: false,
  nonce: '',
  requestId: '',
  count: 0,
  hash: NO_MESSAGES,
  kept: NOTHING_KEPT,
  headHash: '',
  folds: [],
  stubs: [],
  reasoningFrom: 0,
  mediaFrom: undefined,
  shown: { revision: 0, blocks: {} },
  pinned: { revision: 0, blocks: {} },
  writtenAt: 0,
  writtenRevision: 0,
  reminder: INITIAL_REMINDER,
  toldPressure: undefined,
  latest: undefined,
  fruitless: 0,
  due: undefined,
  calibration: NOT_CALIBRATED,
};

export interface LedgerRow {
  readonly key: string;
  /** Undefined: the row is deleted. */
  readonly fields: object | undefined;
}

const NOW = 'now';
const RIDE = 'ride/';
const STUB = 'stub/';
const SUMMARY = 'summary';
export const RECEIPT = 'receipt/';

const rideKey = ({ index }: AppendedNotes): string => RIDE + String(index).padStart(9, '0');
const stubKey = ({ index, callId }: StubText): string => `${STUB}${String(index).padStart(9, '0')}/${callId}`;

/**
 * Reads a ledger from its rows. A hard forget deletes the rows with text and marks the ledger (`reset`), so a new epoch
 * begins.
 */
export function readLedger(rows: readonly LedgerRow[]): LedgerState {
  const byKey = new Map(rows.map(({ key, fields }) => [key, fields]));
  const stored: Partial<Ledger> = byKey.get(NOW) ?? {};
  const kept = stored.kept ? withHead(stored.kept) : NOTHING_KEPT;
  // A reminder state of a former version lacks the fields of the reminder's record.
  const reminder = { ...INITIAL_REMINDER, ...stored.reminder };
  const { reset, ...now } = { ...NEW_LEDGER, ...stored, kept, reminder } as Ledger & { reset?: true };
  const under = (prefix: string): (object | undefined)[] =>
    rows.filter(({ key }) => key.startsWith(prefix)).map(({ fields }) => fields);
  const rides = under(RIDE) as AppendedNotes[];
  return {
    ledger: reset ? { ...now, due: 'forgotten' } : now,
    pin: byKey.get(PIN) as PinnedOverview | undefined,
    rides: rides.sort((one, other) => one.index - other.index),
    stubTexts: under(STUB) as StubText[],
    summary: byKey.get(SUMMARY) as HiddenSummary | undefined,
  };
}

/** Returns `now` and all rows that differ, by identity: a step that changes nothing returns the same objects. */
export function ledgerRows(before: LedgerState, after: LedgerState): LedgerRow[] {
  const rows: LedgerRow[] = [{ key: NOW, fields: { ...after.ledger } }];
  if (after.pin !== before.pin) rows.push({ key: PIN, fields: after.pin });
  if (after.summary !== before.summary) rows.push({ key: SUMMARY, fields: after.summary });
  rows.push(...changed(before.rides, after.rides, rideKey), ...changed(before.stubTexts, after.stubTexts, stubKey));
  return rows;
}

function changed<Fields extends object>(
  before: readonly Fields[],
  after: readonly Fields[],
  keyOf: (fields: Fields) => string,
): LedgerRow[] {
  const [known, kept] = [new Set(before), new Set(after.map(keyOf))];
  return [
    ...before.filter((fields) => !kept.has(keyOf(fields))).map((fields) => ({ key: keyOf(fields), fields: undefined })),
    ...after.filter((fields) => !known.has(fields)).map((fields) => ({ key: keyOf(fields), fields })),
  ];
}

/** Returns the ledger without entries whose messages the app has edited since. */
export function anchored(
  { ledger, pin, rides, stubTexts, summary }: LedgerState,
  messages: readonly SeenMessage[],
): LedgerState {
  const stands = (index: number, { hash }: Anchored): boolean => messages[index]?.hash === hash;
  return {
    ledger: {
      ...ledger,
      // A fold must leave something visible: a list cut back to its end would be hidden as a whole.
      folds: ledger.folds.filter((fold) => fold.to < messages.length && stands(fold.to - 1, fold)),
      stubs: ledger.stubs.filter((stub) => stands(stub.index, stub)),
      mediaFrom:
        ledger.mediaFrom && stands(ledger.mediaFrom.index - 1, ledger.mediaFrom) ? ledger.mediaFrom : undefined,
    },
    pin,
    rides: rides.filter((notes) => stands(notes.index, notes)),
    stubTexts: stubTexts.filter((text) => stands(text.index, text)),
    summary: summary && stands(summary.index, summary) ? summary : undefined,
  };
}

/** Returns the anchor of a range, valid while the list up to the end of the range is unchanged. */
export const anchorOf = ({ messages }: Pick<History, 'messages'>, { to }: Range): Anchored => ({
  hash: messages[to - 1]?.hash ?? '',
});

/** Whether the list extends the one that the ledger has ingested. */
export const goesOn = ({ count, hash }: Ledger, messages: readonly SeenMessage[]): boolean =>
  count === 0 || messages[count - 1]?.hash === hash;

/** Merges the ranges into ordered ones that neither touch nor overlap. */
export function union(ranges: readonly Range[]): Range[] {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of [...ranges].sort((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}
