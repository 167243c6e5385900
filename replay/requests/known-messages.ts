// What is measured of a message, worked out once: a run sends the same messages again and again.
import { type ChatMessage, textOf } from '../chat.ts';
import { Passage } from '../facts/passage.ts';

export interface KnownMessage {
  /** From 0; the same for messages with the same JSON: they are one to a provider's cache. */
  readonly id: number;
  readonly tokens: number;
  readonly passage: Passage;
}

/** Of one run. Contract: a message is not changed after it was asked about. */
export class KnownMessages {
  readonly #byObject = new WeakMap<ChatMessage, KnownMessage>();
  readonly #byJson = new Map<string, KnownMessage>();
  readonly #tokensOf: (message: ChatMessage) => number;

  constructor(tokensOf: (message: ChatMessage) => number) {
    this.#tokensOf = tokensOf;
  }

  of(message: ChatMessage): KnownMessage {
    const known = this.#byObject.get(message);
    if (known) return known;
    const json = JSON.stringify(message);
    let same = this.#byJson.get(json);
    if (!same) {
      same = { id: this.#byJson.size, tokens: this.#tokensOf(message), passage: new Passage(textOf(message)) };
      this.#byJson.set(json, same);
    }
    this.#byObject.set(message, same);
    return same;
  }
}
