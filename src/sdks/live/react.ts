// A memory in React, and in libraries with the same hook.
import { liveMemory, type LiveMemory, type MemorySnapshot, NOTHING_YET, type ShownMemory } from './live-memory.ts';

/** The functions of React 18 and 19 that are used. */
export interface ReactLike {
  useSyncExternalStore<Value>(
    subscribe: (listener: () => void) => () => void,
    getSnapshot: () => Value,
    getServerSnapshot: () => Value,
  ): Value;
}

/** Stand-in for a memory that is not open yet. */
const NO_MEMORY: LiveMemory = { getSnapshot: () => NOTHING_YET, subscribe: () => () => undefined };

/**
 * Makes the hook: `const useMemory = memoryHook(React)`, once for the app. `useMemory(memory)` gives items, meter,
 * overview and status, and renders again after each commit, also of other tabs. It takes undefined while the memory
 * opens; on a server it gives `status: 'loading'` and reads nothing.
 */
export function memoryHook({ useSyncExternalStore }: ReactLike): (memory: ShownMemory | undefined) => MemorySnapshot {
  return function useMemory(memory) {
    const { subscribe, getSnapshot } = memory ? liveMemory(memory) : NO_MEMORY;
    return useSyncExternalStore(subscribe, getSnapshot, NO_MEMORY.getSnapshot);
  };
}
