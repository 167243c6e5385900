// Counts a session anew from its rows, and compares the rows with the promises of its manifest. Pure.
import type { Recovery, RowCounts } from '../../../api/recovery.ts';
import { type JournalEntry, type Manifest, type Row, type RowStore, STORAGE_VERSION } from '../../../storage/port.ts';
import { verifiedFields } from '../row-checksum.ts';
import { SESSION_KEY, type VerifiedRows } from './verifying.ts';

/** Counts of the transcript that are known without reading it. */
export interface CountedMessages {
  /** Number of message rows. */
  readonly rows: number;
  /** The index after the last row. */
  readonly next: number;
}

export interface Evidence {
  readonly rows: VerifiedRows;
  readonly messages: CountedMessages;
  /** Oldest first; needed only if `isTrusted` is false. */
  readonly journal: readonly JournalEntry[];
}

const COUNTERS = ['head', 'time', 'step', 'nextSequence', 'items', 'tokens', 'messages'] as const;

/** Whether the manifest is as it was written. One without a check dates from before manifests had any. */
export const isTrusted = (manifest: Manifest): boolean =>
  manifest.check === undefined
    ? COUNTERS.every((name) => Number.isFinite(manifest[name]) && manifest[name] >= 0)
    : verifiedFields(manifest as unknown as Row) !== undefined;

/** Returns the manifest that the rows imply. Counters only grow, so that no sequence or index is given out twice. */
export function recount(stored: Manifest | undefined, { rows, messages, journal }: Evidence): Manifest {
  const { check: _, ...manifest } = stored && isTrusted(stored) ? stored : fromJournal(stored, rows, journal);
  const items = rows.sound.filter(({ store }) => store === 'items');
  const sequences = largest(rows, ['items', 'tail'], ({ sequence }) => sequence);
  return {
    ...manifest,
    items: items.length,
    tokens: items.reduce((sum, { fields }) => sum + ((fields as { tokens?: number }).tokens ?? 0), 0),
    nextSequence: Math.max(manifest.nextSequence, sequences + 1),
    messages: Math.max(manifest.messages, messages.next),
    rows: { ...soundRows(rows), messages: messages.rows },
  };
}

/** Returns how the rows differ from the promises of the manifest. */
export function compare(stored: Manifest | undefined, { rows, messages }: Evidence, now: Manifest): Recovery {
  const kept: Record<string, number> = { ...now.rows, items: now.items, messages: messages.rows };
  const promised = stored && isTrusted(stored) ? promisedRows(stored) : undefined;
  const lost: Partial<Record<RowStore, number>> = {};
  for (const [store, count] of Object.entries(promised ?? {}) as [RowStore, number][]) {
    const missing = count - (kept[store] ?? 0);
    if (missing > 0) lost[store] = missing;
  }
  // If nothing promises a number of rows, only the damaged ones are known to be lost.
  const damaged = rows.damaged.filter(
    ({ store, key }) => !(promised && store in promised) && (store !== 'sessions' || key === SESSION_KEY),
  );
  for (const { store } of damaged) lost[store] = (lost[store] ?? 0) + 1;
  const isOff = !promised || Object.entries(promised).some(([store, count]) => count < (kept[store] ?? 0));
  const kind = Object.keys(lost).length > 0 ? 'partial' : isOff ? 'repaired' : 'none';
  return { kind, kept: present(kept), lost };
}

/**
 * Returns the rows that the manifest promises; in a manifest from before rows were counted, items and messages alone.
 */
const promisedRows = ({ rows, items, messages }: Manifest): RowCounts => ({ messages, ...rows, items });

export const present = (counts: Readonly<Record<string, number>>): RowCounts =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));

function soundRows({ sound, edited }: VerifiedRows): NonNullable<Manifest['rows']> {
  const of = (wanted: RowStore): number => sound.filter(({ store }) => store === wanted).length;
  // Edited files count if a commit wrote them; the others get their row when they are taken over.
  const files = of('files') + edited.filter(({ value }) => value?.['revision'] !== undefined).length;
  return {
    sessions: of('sessions'),
    tail: of('tail'),
    files,
    ledger: of('ledger'),
    tombstones: of('tombstones'),
    messages: 0,
  };
}

/** Derives the counters of a session with a lost or damaged manifest from the newest journal entries, else the rows. */
function fromJournal(
  stored: Manifest | undefined,
  rows: VerifiedRows,
  journal: readonly JournalEntry[],
): Omit<Manifest, 'items' | 'tokens' | 'rows'> {
  const { generation, commit, head: storedHead } = stored ?? {};
  const last = journal.at(-1);
  const head = last?.head ?? (isCount(storedHead) ? storedHead : 1);
  const times = largest(rows, ['items', 'tail', 'files', 'tombstones'], ({ createdAt, updatedAt, time, left }) =>
    Math.max(...[createdAt, updatedAt, time, left?.time].map((each) => each ?? 0)),
  );
  const counts = {
    step:
      last?.step ??
      Math.max(
        0,
        largest(rows, ['items', 'tail', 'files'], ({ step }) => step),
      ),
    nextSequence: 0,
    messages: 0,
  };
  for (const { events } of journal) {
    for (const { type, step, sequence, index, nextSequence } of events as readonly JournalNumbers[]) {
      if (type === 'step-advanced') counts.step = step ?? counts.step;
      if (sequence !== undefined) counts.nextSequence = Math.max(counts.nextSequence, sequence + 1);
      if (nextSequence !== undefined) counts.nextSequence = Math.max(counts.nextSequence, nextSequence);
      if (type === 'message-appended') counts.messages = Math.max(counts.messages, (index ?? -1) + 1);
    }
  }
  return {
    version: STORAGE_VERSION,
    head,
    time: last?.time ?? Math.max(0, times),
    ...counts,
    ...(typeof generation === 'string' && { generation }),
    ...(typeof commit === 'string' && { commit }),
  };
}

/** Whether the manifest counts the transcript's bytes: format 1 did not, and no other row holds a lost count. */
export const hasBytes = ({ bytes, messages }: Manifest): boolean => bytes !== undefined || messages === 0;

interface JournalNumbers {
  readonly type: string;
  readonly step?: number;
  readonly sequence?: number;
  readonly index?: number;
  readonly nextSequence?: number;
}

interface RowNumbers {
  readonly sequence?: number;
  readonly step?: number;
  readonly createdAt?: number;
  readonly updatedAt?: number;
  readonly time?: number;
  readonly left?: { readonly time?: number };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** Returns the largest number of these rows; −1 if none has it. */
function largest(
  { sound }: VerifiedRows,
  stores: readonly RowStore[],
  numberOf: (fields: RowNumbers) => number | undefined,
): number {
  let found = -1;
  for (const { store, fields } of sound) {
    if (stores.includes(store)) found = Math.max(found, numberOf(fields as RowNumbers) ?? -1);
  }
  return found;
}
