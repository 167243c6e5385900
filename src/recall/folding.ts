// One thing that stands in several places is one hit: an item and the message it came from, a message and the archive
// that it was moved to. Pure.
import { isOfItems, type Scope } from './query.ts';

export interface Finding<Hit> {
  readonly hit: Hit;
  /** The whole passage. */
  readonly text: string;
}

/** Where something stands: an item by `id`, a passage of a file by `path`, a message by its index. */
export interface Standing {
  readonly scope: Scope;
  readonly id?: string;
  readonly path?: string;
  readonly message?: number;
}

/** Shorter than this is contained in too much: it folds with its equal only. UTF-16 units. */
const TELLING = 24;

/**
 * Best first; what a worse finding of another scope would show of itself, or the better one, and that stands in the
 * other whole, goes to the better one's `also`.
 */
export function folded<Hit extends Standing & { readonly snippet: string }>(
  findings: readonly Finding<Hit>[],
): (Hit & { readonly also?: readonly Standing[] })[] {
  const kept: {
    readonly finding: Finding<Hit>;
    readonly text: string;
    readonly core: string;
    readonly also: Standing[];
  }[] = [];
  for (const finding of findings) {
    const text = plain(finding.text);
    const core = plain(finding.hit.snippet.replace(/^…|…$/g, ''));
    const same = kept.find(
      (better) =>
        areApart(better.finding.hit, finding.hit) &&
        (better.text === text || holds(better.text, core) || holds(text, better.core)),
    );
    if (same) same.also.push(standing(finding.hit));
    else kept.push({ finding, text, core, also: [] });
  }
  return kept.map(({ finding, also }) => (also.length > 0 ? { ...finding.hit, also } : finding.hit));
}

/** Two items are two, whatever they say and wherever they are. */
const areApart = (one: Standing, other: Standing): boolean =>
  one.scope !== other.scope && !(isOfItems(one.scope) && isOfItems(other.scope));

const holds = (text: string, core: string): boolean => core.length >= TELLING && text.includes(core);

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

const standing = ({ scope, id, path, message }: Standing): Standing => ({
  scope,
  ...(id !== undefined && { id }),
  ...(path !== undefined && { path }),
  ...(message !== undefined && { message }),
});
