// What was found → what is shown of it: snippets, and one thing in several places once. Pure.
import { folded, type Standing } from './deduplication.ts';
import { type Snippet, snippets } from './snippets.ts';

export interface Shown {
  readonly snippet: Snippet['text'];
  readonly matches: Snippet['matches'];
  readonly also?: readonly Standing[];
}

/** At most `limit`, in their order; `found` may hold more, for some fold. */
export function shown<Hit extends Standing>(
  found: readonly { readonly hit: Hit; readonly text: string }[],
  prompt: string,
  limit: number,
): (Hit & Shown)[] {
  const show = snippets(prompt);
  // Looking for the words costs more than finding the text did, and not everybody reads a snippet: when first read.
  const shownHit = ({ hit, text }: (typeof found)[number]): Hit & Shown => {
    let known: Snippet | undefined;
    const part = (): Snippet => (known ??= show(text));
    return {
      ...hit,
      get snippet() {
        return part().text;
      },
      get matches() {
        return part().matches;
      },
    };
  };
  // Within one scope nothing folds.
  if (found.every(({ hit }) => hit.scope === found[0]?.hit.scope)) return found.slice(0, limit).map(shownHit);
  return folded(found.map((each) => ({ hit: shownHit(each), text: each.text }))).slice(0, limit);
}
