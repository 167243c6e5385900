// What a model is given: its tools and the guide to them, in the language of the session.
import type { MemoryTool, MemoryToolOptions } from '../../api/tools.ts';
import type { WorkingMemory } from '../../api/memory.ts';
import type { Settings } from '../../options/options.ts';
import { memoryTools } from '../../tools/definitions.ts';
export { guideOf } from './guide.ts';
export { originOf } from './origin.ts';

/** @throws invalid-option */
export const toolsOf = (
  memory: WorkingMemory,
  { locale }: Pick<Settings, 'locale'>,
  options?: MemoryToolOptions,
): MemoryTool[] => memoryTools(memory, { ...options, locale: options?.locale ?? locale });
