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

interface Showing extends Standing {
  readonly snippet: string;
  readonly matches: readonly unknown[];
}

/**
 * Best first. What stands in two scopes with one text goes to the better one's `also`; so does what shows a part that
 * the other holds, if it shows as many words of the prompt: a passage of many notes is not one of them.
 */
export function folded<Hit extends Showing>(
  findings: readonly Finding<Hit>[],
): (Hit & { readonly also?: readonly Standing[] })[] {
  const kept: { readonly hit: Hit; readonly text: string; readonly core: string; readonly also: Standing[] }[] = [];
  for (const { hit, text: whole } of findings) {
    const text = plain(whole);
    const core = plain(hit.snippet.replace(/^…|…$/g, ''));
    const same = kept.find(
      (better) =>
        areApart(better.hit, hit) &&
        (better.text === text ||
          (better.hit.matches.length === hit.matches.length && (holds(better.text, core) || holds(text, better.core)))),
    );
    if (same) same.also.push(standing(hit));
    else kept.push({ hit, text, core, also: [] });
  }
  return kept.map(({ hit, also }) => (also.length > 0 ? { ...hit, also } : hit));
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
