// Model of a provider's prompt cache: a request is served from the longest prefix, in whole messages, of any earlier
// request of the run. Nothing expires, and there is no minimum length.
import type { KnownMessage } from './known-messages.ts';

interface Place {
  readonly next: Map<number, Place>;
}

type Weighed = Pick<KnownMessage, 'id' | 'tokens'>;

export interface CacheAnswer {
  /** Tokens of the request. */
  readonly input: number;
  /** Input tokens in the cached prefix. */
  readonly cached: number;
  /** Whether the previous request is a prefix of this one; true for the first. */
  readonly extendsFormer: boolean;
}

export class PrefixCache {
  readonly #root: Place = { next: new Map() };
  #former: readonly number[] = [];

  /** Sends a request of the conversation and stores it in the cache. */
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

  /** Sends a request outside of the conversation, such as one for a summary, without storing it in the cache. */
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
