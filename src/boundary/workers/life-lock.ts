// Detects the death of a worker by a Web Lock: the browser releases it when the worker ends, for whatever reason. Pages
// without locks (plain http) get no notice (docs/decisions/0004).

/** Takes the lock for the rest of this worker's life. */
export async function holdLock(name: string): Promise<void> {
  if (!globalThis.navigator?.locks) return;
  await new Promise<void>((held) => {
    const holding = navigator.locks.request(name, () => {
      held();
      return new Promise<never>(() => {});
    });
    // A frame that may store nothing is refused locks as well.
    holding.catch(() => held());
  });
}

/** Calls `tell` when the worker that holds the lock is gone. A busy worker keeps its lock. */
export function whenGone(name: string, tell: () => void): void {
  if (!globalThis.navigator?.locks) return;
  navigator.locks.request(name, tell).catch(() => {
    // The page is being unloaded.
  });
}
