// A page that was left may be kept suspended and shown again when its user goes back. WebKit keeps the open
// transactions of such a page and of its workers as well, and every other page waits for them. So they end before.

/** Functions that end pending work when the page is left and may be shown again. Contract: must not throw. */
export const leaving = new Set<() => void>();

let away: Promise<void> | undefined;

/** Resolves at once, or, while the page is kept, when it is shown again. */
export const shown = async (): Promise<void> => away;

// Neither a worker nor a server gets the event: a worker has no document, and a server may have one without events.
if (globalThis.document)
  globalThis.addEventListener?.('pagehide', ({ persisted }) => {
    if (!persisted) return;
    away = new Promise((back) => addEventListener('pageshow', () => back(), { once: true }));
    for (const letGo of leaving) letGo();
  });
