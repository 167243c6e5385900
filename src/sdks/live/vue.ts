// A memory in Vue.
import { liveMemory, type MemorySnapshot, NOTHING_YET, type ShownMemory } from './live-memory.ts';

/** The functions of Vue 3 that are used. */
export interface VueLike {
  shallowRef(value: MemorySnapshot): { value: MemorySnapshot };
  onMounted(hook: () => void): unknown;
  onUnmounted(hook: () => void): unknown;
  watch(
    source: () => ShownMemory | undefined,
    follow: (memory: ShownMemory | undefined) => void,
    options: { immediate: true },
  ): unknown;
}

/**
 * Makes the composable: `const useMemory = memoryComposable(Vue)`, once for the app. `useMemory(() => memory.value)`
 * gives a ref of items, meter, overview and status, which changes after each commit, also of other tabs. It takes
 * undefined while the memory opens; on a server it stays at `status: 'loading'` and reads nothing. Keep the memory
 * itself in a `shallowRef`: Vue's deep proxies break it.
 */
export function memoryComposable({
  shallowRef,
  onMounted,
  onUnmounted,
  watch,
}: VueLike): (memory: () => ShownMemory | undefined) => { readonly value: MemorySnapshot } {
  return function useMemory(memory) {
    const state = shallowRef(NOTHING_YET);
    let leave: (() => void) | undefined;
    const follow = (now: ShownMemory | undefined): void => {
      leave?.();
      const live = now && liveMemory(now);
      const take = (): void => void (state.value = live?.getSnapshot() ?? NOTHING_YET);
      leave = live?.subscribe(take);
      take();
    };
    onMounted(() => watch(memory, follow, { immediate: true }));
    onUnmounted(() => leave?.());
    return state;
  };
}
