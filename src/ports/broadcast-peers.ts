// Peers over BroadcastChannel. Where the host has none, or one that only throws, owners catch up at their next commit.
import type { Peers } from './peers.ts';
import type { SessionAddress } from '../storage/port.ts';

export const noPeers: Peers = { announce() {}, listen() {}, close() {} };

/**
 * Swallows what a channel throws: a peer is a hint, and no commit may fail for it. Deno throws from every channel once all
 * channels of the process have been closed; edge sandboxes throw from methods that they do not support.
 */
function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // The others catch up at their next commit.
  }
}

/** The same peers: what they throw is swallowed, and what is no head is not heard. */
export const quietPeers = (peers: Peers): Peers => ({
  announce: (head) => attempt(() => peers.announce(head)),
  listen: (listener) => attempt(() => peers.listen((head) => Number.isSafeInteger(head) && listener(head))),
  close: () => attempt(() => peers.close()),
});

export function broadcastPeers({ workspace, session }: SessionAddress): Peers {
  let channel: BroadcastChannel;
  try {
    if (typeof BroadcastChannel === 'undefined') return noPeers;
    channel = new BroadcastChannel(`working-memory ${JSON.stringify([workspace, session])}`);
  } catch {
    // The edge sandbox of Next.js defines the class, and its constructor throws.
    return noPeers;
  }
  // Node keeps the process alive for an open channel; a hint is not worth that.
  attempt(() => (channel as { unref?: () => void }).unref?.());
  const tab = new TabOfPage();
  let latest: number | undefined;
  const tell = (): void => {
    if (latest !== undefined) attempt(() => channel.postMessage(latest));
    latest = undefined;
  };
  return {
    // After the answer to the call, which need not wait for other processes. The latest head stands for those before it.
    announce(head) {
      latest = head;
      tab.soon(tell);
    },
    listen: (listener) =>
      attempt(() =>
        channel.addEventListener('message', ({ data }) => {
          if (typeof data === 'number') tab.whenAwake(() => listener(data));
        }),
      ),
    close() {
      tell();
      tab.leave();
      attempt(() => channel.close());
    },
  };
}

/**
 * Chromium delivers messages to a frozen tab, but no answers of IndexedDB: a transaction that begins there holds up every
 * other tab until it wakes. So what is heard there waits. Workers are frozen as a whole.
 */
class TabOfPage {
  readonly #left = new AbortController();
  #isFrozen = false;
  /** The latest only: it stands for those before it. */
  #waiting: (() => void) | undefined;

  constructor() {
    const { document } = globalThis as { readonly document?: EventTarget };
    const { signal } = this.#left;
    document?.addEventListener('freeze', () => (this.#isFrozen = true), { signal });
    const wake = (): void => {
      this.#isFrozen = false;
      this.#waiting?.();
      this.#waiting = undefined;
    };
    document?.addEventListener('resume', wake, { signal });
  }

  /** In a task of its own; in a page that nobody sees at once, because timers wait there. */
  soon(act: () => void): void {
    const { document } = globalThis as { readonly document?: Document };
    if (document?.hidden) act();
    else setTimeout(act);
  }

  whenAwake(hear: () => void): void {
    if (this.#isFrozen) this.#waiting = hear;
    else hear();
  }

  leave(): void {
    this.#left.abort();
  }
}
