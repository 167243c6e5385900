// Lets a slower owner of the session go first now and then. Announced heads are advisory: only the compare-and-set in
// storage decides.

/** Longest wait of the faster owner for one that has to catch up first and would otherwise always lose. */
const LONGEST_COURTESY_MS = 50;

export class Courtesy {
  #peerIsBehind = false;
  #peerCommitted = (): void => undefined;

  /** Records an announced head; true if this copy is older. */
  hear(head: number, own: number): boolean {
    if (head < own) this.#peerIsBehind = true;
    if (head <= own) return false;
    this.#peerCommitted();
    return true;
  }

  /** Waits, if a peer is behind, until one has committed, at most for the longest courtesy. False if none is behind. */
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
