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
  return {
    announce: (head) => attempt(() => channel.postMessage(head)),
    listen: (listener) =>
      attempt(() =>
        channel.addEventListener('message', ({ data }) => {
          if (typeof data === 'number') listener(data);
        }),
      ),
    close: () => attempt(() => channel.close()),
  };
}
