// Measurements of messages, each computed once: a run sends the same messages again and again.
import { type ChatMessage, textOf } from '../chat.ts';
import { Passage } from '../facts/passage.ts';

export interface KnownMessage {
  /** Number from 0, equal for messages with equal JSON, which a provider's cache cannot tell apart. */
  readonly id: number;
  readonly tokens: number;
  readonly passage: Passage;
}

/** Messages of one run. Contract: a message does not change once it was passed to `of`. */
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
