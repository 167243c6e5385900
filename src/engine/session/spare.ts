// Chooses data that a full storage gives up to make room for a command: first what can be computed again, then, for a
// hard forget alone, what no state depends on.
import type { JournalEntry, RowChange, RowStore } from '../../storage/port.ts';
import type { Content, JournalEvent } from './apply.ts';

/** Reads of the session's stored rows. */
interface StoredRows {
  allRows(store: RowStore): Promise<readonly RowChange[]>;
  rows(store: RowStore, after: string, limit: number): Promise<readonly RowChange[]>;
  journal(from: number, limit: number): Promise<readonly JournalEntry[]>;
}

interface Spared {
  readonly events: readonly JournalEvent[];
  readonly content: Content;
}

/** Former revisions dropped per commit: the commit's entry lists their keys and needs room as well. */
const REVISIONS_AT_ONCE = 32;
/** Least number of entries to drop: fewer make little room, and would drop the record of earlier drops. */
const FEWEST_ENTRIES = 32;
const reason = 'storage-quota';

/**
 * Returns the next data to drop; undefined if nothing is left to spare.
 * @param head present head of the session
 */
export async function spare(stored: StoredRows, head: number, forErasure: boolean): Promise<Spared | undefined> {
  const blocks = await stored.allRows('vectors');
  if (blocks.length > 0) {
    const rows = blocks.map(({ store, key }) => ({ store, key }));
    return { events: [{ type: 'vectors-dropped', reason, blocks: blocks.length }], content: { rows } };
  }
  if (!forErasure) return undefined;
  const [oldest] = await stored.journal(0, 1);
  if (oldest && head - oldest.head >= FEWEST_ENTRIES) {
    return { events: [{ type: 'journal-dropped', reason, upTo: head }], content: {} };
  }
  const revisions = await stored.rows('fileHistory', '', REVISIONS_AT_ONCE);
  if (revisions.length === 0) return undefined;
  const former = new Map(revisions.map(({ key }) => [key, undefined]));
  return { events: [{ type: 'history-dropped', reason, revisions: revisions.length }], content: { former } };
}
