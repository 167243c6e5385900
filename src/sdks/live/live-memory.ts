// A memory as a changing value, which user interfaces follow with getSnapshot and subscribe.
import type { ContextMeta } from '../../context/reminder/meter.ts';
import type { Health } from '../../api/health.ts';
import type { ItemView } from '../../api/items.ts';
import type { WorkingMemory } from '../../api/memory.ts';
import { checkMemory } from '../../options/methods.ts';
import { OVERVIEW } from '../../tree/paths.ts';

/** Shown state of a memory; a new object after each change, the same one until then. */
export interface MemorySnapshot {
  /** Items, oldest first, as `items.list` gives them. */
  readonly items: readonly ItemView[];
  /** Meter of the latest prepared request; undefined before the first. */
  readonly meter: ContextMeta | undefined;
  /** Text of overview.md. */
  readonly overview: string;
  /** Set to `loading` until the memory was first read, and without a memory; then to `health().state`. */
  readonly status: 'loading' | Health['state'];
  /** Error of the latest reading; absent when it succeeded. */
  readonly error?: unknown;
}

/** The part of an open memory that user interfaces read. */
export type ShownMemory = Pick<WorkingMemory, 'items' | 'files' | 'context' | 'health' | 'subscribe'>;

export interface LiveMemory {
  getSnapshot(): MemorySnapshot;
  /** Adds a listener; the memory is read while there is one. Returns the function that removes it. */
  subscribe(listener: () => void): () => void;
}

export const NOTHING_YET: MemorySnapshot = { items: [], meter: undefined, overview: '', status: 'loading' };

/**
 * Live memory of each memory: a component that is mounted twice, or replaced while it is developed, reads nothing
 * twice.
 */
const known = new WeakMap<ShownMemory, LiveMemory>();

/** Returns the live memory. @throws invalid-input: the memory lacks a method that is read */
export function liveMemory(memory: ShownMemory): LiveMemory {
  const before = known.get(memory);
  if (before) return before;
  checkMemory(memory, ['items.list', 'files.read', 'context.meter', 'health', 'subscribe']);
  const listeners = new Set<() => void>();
  let snapshot = NOTHING_YET;
  let ofMemory: (() => void) | undefined;
  let reading = false;
  let isStale = true;

  const read = async (): Promise<void> => {
    if (reading) return;
    reading = true;
    // One reading for all commits that came during the last one.
    while (isStale && listeners.size > 0) {
      isStale = false;
      const now = await shown(memory).catch((error: unknown) => ({ ...snapshot, error }));
      snapshot = { ...now, status: memory.health().state };
      for (const listener of listeners) listener();
    }
    reading = false;
  };
  const onCommit = (): void => {
    isStale = true;
    void read();
  };
  const leave = (): void => {
    if (listeners.size > 0) return;
    ofMemory?.();
    ofMemory = undefined;
    isStale = true;
  };
  const live: LiveMemory = {
    getSnapshot: () => snapshot,
    subscribe(listener) {
      // A new function each time, so that a listener added twice is removed once.
      const own = (): void => listener();
      listeners.add(own);
      ofMemory ??= memory.subscribe(onCommit);
      void read();
      return () => {
        listeners.delete(own);
        // Not at once: strict mode and hot reload mount a component anew, which then listens again in the same task.
        queueMicrotask(leave);
      };
    },
  };
  known.set(memory, live);
  return live;
}

async function shown({ items, files, context }: ShownMemory): Promise<Omit<MemorySnapshot, 'status'>> {
  const [listed, { text }] = await Promise.all([items.list(), files.read(OVERVIEW)]);
  return { items: listed, meter: context.meter(), overview: text };
}
