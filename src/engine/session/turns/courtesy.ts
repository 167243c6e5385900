// Lets a slower owner of the session go first now and then. Announced heads are advisory: only the compare-and-set in
// storage decides.

/** How long the faster owner waits for one that has to catch up first, and would lose always. */
const LONGEST_COURTESY_MS = 50;

export class Courtesy {
  #peerIsBehind = false;
  #peerCommitted = (): void => undefined;

  /** Takes note of an announced head; true when this copy is older than that. */
  hear(head: number, own: number): boolean {
    if (head < own) this.#peerIsBehind = true;
    if (head <= own) return false;
    this.#peerCommitted();
    return true;
  }

  /** Where a peer is behind, waits until one has committed, or for the longest courtesy. False where none is behind. */
  async letPeerGoFirst(): Promise<boolean> {
    if (!this.#peerIsBehind) return false;
    this.#peerIsBehind = false;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LONGEST_COURTESY_MS);
      this.#peerCommitted = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#peerCommitted = () => undefined;
    return true;
  }
}
