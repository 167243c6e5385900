// Gives each commit an id that stands for the whole history up to it.
import type { JournalEntry, Manifest, RowChange } from '../../storage/port.ts';
import { hash } from '../../tree/hash.ts';
import { withChecksum } from './row-checksum.ts';
import { entryJson } from './stored/compact-commits.ts';

/**
 * Returns the manifest with its check and the id of its commit: a hash over the previous id and everything that the
 * commit wrote. Two histories that diverge never share an id again, even if a restored copy and a stale owner reach the
 * same head.
 * @param salt random and stored nowhere: entries outlive a hard forget, and an id must not confirm a guess of the text
 */
export function sealed(
  { check: _, ...manifest }: Manifest & { readonly generation: string },
  entry: JournalEntry,
  rows: readonly RowChange[],
  salt: string,
): Manifest {
  const written = [manifest.generation, entryJson(entry), ...rows.map(({ value }) => value?.check), salt];
  return withChecksum({ ...manifest, commit: hash(written.join('\n')) }) as unknown as Manifest;
}
