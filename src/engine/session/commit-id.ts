// Gives each commit an id that stands for the whole history up to it.
import type { JournalEntry, Manifest, RowChange } from '../../storage/port.ts';
import { hash } from '../../tree/hash.ts';
import { withChecksum } from './row-checksum.ts';
import { entryJson } from './stored/compact-commits.ts';

/**
 * The manifest with its check and the id of its commit: a hash over the id before it and everything that the commit
 * wrote. Two histories that part never have the same id again, not even where a restored copy and a stale owner reach
 * one head.
 * @param salt random and kept nowhere: entries outlive a hard forget, and nobody may test a guess of the text by an id
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
