// A message or a tool's answer, searched for facts.
import { plainWords } from './plain-words.ts';
import type { Fact } from './needs.ts';

export class Passage {
  readonly #text: string;
  #words: string | undefined;
  readonly #found = new Map<Fact, boolean>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether the text holds the fact: a literal verbatim, or a statement's words in any layout or quoting. */
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
