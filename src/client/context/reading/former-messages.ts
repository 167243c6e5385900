// Messages of the request before, with which the next one mostly begins. They are compared by their words, because apps
// change objects in place, and SDKs make new objects of the same texts: comparing texts costs next to nothing, hashing
// them does.
import type { SeenMessage } from '../../../context/view/history.ts';
import type { KnownHashes } from '../../../context/list/list-hashes.ts';
import { NO_MESSAGES } from '../../../context/list/rolling-hash.ts';
import type { NewMessage } from '../../../tree/transcript/transcript.ts';

export class FormerMessages {
  #seen: readonly SeenMessage[] = [];
  #known: KnownHashes | undefined;

  /** Keeps the messages of a request. @param known hashes with which theirs were made */
  set(seen: readonly SeenMessage[], known: KnownHashes): void {
    this.#seen = seen;
    this.#known = known;
  }

  /**
   * Returns the message at this index, where neither it nor any before it has changed.
   * @param before hash of the list up to it
   */
  at(index: number, message: NewMessage, before: string, known: KnownHashes): SeenMessage | undefined {
    const former = this.#seen[index];
    if (!former || known !== this.#known || !isSame(former, message)) return undefined;
    return before === (this.#seen[index - 1]?.hash ?? NO_MESSAGES) ? former : undefined;
  }
}

const isSame = (one: NewMessage, other: NewMessage): boolean =>
  one.role === other.role &&
  one.text === other.text &&
  one.at === other.at &&
  areSame(one.calls, other.calls, (call, { id, name, arguments: json }) => {
    return call.id === id && call.name === name && call.arguments === json;
  }) &&
  areSame(one.results, other.results, (result, { id, text }) => result.id === id && result.text === text);

const areSame = <T>(ones: readonly T[] = [], others: readonly T[] = [], are: (one: T, other: T) => boolean): boolean =>
  ones.length === others.length && ones.every((one, at) => are(one, others[at] as T));
