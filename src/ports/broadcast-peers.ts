// Peers over BroadcastChannel. Without one, or with one that only throws, owners catch up at their next commit.
import type { Peers } from './peers.ts';
import { addressKey, type SessionAddress } from '../storage/port.ts';

export const noPeers: Peers = { announce() {}, listen() {}, close() {} };

/**
 * Swallows errors of a channel: a peer is a hint, and no commit may fail for it. Deno throws from every channel once
 * all channels of the process have been closed; edge sandboxes throw from methods that they do not support.
 */
function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // The others catch up at their next commit.
  }
}

/** Returns the same peers, with errors swallowed and invalid heads ignored. */
export const quietPeers = (peers: Peers): Peers => ({
  announce: (head) => attempt(() => peers.announce(head)),
  listen: (listener) => attempt(() => peers.listen((head) => Number.isSafeInteger(head) && listener(head))),
  close: () => attempt(() => peers.close()),
});

/** @param soon runs a function in a task of its own */
export function broadcastPeers(
  address: SessionAddress,
  soon: (act: () => void) => void = (act) => void setTimeout(act),
): Peers {
  let channel: BroadcastChannel;
  try {
    channel = new BroadcastChannel(`working-memory ${addressKey(address)}`);
  } catch {
    // No usable channel: the edge sandbox of Next.js defines the class, but its constructor throws.
    return noPeers;
  }
  // Node keeps the process alive for an open channel; a hint is not worth that.
  attempt(() => (channel as { unref?: () => void }).unref?.());
  let latest: number | undefined;
  const tell = (): void => {
    if (latest !== undefined) attempt(() => channel.postMessage(latest));
    latest = undefined;
  };
  return {
    // After the answer to the call, which need not wait for other processes. The latest head replaces those before it.
    announce(head) {
      latest = head;
      soon(tell);
    },
    listen: (listener) =>
      attempt(() =>
        channel.addEventListener('message', ({ data }) => {
          if (typeof data === 'number') listener(data);
        }),
      ),
    close() {
      tell();
      attempt(() => channel.close());
    },
  };
}
