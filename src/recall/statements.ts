// What a text states, and which texts state the same. Pure.
import type { Latin } from './terms/latin.ts';
import { isQuestion, termIds } from './terms/terms.ts';

/** Share of the words of the shorter of two texts that the other one has, from which they say the same. */
const NEARLY_ALL = 0.8;
/** Words of which so few are in common by chance. */
const FEW = 3;

export class Words {
  /** In the order of the text. */
  readonly ids: ReadonlySet<number>;
  readonly #isFact: boolean;

  /** @param isFact an item: only one in the same words says the same, since one word may make another fact of it */
  constructor(text: string, latin: Latin, isFact = false) {
    // An odd id is a part or another spelling of a word that has an id of its own.
    this.ids = new Set(termIds(text, latin).filter((id) => (id & 1) === 0));
    this.#isFact = isFact;
  }

  /** How many words both texts have. */
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

/** A message that asks nothing and states fewer gives nothing to look up: "go on". */
const LEAST_WORDS = 4;
/** UTF-16 units that hold more words in any script. */
const LONG = 60;
/** Words without blanks between them have about two characters. */
const WORD =
  /[\p{L}\p{N}]+(?<![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}])|[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]{1,2}/gu;

/** Whether what a message states tells what could be looked up. */
export const saysSomething = (stated: string): boolean =>
  stated.length > LONG || (stated.match(WORD) ?? []).length >= LEAST_WORDS;

/** Behind a sentence. */
const END = /(?<=[.!?]["'”’)\]]*\s)(?=\S)|(?<=[。！？][”’」』）]*)(?![”’」』）。！？])|(?<=\n)/u;

/** Begins a sentence that thanks: everybody says it, of everything. */
const THANKS = /^(thank(?!s to)|谢谢|感谢)/i;

const sentences = (text: string, isWanted: (sentence: string) => boolean): string =>
  text.split(END).filter(isWanted).join('').trim();

export const questions = (text: string): string => sentences(text, isQuestion);

/** What a text states: a question tells nothing and would answer itself, and thanks tell nothing either. */
export const statements = (text: string): string =>
  sentences(text, (sentence) => !isQuestion(sentence) && !THANKS.test(sentence));
