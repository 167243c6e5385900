// Peers of a memory on the thread of a tab, which may be frozen or hidden. Workers are frozen as a whole.
import { broadcastPeers } from '../../ports/broadcast-peers.ts';
import type { Peers } from '../../ports/peers.ts';
import type { SessionAddress } from '../../storage/port.ts';

/**
 * Makes peers whose announcements wait while the tab is frozen. Chromium delivers messages to a frozen tab, but no
 * answers of IndexedDB: a transaction that begins there blocks every other tab until the tab wakes.
 */
export function tabPeers(address: SessionAddress): Peers {
  // A server has no document.
  const { document } = globalThis as { readonly document?: Document };
  const left = new AbortController();
  const { signal } = left;
  let isFrozen = false;
  /** Only the latest announcement: it stands for those before it. */
  let waiting: (() => void) | undefined;
  const wake = (): void => {
    isFrozen = false;
    waiting?.();
    waiting = undefined;
  };
  document?.addEventListener('freeze', () => (isFrozen = true), { signal });
  document?.addEventListener('resume', wake, { signal });
  // Timers are delayed in a hidden tab.
  const soon = (act: () => void): void => (document?.hidden ? act() : void setTimeout(act));
  const peers = broadcastPeers(address, soon);
  return {
    announce: (head) => peers.announce(head),
    listen: (hear) =>
      peers.listen((head) => {
        if (isFrozen) waiting = () => hear(head);
        else hear(head);
      }),
    close() {
      left.abort();
      peers.close();
    },
  };
}
