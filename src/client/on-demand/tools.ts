// What a model is given: its tools and the guide to them, in the language of the session.
import type { MemoryTool, MemoryToolOptions } from '../../api/tools.ts';
import type { WorkingMemory } from '../../api/memory.ts';
import type { Settings } from '../../options/options.ts';
import { memoryTools } from '../../tools/definitions.ts';
import { basedWritePart } from '../notes/part.ts';
export { guideOf } from './guide.ts';
export { originOf } from './origin.ts';

/**
 * Their writes are based on what the model saw, so the part for that comes with them.
 * @throws invalid-option
 */
export async function toolsOf(
  memory: WorkingMemory,
  { locale }: Pick<Settings, 'locale'>,
  options?: MemoryToolOptions,
): Promise<MemoryTool[]> {
  const tools = memoryTools(memory, { ...options, locale: options?.locale ?? locale });
  await basedWritePart();
  return tools;
}
