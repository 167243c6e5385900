// What a provider's prompt cache would have saved: the longest prefix, in whole messages, that any earlier request of
// the run began with. Nothing expires, and there is no least length.
import type { KnownMessage } from './known-messages.ts';

interface Place {
  readonly next: Map<number, Place>;
}

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

  send(request: readonly Pick<KnownMessage, 'id' | 'tokens'>[]): CacheAnswer {
    const former = this.#former;
    const extendsFormer = former.length <= request.length && former.every((id, at) => request[at]?.id === id);
    let place = this.#root;
    let isCached = true;
    let [input, cached] = [0, 0];
    for (const { id, tokens } of request) {
      let next = place.next.get(id);
      if (!next) {
        isCached = false;
        next = { next: new Map() };
        place.next.set(id, next);
      }
      input += tokens;
      if (isCached) cached += tokens;
      place = next;
    }
    this.#former = request.map(({ id }) => id);
    return { input, cached, extendsFormer };
  }
}
