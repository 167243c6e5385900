// Detects writes that would drop most of a text; they become conflicts. Pure.
import { withoutComments } from '../../recall/sections.ts';
import { freeText } from '../overview/system-blocks.ts';

/** UTF-16 units of free text. A shorter text may shrink freely. */
const WORTH_GUARDING = 400;
/** A write is a conflict when the new text has less than this share of the old one. */
export const SMALLEST_SHARE = 0.4;

export function losesMost(before: string, after: string): boolean {
  // A template consists of headings and hints in comments; it contains no text of the model.
  const size = (text: string): number => withoutComments(freeText(text)).trim().length;
  const [old, fresh] = [size(before), size(after)];
  return old >= WORTH_GUARDING && fresh < old * SMALLEST_SHARE;
}
