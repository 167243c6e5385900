// Loads the context engine through the package's public entries; a build without it is reported.
import { isWorkingMemoryError, memoryStorage, openWorkingMemory } from 'working-memory';
import type { Lens } from 'working-memory/lenses';
import type { ChatMessage } from '../replay/chat.ts';
import type { ContextEngine, ContextMemory } from '../replay/memory/context-engine.ts';

/** In a variable, so that a build without lenses can run the other benches. */
const LENSES: string = 'working-memory/lenses';

/** Returns the engine, or why this build has none. */
export async function findContextEngine(): Promise<ContextEngine | { readonly missing: string }> {
  let lens: Lens<ChatMessage> | undefined;
  try {
    ({ openaiChat: lens } = await import(/* @vite-ignore */ LENSES));
  } catch (error) {
    return { missing: `${LENSES} cannot be loaded (${(error as Error).message})` };
  }
  if (!lens) return { missing: `${LENSES} exports no openaiChat` };
  const open: ContextEngine['open'] = async (options) => (await openWorkingMemory(options)) as ContextMemory;
  try {
    const memory = await open({ session: 'probe', worker: false, storage: memoryStorage(), context: { window: 8000 } });
    const hasContext = memory.context !== undefined;
    await memory.close();
    return hasContext ? { lens, open } : { missing: 'memory.context is not part of this build' };
  } catch (error) {
    if (!isWorkingMemoryError(error, 'invalid-option')) throw error;
    return { missing: `this build does not know the option context (${error.message})` };
  }
}
