// Peers over BroadcastChannel. Where the host has none, owners simply catch up at their next commit.
import type { Peers } from './peers.ts';
import type { SessionAddress } from '../storage/port.ts';

export const noPeers: Peers = { announce() {}, listen() {}, close() {} };

export function broadcastPeers({ workspace, session }: SessionAddress): Peers {
  if (typeof BroadcastChannel === 'undefined') return noPeers;
  const channel = new BroadcastChannel(`working-memory ${JSON.stringify([workspace, session])}`);
  // Node keeps the process alive for an open channel; a hint is not worth that.
  (channel as { unref?: () => void }).unref?.();
  return {
    announce: (head) => {
      try {
        channel.postMessage(head);
      } catch {
        // Deno throws once all channels of the process have been closed, also on new ones. The commit stands; others
        // catch up at their next one.
      }
    },
    listen: (listener) => {
      channel.addEventListener('message', ({ data }) => {
        if (typeof data === 'number') listener(data);
      });
    },
    close: () => channel.close(),
  };
}
