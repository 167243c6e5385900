// What became of a promise, and of the listeners on a signal.

/** What a promise came to so far. */
export function outcome(promise: Promise<unknown>): { value?: unknown } {
  const found: { value?: unknown } = {};
  promise.then(
    (value) => (found.value = value),
    (error: unknown) => (found.value = error),
  );
  return found;
}

/** A signal that counts its listeners. */
export function watched(): { readonly controller: AbortController; listeners(): number } {
  const controller = new AbortController();
  const { signal } = controller;
  let count = 0;
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    count++;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    count--;
    remove(...args);
  };
  return { controller, listeners: () => count };
}
