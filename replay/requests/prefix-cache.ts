// What a provider's prompt cache would have saved: the longest prefix, in whole messages, that any earlier request of
// the run began with. Nothing expires, and there is no least length.
import type { KnownMessage } from './known-messages.ts';

interface Place {
  readonly next: Map<number, Place>;
}

type Weighed = Pick<KnownMessage, 'id' | 'tokens'>;

export interface CacheAnswer {
  /** Tokens of the request. */
  readonly input: number;
  /** Of these, in the cached prefix. */
  readonly cached: number;
  /** The request before is a prefix of this one; true for the first. */
  readonly extendsFormer: boolean;
}

export class PrefixCache {
  readonly #root: Place = { next: new Map() };
  #former: readonly number[] = [];

  /** A request of the conversation. */
  send(request: readonly Weighed[]): CacheAnswer {
    const former = this.#former;
    const extendsFormer = former.length <= request.length && former.every((id, at) => request[at]?.id === id);
    const answer = this.sendAside(request);
    let place = this.#root;
    for (const { id } of request) {
      const next = place.next.get(id) ?? { next: new Map() };
      place.next.set(id, next);
      place = next;
    }
    this.#former = request.map(({ id }) => id);
    return { ...answer, extendsFormer };
  }

  /** A request beside the conversation, such as for a summary: it takes nothing into the cache. */
  sendAside(request: readonly Weighed[]): Omit<CacheAnswer, 'extendsFormer'> {
    let place: Place | undefined = this.#root;
    let [input, cached] = [0, 0];
    for (const { id, tokens } of request) {
      place = place?.next.get(id);
      input += tokens;
      if (place) cached += tokens;
    }
    return { input, cached };
  }
}
