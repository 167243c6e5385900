// Splits the memory's additions to a message into chips: overview changes, recalled notes, the reminder, the ask
// whether to compact, the meter. Pure.
import type { Chip } from './request-record.ts';

/** Includes the sentence before the fence. Lines inside a fence begin with "| ", so none of them looks like a tag. */
const OVERVIEW = /^[^\n]+\n\n<working_memory nonce="(\w+)">\n[\s\S]*?\n<\/working_memory nonce="\1">$/m;
const RECALLED = /^[^\n]+\n\n<recalled nonce="(\w+)">\n[\s\S]*?\n<\/recalled nonce="\1">$/m;
/** Includes its lines about names in the notes. */
const REMINDER = /^<!--[\s\S]*?-->(?:\n(?:Not mentioned|Mentioned|笔记中|多次提到).*)*$|^⚠️ .*$/m;
/** The block `context_meta`, or the meter's single line. */
const META = /^<context_meta>\n[\s\S]*?\n<\/context_meta>$|^(?:context: |上下文：已用 )[\d,]+ .*$/m;

export function chipsOf(ride: string, isNew: boolean): Chip[] {
  let rest = ride;
  const chips: Chip[] = [];
  const take = (kind: Chip['kind'], pattern: RegExp): void => {
    const [text] = pattern.exec(rest) ?? [];
    if (text === undefined) return;
    chips.push({ kind, text, isNew });
    rest = rest.replace(text, () => '');
  };
  take('overview', OVERVIEW);
  take('recalled', RECALLED);
  take('reminder', REMINDER);
  take('meta', META);
  const ask = rest.trim();
  if (ask !== '') chips.splice(-1, 0, { kind: 'ask', text: ask, isNew });
  return chips;
}
