// Which message of the turn that the latest request answers a text comes from that is memorized meanwhile. Pure.
import { UNSPACED } from '../../context/reading/unspaced.ts';
import { type History, isSpoken } from '../../context/view/history.ts';
import { invalidInput, kindOf } from '../../errors.ts';
import { rowAt, type Runs } from '../../tree/transcript/rows-of-list.ts';

export interface LatestTurn {
  readonly history: Pick<History, 'messages' | 'head'>;
  /** Of the list behind its leading system messages. */
  readonly rows: Runs;
  /** Row of what the user said last. */
  readonly asked: number | undefined;
}

/**
 * A hard forget empties the row, so where a tool has answered since, only words can tell: of the messages that share some
 * with the text the one that shares most, of equals what the user said; none where no message does. @throws invalid-input
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
/** A shorter one is told by its digits or its script only. */
const SHORTEST = 4;

/** Words that are no mere joints; of writing without spaces each two neighbours. */
function tellingWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [word] of text.normalize('NFKC').toLowerCase().matchAll(WORD)) {
    if (UNSPACED.test(word)) for (let at = 1; at < word.length; at++) words.add(word.slice(at - 1, at + 1));
    else if (word.length >= SHORTEST || /\p{N}/u.test(word)) words.add(word);
  }
  return words;
}
