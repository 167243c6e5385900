// All tools of a memory, for any framework.
import type { WorkingMemory } from '../api/memory.ts';
import { checkOptions, flag, rule, withDefaults } from '../option-rules.ts';
import { OPTIONS } from '../options.ts';
import { compactHistoryTool } from './compaction-tool.ts';
import { editTool, listTool, readTool, searchTool, writeTool } from './file-tools.ts';
import { forgetTool, memorizeTool, rememberTool } from './item-tools.ts';
import type { MemoryTool, MemoryToolOptions, ToolName } from '../api/tools.ts';
import { wordingOf } from './words/languages.ts';

const TOOL_NAMES: readonly ToolName[] = [
  'read',
  'write',
  'edit',
  'list',
  'search',
  'memorize',
  'remember',
  'forget',
  'compact_history',
];

export const TOOL_OPTIONS = {
  only: rule<readonly ToolName[], { default: readonly ToolName[] }>(
    `an array of ${TOOL_NAMES.join(', ')}`,
    (value) => Array.isArray(value) && value.every((name) => TOOL_NAMES.includes(name as ToolName)),
    { default: TOOL_NAMES },
  ),
  locale: OPTIONS.locale,
  allowErase: flag({ default: false }),
};

/**
 * Returns the tools for a model, in the order of `ToolName`. Each calls the public interface of `memory`.
 * @throws invalid-option
 */
export function memoryTools(memory: WorkingMemory, options: MemoryToolOptions = {}): MemoryTool[] {
  checkOptions(options, TOOL_OPTIONS, 'memoryTools');
  const { only, locale, allowErase } = withDefaults(TOOL_OPTIONS, options);
  const wording = wordingOf(locale);
  const make: Record<ToolName, () => MemoryTool> = {
    read: () => readTool(memory, wording),
    write: () => writeTool(memory, wording),
    edit: () => editTool(memory, wording),
    list: () => listTool(memory, wording),
    search: () => searchTool(memory, wording),
    memorize: () => memorizeTool(memory, wording),
    remember: () => rememberTool(memory, wording),
    forget: () => forgetTool(memory, wording, allowErase),
    compact_history: () => compactHistoryTool(memory, wording),
  };
  return TOOL_NAMES.filter((name) => only.includes(name)).map((name) => make[name]());
}
