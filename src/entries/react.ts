// The public entry of `working-memory/react`: a hook that follows a memory. Re-exports only.
export type { MemorySnapshot, ShownMemory } from '../sdks/live/live-memory.ts';
export { memoryHook, type ReactLike } from '../sdks/live/react.ts';
