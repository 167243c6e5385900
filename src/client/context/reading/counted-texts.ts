// Counts the tokens of texts, each once while requests hold it.
import { PIECE, piecesOf } from '../../../context/pieces.ts';
import type { TokenCounter } from '../../../ports/tokenizer.ts';

/**
 * Caches counts by text, since most of a list is unchanged from request to request. By text and not by object, because
 * SDKs make new objects of the same texts.
 */
export class CountedTexts {
  readonly #counter: TokenCounter;
  #former = new Map<string, number>();
  #current = new Map<string, number>();

  constructor(counter: TokenCounter) {
    this.#counter = counter;
  }

  /** Begins a new request. Entries that the previous request did not use are dropped. */
  turn(): void {
    this.#former = this.#current;
    this.#current = new Map();
  }

  /** Returns the known tokens of a text; undefined when neither this request nor the previous one counted it. */
  known(text: string): number | undefined {
    return this.#current.get(text) ?? this.#former.get(text);
  }

  /** Counts a text; a long one as the sum of its pieces, which others may have counted in slices. */
  count(text: string): number | Promise<number> {
    if (text === '') return 0;
    const known = this.known(text);
    if (known !== undefined) {
      this.#current.set(text, known);
      return known;
    }
    const current = this.#current;
    const keep = (tokens: number): number => {
      current.set(text, tokens);
      return tokens;
    };
    const tokens = text.length > PIECE ? this.#sum(piecesOf(text)) : this.#counter.count(text);
    return typeof tokens === 'number' ? keep(tokens) : tokens.then(keep);
  }

  #sum(pieces: Iterable<string>): number | Promise<number> {
    let sum: number | Promise<number> = 0;
    for (const piece of pieces) {
      const tokens = this.count(piece);
      sum = typeof sum === 'number' && typeof tokens === 'number' ? sum + tokens : added(sum, tokens);
    }
    return sum;
  }
}

const added = async (one: number | Promise<number>, other: number | Promise<number>): Promise<number> =>
  (await one) + (await other);

/**
 * Returns the counter of the engine's own texts. They share that of the messages, so that a stub and its result compare.
 * A plan cannot wait: if that counter is asynchronous, the built-in one counts them.
 */
export function countAtOnce(texts: CountedTexts, builtIn: CountedTexts): (text: string) => number {
  let isAsync = false;
  return (text) => {
    const tokens = texts.known(text) ?? (isAsync ? undefined : texts.count(text));
    if (typeof tokens === 'number') return tokens;
    isAsync = true;
    tokens?.catch(() => undefined);
    return builtIn.count(text) as number;
  };
}
