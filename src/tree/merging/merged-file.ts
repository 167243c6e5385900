// Merges two changes of a file of the tree. Pure.
import { withLineEndsOf } from '../line-ends.ts';
import { freeText, withEmptyBlocks } from '../overview/system-blocks.ts';
import { OVERVIEW } from '../paths.ts';
import { merged } from './merge.ts';

/** Merges two changes of a file; an overview without its blocks, which belong to the system and come back anyway. */
export function mergedFile(path: string, base: string, theirs: string, mine: string): string | undefined {
  const hasBlocks = freeText(mine) !== mine;
  const of = path !== OVERVIEW ? (text: string) => text : hasBlocks ? withEmptyBlocks : freeText;
  return merged(of(withLineEndsOf(theirs, base)), of(theirs), of(withLineEndsOf(theirs, mine)));
}
