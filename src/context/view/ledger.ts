// What must be remembered between two requests so that the second extends the first byte for byte. Pure.
import type { Fold, Range, ResultStub } from '../compaction/compaction.ts';
import type { History, SeenMessage } from './history.ts';
import type { Pressure } from '../reminder/pressure.ts';
import type { ContextMeta } from '../reminder/meter.ts';
import type { EpochReason } from '../plan/prepared.ts';
import { INITIAL_REMINDER, type ReminderState } from '../reminder/reminder.ts';
import { NO_MESSAGES } from './rolling-hash.ts';

/** A place in the app's list that still counts only while the list up to it is what it was. */
export interface Anchored {
  /** Hash of the list up to and including the last message meant. */
  readonly hash: string;
}

/** A stub with what its text is made of. */
export interface LedgerStub extends ResultStub, Anchored {
  /** Of the whole result, and of what the stub shows of it. */
  readonly tokens: number;
  readonly shown: number;
}

/** Numbers, hashes and paths; no words of the conversation. The row `now`. */
export interface Ledger {
  /** Counts the changes of the ledger: whoever changes it says which one it saw. */
  readonly revision: number;
  /** 0 before the first request. */
  readonly epoch: number;
  /** Fences of this epoch carry it. */
  readonly nonce: string;
  /** Of the latest request. */
  readonly requestId: string;
  /** Messages of the app's list that the transcript holds, and their hash. */
  readonly count: number;
  readonly hash: string;
  /** Of the system prompt and the tools. */
  readonly headHash: string;
  readonly folds: readonly (Fold & Anchored)[];
  readonly stubs: readonly LedgerStub[];
  /** Reasoning of messages before this index is not sent again: the prefix it was signed with is gone. */
  readonly reasoningFrom: number;
  /** Revision of the overview's free text that the model has seen, and hashes of the system's blocks beside it. */
  readonly shown: { readonly revision: number; readonly blocks: Readonly<Record<string, string>> };
  /** The same of what the pin shows. */
  readonly pinned: Ledger['shown'];
  /** Messages of the list when the model's latest write of the overview was first seen; 0 when it never wrote. */
  readonly writtenAt: number;
  /** Revision of that write. */
  readonly writtenRevision: number;
  readonly reminder: ReminderState;
  /** What the model was last told. */
  readonly meta: { readonly ratio: number; readonly pressure: Pressure } | undefined;
  /** Band of the meter that the model saw last, in whatever epoch: an ask is put where a fuller one is entered. */
  readonly toldPressure: Pressure | undefined;
  /** The meter of the latest request; the same request again reads it the same. */
  readonly latest: ContextMeta | undefined;
  /** Compactions in a row that won little. */
  readonly fruitless: number;
  /** A new epoch must begin, whatever the list says. */
  readonly due: Extract<EpochReason, 'compacted' | 'compaction-undone' | 'forgotten'> | undefined;
  /** Reported and estimated tokens of requests, for the correction of estimates. */
  readonly calibration: { readonly estimated: number; readonly actual: number };
}

/** What the epoch shows after the system prompt. The row `pin`. */
export interface PinnedOverview {
  /** Rendered: fenced overview, and what stands for the hidden history. */
  readonly text: string;
}

/** What was put behind one message and stays there for the epoch. A row of its own, `ride/<index>`. */
export interface AppendedNotes extends Anchored {
  readonly index: number;
  readonly text: string;
}

/** What stands in place of a result. A row of its own, `stub/<index>/<call>`; without it the stub says where to look. */
export interface StubText extends Anchored {
  readonly index: number;
  readonly callId: string;
  readonly text: string;
}

/** The whole of it, as an epoch's requests are made from. */
export interface LedgerState {
  readonly ledger: Ledger;
  readonly pin: PinnedOverview | undefined;
  /** In order of index. */
  readonly rides: readonly AppendedNotes[];
  readonly stubTexts: readonly StubText[];
}

