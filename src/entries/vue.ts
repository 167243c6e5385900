// The public entry of `working-memory/vue`: a composable that follows a memory. Re-exports only.
export type { MemorySnapshot, ShownMemory } from '../sdks/live/live-memory.ts';
export { memoryComposable, type VueLike } from '../sdks/live/vue.ts';
