// Reads the texts in an archive of another app; pictures and the like stay packed. Pure.
import { CONVERSATIONS } from '../../options/policy.ts';
import { SkipList, type SkippedRecord } from './skipped.ts';
import type { Sliced } from './slices.ts';
import { readZip } from './zip-entries.ts';

/**
 * Returns the contents that `wants` accepts, by name, and the unreadable entries.
 * @throws invalid-input: no zip, a malicious one, or one with too much text
 */
export function* unzipSome(
  data: Uint8Array,
  wants: (name: string) => boolean,
): Sliced<{ readonly files: ReadonlyMap<string, Uint8Array>; readonly damaged: readonly SkippedRecord[] }> {
  const skipped = new SkipList();
  const files = yield* readZip(data, CONVERSATIONS.zip, wants, skipped);
  return { files, damaged: skipped.list() };
}
