// A Web Lock as a worker's sign of life: the browser lets go of it when the worker is gone, however it went. Where the
// browser has no locks (plain-http pages) nobody is told (docs/decisions/0004).

/** Takes the lock for the rest of this worker's life. */
export async function holdLock(name: string): Promise<void> {
  if (!globalThis.navigator?.locks) return;
  await new Promise<void>((held) => {
    void navigator.locks.request(name, () => {
      held();
      return new Promise<never>(() => {});
    });
  });
}

/** Calls back once the worker that holds the lock is gone, and only then: a busy worker still holds it. */
export function whenGone(name: string, tell: () => void): void {
  if (!globalThis.navigator?.locks) return;
  navigator.locks.request(name, tell).catch(() => {
    // The page itself is going away.
  });
}
