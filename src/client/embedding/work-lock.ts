// A lock, so that only one owner of a session embeds its texts at a time.

/**
 * Runs `work` under the lock of this name. Without the Web Locks API it runs at once: doubled work is harmless.
 * @param waits is called when another tab holds the lock
 */
export async function whileAlone<T>(
  name: string,
  signal: AbortSignal,
  waits: () => void,
  work: () => Promise<T>,
): Promise<T> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return work();
  let has = false;
  const held = async (lock: Lock | null): Promise<{ readonly result: T } | undefined> => {
    if (!lock) return undefined;
    has = true;
    return { result: await work() };
  };
  try {
    const first = await locks.request(name, { ifAvailable: true }, held);
    if (first) return first.result;
    waits();
    const next = await locks.request(name, { signal }, held);
    if (next) return next.result;
  } catch (error) {
    // Pages of an opaque origin have a lock manager that refuses every request.
    if (has || signal.aborted) throw error;
  }
  return work();
}
