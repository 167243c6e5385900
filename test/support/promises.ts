// Observes the state of a promise, and listeners on a signal.

/** Returns the value of a promise so far. */
export function outcome(promise: Promise<unknown>): { value?: unknown } {
  const found: { value?: unknown } = {};
  promise.then(
    (value) => (found.value = value),
    (error: unknown) => (found.value = error),
  );
  return found;
}

/** Returns a signal that counts its listeners. */
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
