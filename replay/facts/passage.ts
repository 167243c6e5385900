// A text in which facts are looked for: a message, or an answer of a tool.
import { plainWords } from './plain-words.ts';
import type { Fact } from './needs.ts';

export class Passage {
  readonly #text: string;
  #words: string | undefined;
  readonly #found = new Map<Fact, boolean>();

  constructor(text: string) {
    this.#text = text;
  }

  /** A literal verbatim; a statement by the words around its cue, however they are laid out or quoted. */
  shows(fact: Fact): boolean {
    let isShown = this.#found.get(fact);
    if (isShown === undefined) {
      isShown = fact.kind === 'literal' ? this.#text.includes(fact.text) : this.#plain().includes(fact.text);
      this.#found.set(fact, isShown);
    }
    return isShown;
  }

  #plain(): string {
    this.#words ??= plainWords(this.#text);
    return this.#words;
  }
}
