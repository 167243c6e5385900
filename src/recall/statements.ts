// The statements of a text, and a test whether two texts state the same. Pure.
import type { Latin } from './terms/latin.ts';
import { isQuestion, termIds } from './terms/terms.ts';

/** Share of the words of the shorter of two texts that the other one must have to say the same. */
const NEARLY_ALL = 0.8;
/** Number of words below which a shared word may be chance. */
const FEW = 3;

export class Words {
  /** Ids in the order of the text. */
  readonly ids: ReadonlySet<number>;
  readonly #isFact: boolean;

  /** @param isFact an item: two items say the same only in the same words, since one word may make another fact */
  constructor(text: string, latin: Latin, isFact = false) {
    // An odd id is a part or another spelling of a word that has an id of its own.
    this.ids = new Set(termIds(text, latin).filter((id) => (id & 1) === 0));
    this.#isFact = isFact;
  }

  /** Returns the number of words that both texts have. */
  common({ ids }: Words): number {
    return [...ids].filter((id) => this.ids.has(id)).length;
  }

  /** Whether one of the texts says nearly all that the other one says. */
  areLike(other: Words): boolean {
    if (this.#isFact && other.#isFact) return this.#areEqual(other);
    const sizes = [this.ids.size, other.ids.size] as const;
    const few = Math.min(...sizes);
    return this.common(other) >= (few < FEW ? Math.max(...sizes) : NEARLY_ALL * few);
  }

  /** Whether each of the texts says nearly all that the other one says. */
  areDoubles(other: Words): boolean {
    if (this.#isFact && other.#isFact) return this.#areEqual(other);
    return this.common(other) >= NEARLY_ALL * Math.max(this.ids.size, other.ids.size);
  }

  #areEqual(other: Words): boolean {
    return String([...this.ids]) === String([...other.ids]);
  }
}

/** Fewest words of a message without a question that give something to look up; "go on" gives nothing. */
const LEAST_WORDS = 4;
/** UTF-16 units of a text that has enough words in any script. */
const LONG = 60;
/** In scripts without blanks, a word has about two characters. */
const WORD =
  /[\p{L}\p{N}]+(?<![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}])|[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]{1,2}/gu;

/** Whether the statements of a message give something to look up. */
export const saysSomething = (stated: string): boolean =>
  stated.length > LONG || (stated.match(WORD) ?? []).length >= LEAST_WORDS;

/** End of a sentence. */
const END = /(?<=[.!?]["'”’)\]]*\s)(?=\S)|(?<=[。！？][”’」』）]*)(?![”’」』）。！？])|(?<=\n)/u;

/** Beginning of a sentence of thanks: everybody says it, about everything. */
const THANKS = /^(thank(?!s to)|谢谢|感谢)/i;

const sentences = (text: string, isWanted: (sentence: string) => boolean): string =>
  text.split(END).filter(isWanted).join('').trim();

export const questions = (text: string): string => sentences(text, isQuestion);

/** Returns the statements of a text, without questions, which would answer themselves, and without thanks. */
export const statements = (text: string): string =>
  sentences(text, (sentence) => !isQuestion(sentence) && !THANKS.test(sentence));
