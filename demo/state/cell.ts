// An observable value for views.
import { useEffect, useState } from 'preact/hooks';

export interface Cell<T> {
  get(): T;
  set(value: T): void;
  /** Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

export function createCell<T>(first: T): Cell<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Returns the cell's value; the component re-renders when it changes. */
export function useCell<T>(cell: Cell<T>): T {
  const [value, show] = useState(() => cell.get());
  useEffect(() => {
    // The cell may have changed between rendering and now.
    show(() => cell.get());
    return cell.subscribe(() => show(() => cell.get()));
  }, [cell]);
  return value;
}
