// Merges hits that show one text from several scopes: an item and the message it came from, a message and the archive it
// was moved to. Pure.
import { addressOf, type HitAddress } from './hit-address.ts';
import { isItemScope } from './query.ts';

export interface HitWithText<Of> {
  readonly hit: Of;
  /** The whole passage, not only the snippet. */
  readonly text: string;
}

/** UTF-16 units. A shorter snippet occurs in many texts by chance, so only an equal text merges with it. */
const SHORTEST_CONTAINED = 24;

interface HitWithSnippet extends HitAddress {
  readonly snippet: string;
  readonly matches: readonly unknown[];
}

/**
 * Takes and returns hits in order, best first. A later hit moves to the `also` of a better one in another scope when
 * - both have the same text, or
 * - one text contains the other's snippet, and both show the same number of words of the prompt. The number keeps apart a
 *   note and a long passage of many notes that answers more of the prompt.
 *
 * Compares each hit with the kept ones: quadratic, but over at most a few times `limit` hits.
 */
export function deduplicated<Of extends HitWithSnippet>(
  findings: readonly HitWithText<Of>[],
): (Of & { readonly also?: readonly HitAddress[] })[] {
  const kept: { readonly hit: Of; readonly text: string; readonly core: string; readonly also: HitAddress[] }[] = [];
  for (const { hit, text: whole } of findings) {
    const text = withSingleBlanks(whole);
    const core = withSingleBlanks(hit.snippet.replace(/^…|…$/g, ''));
    const same = kept.find(
      (better) =>
        mayBeOneThing(better.hit, hit) &&
        (better.text === text ||
          (better.hit.matches.length === hit.matches.length &&
            (contains(better.text, core) || contains(text, better.core)))),
    );
    if (same) same.also.push(addressOf(hit));
    else kept.push({ hit, text, core, also: [] });
  }
  return kept.map(({ hit, also }) => (also.length > 0 ? { ...hit, also } : hit));
}

/**
 * Whether two hits may be one thing: found in different scopes, or copies in a conversation and its fork. Two items of
 * one session never merge: each can be forgotten or edited by its own id.
 */
export const mayBeOneThing = (one: HitAddress, other: HitAddress): boolean =>
  (one.session !== other.session && one.id === other.id && one.path === other.path && one.message === other.message) ||
  (one.scope !== other.scope && !(isItemScope(one.scope) && isItemScope(other.scope)));

const contains = (text: string, core: string): boolean => core.length >= SHORTEST_CONTAINED && text.includes(core);

/** Texts are compared with single blanks, because snippets are on one line. */
const withSingleBlanks = (text: string): string => text.replace(/\s+/g, ' ').trim();
