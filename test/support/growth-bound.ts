// What each store of a session holds at most, by its limits: texts and rows.
import type { Settings } from '../../src/options/options.ts';
import type { RowStore } from '../../src/storage/port.ts';

/** Bytes of a row as JSON with its key, beside the text and beside two paths of 40 bytes. */
const FILE_ROW = 330;
const REVISION_ROW = 210;
/** In the row of its path. */
const LISTED_REVISION = 64;
/** An id has 64 characters at most. */
const TOMBSTONE_ROW = 140;
const ITEM_ROW = 300;
/** A token is eight bytes of a text, or fewer. */
const TOKEN = 8;

type Bounded = Exclude<RowStore, 'ledger' | 'vectors' | 'sessions' | 'parts'> | 'journal';

/** In bytes of UTF-8. Parts of messages are counted with the messages. */
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
