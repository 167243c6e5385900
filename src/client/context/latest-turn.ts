// The user's turn that the latest request answers, and which of its messages a text comes from that is memorized meanwhile.
import { type History, isSpoken } from '../../context/view/history.ts';
import { rowAt, type Runs } from '../../tree/transcript/rows-of-list.ts';

interface Result {
  readonly row: number | undefined;
  readonly text: string;
}

export class LatestTurn {
  /** Row of what the user said last; undefined where nobody said anything yet. */
  readonly asked: number | undefined;
  readonly #said: string;
  /** What tools gave since then. */
  readonly #results: readonly Result[];

  /** @param rows of the list behind its leading system messages */
  constructor({ messages, head }: Pick<History, 'messages' | 'head'>, rows: Runs) {
    const place = messages.map(isSpoken).lastIndexOf(true);
    const rowOf = (index: number): number | undefined => (index < head ? undefined : rowAt(rows, index - head));
    this.asked = rowOf(place);
    this.#said = messages[place]?.text ?? '';
    this.#results = messages.flatMap(({ results = [] }, index) =>
      index < place ? [] : results.map(({ text }) => ({ row: rowOf(index), text })),
    );
  }

  /**
   * A hard forget empties the row, so where a tool has answered since, only words can tell: of the messages that share
   * some with the text the one that shares most, of equals what the user said; none where no message does.
   */
  originOf(text: string): number | undefined {
    if (this.#results.length === 0) return this.asked;
    const words = tellingWords(text);
    const sharedWith = (other: string): number => {
      const its = tellingWords(other);
      return [...words].filter((word) => its.has(word)).length;
    };
    let best = { row: this.asked, shared: sharedWith(this.#said) };
    for (const result of this.#results) {
      const shared = sharedWith(result.text);
      if (shared > best.shared) best = { row: result.row, shared };
    }
    return best.shared > 0 ? best.row : undefined;
  }
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** A shorter one is told by its digits or its script only. */
const SHORTEST = 4;
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Words that are no mere joints; of writing without spaces each two neighbours. */
function tellingWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [word] of text.normalize('NFKC').toLowerCase().matchAll(WORD)) {
    if (WITHOUT_SPACES.test(word)) for (let at = 1; at < word.length; at++) words.add(word.slice(at - 1, at + 1));
    else if (word.length >= SHORTEST || /\p{N}/u.test(word)) words.add(word);
  }
  return words;
}