export const NEW_LEDGER: Ledger = {
  revision: 0,
  epoch: 0,
  nonce: '',
  requestId: '',
  count: 0,
  hash: NO_MESSAGES,
  headHash: '',
  folds: [],
  stubs: [],
  reasoningFrom: 0,
  shown: { revision: 0, blocks: {} },
  pinned: { revision: 0, blocks: {} },
  writtenAt: 0,
  writtenRevision: 0,
  reminder: INITIAL_REMINDER,
  meta: undefined,
  toldPressure: undefined,
  latest: undefined,
  fruitless: 0,
  due: undefined,
  calibration: { estimated: 0, actual: 0 },
};

export interface LedgerRow {
  readonly key: string;
  /** Undefined: the row goes. */
  readonly fields: object | undefined;
}

const NOW = 'now';
const PIN = 'pin';
const RIDE = 'ride/';
const STUB = 'stub/';
export const RECEIPT = 'receipt/';

const rideKey = ({ index }: AppendedNotes): string => RIDE + String(index).padStart(9, '0');
const stubKey = ({ index, callId }: StubText): string => `${STUB}${String(index).padStart(9, '0')}/${callId}`;

/** The ledger that these rows hold. Hard forgetting leaves the numbers only, and marks them (`reset`). */
export function readLedger(rows: readonly LedgerRow[]): LedgerState {
  const byKey = new Map(rows.map(({ key, fields }) => [key, fields]));
  const { reset, ...now } = { ...NEW_LEDGER, ...byKey.get(NOW) } as Ledger & { reset?: true };
  const under = (prefix: string): (object | undefined)[] =>
    rows.filter(({ key }) => key.startsWith(prefix)).map(({ fields }) => fields);
  const rides = under(RIDE) as AppendedNotes[];
  return {
    ledger: reset ? { ...now, due: 'forgotten' } : now,
    pin: byKey.get(PIN) as PinnedOverview | undefined,
    rides: rides.sort((one, other) => one.index - other.index),
    stubTexts: under(STUB) as StubText[],
  };
}

/** The rows that differ. */
export function ledgerRows(before: LedgerState, after: LedgerState): LedgerRow[] {
  const rows: LedgerRow[] = [{ key: NOW, fields: { ...after.ledger } }];
  if (after.pin !== before.pin) rows.push({ key: PIN, fields: after.pin });
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

/** What of it still stands when the list is this one: the app may have edited what it sent before. */
export function anchored(
  { ledger, pin, rides, stubTexts }: LedgerState,
  messages: readonly SeenMessage[],
): LedgerState {
  const stands = (index: number, { hash }: Anchored): boolean => messages[index]?.hash === hash;
  return {
    ledger: {
      ...ledger,
      // A list that was cut back to the end of a fold would have nothing new in it.
      folds: ledger.folds.filter((fold) => fold.to < messages.length && stands(fold.to - 1, fold)),
      stubs: ledger.stubs.filter((stub) => stands(stub.index, stub)),
    },
    pin,
    rides: rides.filter((ride) => stands(ride.index, ride)),
    stubTexts: stubTexts.filter((text) => stands(text.index, text)),
  };
}

/** The anchor of a range: it holds as long as the list up to the end of the range is unchanged. */
export const anchorOf = ({ messages }: Pick<History, 'messages'>, { to }: Range): Anchored => ({
  hash: messages[to - 1]?.hash ?? '',
});

/** Whether the list goes on from what the ledger has seen. */
export const goesOn = ({ count, hash }: Ledger, messages: readonly SeenMessage[]): boolean =>
  count === 0 || messages[count - 1]?.hash === hash;

/** A reading beyond these compares different texts. */
const LEAST_RATIO = 0.5;
const MOST_RATIO = 2;

/** Tokens as the provider would count them, by what it counted before. */
export function corrected({ ledger }: LedgerState, tokens: number): number {
  const { estimated: guessed, actual } = ledger.calibration;
  return guessed === 0 ? tokens : Math.ceil(tokens * Math.min(MOST_RATIO, Math.max(LEAST_RATIO, actual / guessed)));
}

/** All folds as ranges that neither touch nor overlap, in order. */
export function union(ranges: readonly Range[]): Range[] {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of [...ranges].sort((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}
