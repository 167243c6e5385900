// The tools of a memory at once, with the words of all languages.
import type { WorkingMemory } from '../api/memory.ts';
import type { MemoryTool, MemoryToolOptions } from '../api/tools.ts';
import { checkedToolOptions, definedTools } from './definitions.ts';
import { EN } from './words/en.ts';
import { ZH } from './words/zh.ts';

/**
 * Returns the tools for a model, in the order of `ToolName`. Each calls the public interface of `memory`.
 * @throws invalid-input: something else than a memory · invalid-option
 */
export function memoryTools(memory: WorkingMemory, options: MemoryToolOptions = {}): MemoryTool[] {
  const checked = checkedToolOptions(memory, options);
  return definedTools(memory, checked, checked.locale === 'zh-CN' ? ZH : EN);
}
