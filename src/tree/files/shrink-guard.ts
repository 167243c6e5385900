// When a write would lose most of a text, so that it is a conflict rather than a write. Pure.
import { withoutComments } from '../../recall/sections.ts';
import { freeText } from '../overview/system-blocks.ts';

/** A text shorter than this may shrink as it likes. */
const WORTH_GUARDING = 400;
/** A write that leaves less than this share of the text is a conflict. */
export const SMALLEST_SHARE = 0.4;

export function losesMost(before: string, after: string): boolean {
  // A template is all headings and hints: there is nothing of the model's to lose in it.
  const size = (text: string): number => withoutComments(freeText(text)).trim().length;
  const [old, fresh] = [size(before), size(after)];
  return old >= WORTH_GUARDING && fresh < old * SMALLEST_SHARE;
}
