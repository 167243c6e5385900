// Tests whether an answer used the texts recalled for its question: whether it says words that only they had. Pure. A
// sign, no proof: an answer in other words is missed, one that had the words from elsewhere is counted.
import { UNSPACED } from '../reading/unspaced.ts';
import type { AppendedNotes } from '../view/ledger.ts';
import type { History } from '../view/history.ts';

const WORD = /[\p{L}\p{N}_]+/gu;
/** Length of a word that counts; shorter ones say little, unless they hold a digit. */
const SHORTEST = 4;
/** Words of the text alone that an answer must say, where it had so many. */
const ENOUGH = 2;

/**
 * Tells for each text of the newest recalled note whether its answer used it; undefined where no answer is new. The
 * answer is everything that the assistant says up to the user's next message.
 */
export function usedIn(
  { messages }: Pick<History, 'messages'>,
  rides: readonly AppendedNotes[],
  newFrom: number,
): readonly boolean[] | undefined {
  const notes = rides.filter(({ recalled, index }) => recalled !== undefined && index < messages.length - 1).at(-1);
  const note = notes?.recalled;
  if (!notes || !note) return undefined;
  let end = notes.index + 1;
  while (end < messages.length && messages[end]?.role !== 'user') end++;
  // Told once, with the request that first holds the whole answer.
  if (end === messages.length || end < newFrom) return undefined;
  const said = messages.slice(notes.index + 1, end).filter(({ role }) => role === 'assistant');
  const answer = wordsOf(said.map(({ text, calls = [] }) => [text, ...calls.map((call) => call.arguments)].join('\n')));
  const known = wordsOf([
    notes.index > 0 ? (messages[notes.index - 1]?.text ?? '') : '',
    messages[notes.index]?.text ?? '',
  ]);
  return note.texts.map(({ text }) => {
    const rare = [...wordsOf([text])].filter((word) => !known.has(word));
    const found = rare.filter((word) => answer.has(word));
    return found.some((word) => /\d/.test(word)) || found.length >= Math.max(1, Math.min(ENOUGH, rare.length));
  });
}

function wordsOf(texts: readonly string[]): Set<string> {
  const words = new Set<string>();
  for (const text of texts) {
    for (const [found] of text.toLowerCase().matchAll(WORD)) {
      // Without spaces between words, pairs of characters stand for them.
      if (UNSPACED.test(found)) for (let at = 0; at + 1 < found.length; at++) words.add(found.slice(at, at + 2));
      else if (found.length >= SHORTEST || /\d/.test(found)) words.add(found);
    }
  }
  return words;
}
