/**
 * Announcements between owners of one session: each tells the others its head.
 *
 * Contract: advisory. A lost, repeated or late announcement only delays the moment at which a reader sees the newer
 * state; no decision depends on it.
 * @example
 * const channel = new BroadcastChannel('chat-42');
 * const peers: Peers = {
 *   announce: (head) => channel.postMessage(head),
 *   listen: (listener) => {
 *     channel.onmessage = ({ data }) => listener(data);
 *   },
 *   close: () => channel.close(),
 * };
 */
export interface Peers {
  /**
   * Announces that this owner is at `head`: after a commit, so that others catch up, and after it lost two commits in a
   * row, so that others see it is behind and let it go first. Contract: never throws, never waits.
   */
  announce(head: number): void;
  /** Calls `listener` with the head of every announcement of another owner. One listener at a time. */
  listen(listener: (head: number) => void): void;
  /** Ends announcing and listening. */
  close(): void;
}
