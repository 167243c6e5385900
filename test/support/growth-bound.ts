// Most texts and rows that each store of a session holds, by its limits.
import type { Settings } from '../../src/options/options.ts';
import type { RowStore } from '../../src/storage/port.ts';

/** Bytes of a row as JSON with its key, beside its text and two paths of 40 bytes. */
const FILE_ROW = 330;
const REVISION_ROW = 210;
/** Bytes in the row of its path. */
const LISTED_REVISION = 64;
/** An id has 64 characters at most. */
const TOMBSTONE_ROW = 140;
const ITEM_ROW = 300;
/** Bytes of text per token, at most. */
const TOKEN = 8;

type Bounded = Exclude<RowStore, 'ledger' | 'vectors' | 'sessions' | 'parts'> | 'journal';

/** Returns the bounds in bytes of UTF-8. Parts of messages count as messages. */
export function boundsOf({
  limits,
  longTail,
  tombstones,
  files,
  transcript,
  journal,
}: Settings): Record<Bounded, number> {
  const paths = files.maxFiles + files.keptDeletedPaths;
  const revisions = paths * files.keptRevisions;
  return {
    items: limits.maxItems * ITEM_ROW + limits.maxTokens * TOKEN,
    tail: longTail.maxBytes,
    files: files.maxTotalBytes + paths * FILE_ROW + revisions * LISTED_REVISION,
    fileHistory: files.maxHistoryBytes + revisions * REVISION_ROW,
    messages: transcript.maxBytes,
    tombstones: tombstones.maxIds * TOMBSTONE_ROW,
    journal: journal.maxBytes,
  };
}
