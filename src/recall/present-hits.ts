// Turns findings into hits: cuts snippets and merges duplicates of several scopes. Pure.
import { deduplicated, mayBeOneThing } from './deduplication.ts';
import type { HitAddress } from './hit-address.ts';
import type { Latin } from './terms/latin.ts';
import { type Snippet, snippetCutter } from './snippets.ts';

/** Where to read on: a path that `read` opens, and the line and character, from 1, at which the snippet begins. */
export interface OpenedPassage {
  readonly path: string;
  readonly line: number;
  readonly character: number;
}

/** A text that `read` opens, and the offset of a passage in it; the parts of a message follow each other. */
export interface OpenedText {
  readonly path: string;
  readonly text: string;
  readonly start?: number;
}

/** The parts of a hit that depend on the prompt's words and on the other hits. */
export interface Presentation {
  readonly snippet: Snippet['text'];
  readonly matches: Snippet['matches'];
  readonly opens?: OpenedPassage;
  readonly also?: readonly HitAddress[];
}

/**
 * Returns at most `limit` hits in their order.
 * @param found may hold more, because duplicates merge
 */
export function presentHits<Of extends HitAddress>(
  found: readonly { readonly hit: Of; readonly text: string; readonly opened?: readonly OpenedText[] }[],
  prompt: string,
  limit: number,
  latin: Latin,
): (Of & Presentation)[] {
  const cut = snippetCutter(prompt, { latin });
  // Locating the words costs more than the search did, and not every caller reads snippets: cut at the first read.
  const withSnippet = ({ hit, text, opened }: (typeof found)[number]): Of & Presentation => {
    let snippet: Snippet | undefined;
    const cutOnce = (): Snippet => (snippet ??= cut(text));
    const shown = {
      ...hit,
      get snippet() {
        return cutOnce().text;
      },
      get matches() {
        return cutOnce().matches;
      },
    };
    const opens = { enumerable: true, get: () => opened && openedAt(opened, cutOnce(), cut) };
    return opened ? Object.defineProperty(shown, 'opens', opens) : shown;
  };
  const [first] = found;
  if (!first || !found.some(({ hit }) => mayBeOneThing(first.hit, hit))) return found.slice(0, limit).map(withSnippet);
  return deduplicated(found.map((each) => ({ hit: withSnippet(each), text: each.text }))).slice(0, limit);
}

/** Finds the part with most of the prompt's words among several that line breaks joined for the search. */
function openedAt(parts: readonly OpenedText[], { start: begins, end }: Snippet, cut: Cut): OpenedPassage {
  let before = 0;
  let most = -1;
  let [one, offset] = [parts[0] as OpenedText, 0];
  for (const part of parts) {
    const { text, start = 0 } = part;
    const [from, to] = [Math.max(0, begins - before), Math.min(text.length - start, end - before)];
    before += text.length - start + 1;
    if (from >= to) continue;
    const matched = parts.length === 1 ? 0 : matchedUnits(cut(text.slice(start + from, start + to)));
    if (matched > most) [one, offset, most] = [part, start + from, matched];
  }
  const lineStart = one.text.lastIndexOf('\n', offset - 1) + 1;
  let line = 1;
  for (let end = one.text.indexOf('\n'); end >= 0 && end < lineStart; end = one.text.indexOf('\n', end + 1)) line++;
  return { path: one.path, line, character: offset - lineStart + 1 };
}

/** Returns the length of the distinct matched words. */
const matchedUnits = ({ text, matches }: Snippet): number =>
  [...new Set(matches.map(([start, end]) => text.slice(start, end).toLowerCase()))].join('').length;

type Cut = ReturnType<typeof snippetCutter>;
