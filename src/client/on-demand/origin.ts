// Finds the message that a newly memorized text comes from, in the turn that the latest request answers. Pure.
import { UNSPACED } from '../../context/reading/unspaced.ts';
import { type History, isSpoken } from '../../context/view/history.ts';
import { invalidInput, kindOf } from '../../errors.ts';
import { rowAt, type Runs } from '../../tree/transcript/rows-of-list.ts';

export interface LatestTurn {
  readonly history: Pick<History, 'messages' | 'head'>;
  /** Rows of the list behind its leading system messages. */
  readonly rows: Runs;
  /** Row of the user's latest message. */
  readonly asked: number | undefined;
}

/**
 * Returns the row of the message that the text comes from; a hard forget empties it. Without tool results since the
 * user spoke it is the message of the user. Otherwise the message that shares most words with the text wins, at a tie
 * the user's; undefined where none shares any.
 * @throws invalid-input
 */
export function originOf(text: unknown, turn: LatestTurn | undefined): number | undefined {
  if (typeof text !== 'string') throw invalidInput('text', 'a text', kindOf(text));
  if (!turn) return undefined;
  const { history, rows, asked } = turn;
  const { messages, head } = history;
  const said = messages.map(isSpoken).lastIndexOf(true);
  const results = messages.flatMap(({ results: its = [] }, index) =>
    index < said ? [] : its.map((result) => ({ index, text: result.text })),
  );
  if (results.length === 0) return asked;
  const words = tellingWords(text);
  const sharedWith = (other: string): number => {
    const its = tellingWords(other);
    return [...words].filter((word) => its.has(word)).length;
  };
  let best = { row: asked, shared: sharedWith(messages[said]?.text ?? '') };
  for (const result of results) {
    const shared = sharedWith(result.text);
    if (shared > best.shared) best = { row: rowAt(rows, result.index - head), shared };
  }
  return best.shared > 0 ? best.row : undefined;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Shortest telling word. Of shorter ones, only those with digits or of writing without spaces count. */
const SHORTEST = 4;

/** Returns the words that carry meaning; in writing without spaces, all pairs of neighbouring characters. */
function tellingWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [word] of text.normalize('NFKC').toLowerCase().matchAll(WORD)) {
    if (UNSPACED.test(word)) for (let at = 1; at < word.length; at++) words.add(word.slice(at - 1, at + 1));
    else if (word.length >= SHORTEST || /\p{N}/u.test(word)) words.add(word);
  }
  return words;
}
