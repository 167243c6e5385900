// Turns findings into hits: cuts snippets and merges duplicates of several scopes. Pure.
import { deduplicated, type HitAddress, mayBeOneThing } from './deduplication.ts';
import type { Latin } from './terms/latin.ts';
import { type Snippet, snippetCutter } from './snippets.ts';

/** The parts of a hit that depend on the prompt's words and on the other hits. */
export interface Presentation {
  readonly snippet: Snippet['text'];
  readonly matches: Snippet['matches'];
  readonly also?: readonly HitAddress[];
}

/**
 * Returns at most `limit` hits in their order.
 * @param found may hold more, because duplicates merge
 */
export function presentHits<Of extends HitAddress>(
  found: readonly { readonly hit: Of; readonly text: string }[],
  prompt: string,
  limit: number,
  latin: Latin,
): (Of & Presentation)[] {
  const cut = snippetCutter(prompt, { latin });
  // Locating the words costs more than the search did, and not every caller reads snippets: cut at the first read.
  const withSnippet = ({ hit, text }: (typeof found)[number]): Of & Presentation => {
    let snippet: Snippet | undefined;
    const cutOnce = (): Snippet => (snippet ??= cut(text));
    return {
      ...hit,
      get snippet() {
        return cutOnce().text;
      },
      get matches() {
        return cutOnce().matches;
      },
    };
  };
  const [first] = found;
  if (!first || !found.some(({ hit }) => mayBeOneThing(first.hit, hit))) return found.slice(0, limit).map(withSnippet);
  return deduplicated(found.map((each) => ({ hit: withSnippet(each), text: each.text }))).slice(0, limit);
}
