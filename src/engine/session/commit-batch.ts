// Makes the batch of a commit, with an id that stands for the whole history up to it.
import type { Usage } from '../../items/limits.ts';
import type { Batch, JournalEntry, Manifest, RowChange } from '../../storage/port.ts';
import { hash } from '../../tree/hash.ts';
import { withChecksum } from './row-checksum.ts';
import { entryJson } from './stored/compact-commits.ts';
import { touchedBy } from './stored/touched.ts';

/** What a journal entry tells beside the manifest after the commit and the rows. */
interface Told {
  /** Id of the commit before. */
  readonly after: string | undefined;
  readonly step: number;
  readonly before: Usage;
  readonly events: JournalEntry['events'];
}

/**
 * Makes a batch. Its manifest has a check and the id of the commit: a hash over the previous id and everything that the
 * commit writes. Two histories that diverge never share an id again, even if a restored copy and a stale owner reach the
 * same head.
 * @param manifest without the check, as the commit leaves it
 * @param salt random and stored nowhere: entries outlive a hard forget, and an id must not confirm a guess of the text
 */
export function commitBatch(
  { check: _, ...manifest }: Manifest & { readonly generation: string },
  { after, step, before, events }: Told,
  rows: readonly RowChange[],
  salt: string,
  dropJournalUpTo = 0,
): Batch<Manifest, JournalEntry> {
  const { head, time, items, tokens } = manifest;
  const entry = {
    head,
    ...(after !== undefined && { after }),
    time,
    step,
    // Part of the entry, so that the journal can be read without the rows.
    usage: { before, after: { items, tokens } },
    events,
    touched: touchedBy(rows),
  };
  const written = [manifest.generation, entryJson(entry), ...rows.map(({ value }) => value?.check), salt];
  const checked = withChecksum({ ...manifest, commit: hash(written.join('\n')) }) as unknown as Manifest;
  return { manifest: checked, entry, rows, dropJournalUpTo };
}
