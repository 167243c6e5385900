// Places of sessions, according to the key rings of their workspaces; cached, and looked up again when it matters.
import type { Basis, SessionAddress, Storage } from '../port.ts';
import {
  dropPlace,
  makePlace,
  makeRing,
  type SealedPlace,
  placeOf,
  placesOf,
  putPlaceBack,
  RING,
  type Ring,
  ringOf,
} from './key-ring.ts';
import { sealedBasis } from './sealed-session.ts';

// Not `addressKey`: the worker would export it for this file alone.
const idOf = ({ workspace, session }: SessionAddress): string => JSON.stringify([workspace, session]);

/** Every method may throw storage-key. */
export class Places {
  readonly #storage: Storage;
  readonly #key: () => Promise<CryptoKey>;
  readonly #rings = new Map<string, Ring>();
  readonly #places = new Map<string, SealedPlace>();

  constructor(storage: Storage, key: () => Promise<CryptoKey>) {
    this.#storage = storage;
    this.#key = key;
  }

  /**
   * Returns undefined for a session that was never stored. Another owner may have deleted it, or made it anew
   * elsewhere.
   */
  async known(address: SessionAddress): Promise<SealedPlace | undefined> {
    return this.#places.get(idOf(address)) ?? this.lookUp(address);
  }

  /** Returns the place that the ring has now. */
  async lookUp(address: SessionAddress): Promise<SealedPlace | undefined> {
    const ring = await this.#ring(address.workspace);
    return this.#keep(address, ring && (await placeOf(this.#storage, ring, address.session, await this.#key())));
  }

  /** Returns the place of a session that may be new; undefined if another owner has deleted it again. */
  async made(address: SessionAddress): Promise<SealedPlace | undefined> {
    const { workspace, session } = address;
    const key = await this.#key();
    const ring = (await this.#ring(workspace)) ?? (await makeRing(this.#storage, workspace, key));
    return this.#keep(address, await makePlace(this.#storage, ring, session, key));
  }

  /**
   * Deletes a session, its keys first, and remains of former deletions that were interrupted. With `basis` its rows go
   * first, because the storage below makes the comparison.
   */
  async remove(address: SessionAddress, basis?: Basis): Promise<boolean> {
    const place = await this.lookUp(address);
    const ring = await this.#ring(address.workspace);
    if (!ring || !place) return true;
    if (basis && !(await this.#storage.remove(place.at, await sealedBasis(place, basis)))) return false;
    const dropped = await dropPlace(this.#storage, ring, place, await this.#key());
    this.#keep(address, undefined);
    if (!basis) await this.#storage.remove(place.at);
    // Another owner began it anew under these keys before they were gone, and was told that it is stored.
    else if (dropped && (await this.#storage.load(place.at, [])).manifest) {
      await putPlaceBack(this.#storage, ring, dropped);
      return true;
    }
    // In this order: a session made meanwhile has its row before it is stored. Data at this place is left to another
    // removal, which may be putting its keys back.
    const stored = await this.#storage.sessions();
    const known = new Set((await placesOf(this.#storage, ring, await this.#key())).map(({ at }) => at.session));
    for (const { workspace, session } of stored)
      if (workspace === ring.at.workspace && session !== RING && session !== place.at.session && !known.has(session))
        await this.#storage.remove({ workspace, session });
    return true;
  }

  async #ring(workspace: string): Promise<Ring | undefined> {
    const ring = this.#rings.get(workspace) ?? (await ringOf(this.#storage, workspace, await this.#key()));
    if (ring) this.#rings.set(workspace, ring);
    return ring;
  }

  #keep(address: SessionAddress, place: SealedPlace | undefined): SealedPlace | undefined {
    if (place) this.#places.set(idOf(address), place);
    else this.#places.delete(idOf(address));
    return place;
  }
}
