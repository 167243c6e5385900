// All tools of a memory, for any framework.
import type { WorkingMemory } from '../api/memory.ts';
import { TOOL_NAMES, TOOL_SETS, toolRow, toolsIn } from '../context/tool-sets.ts';
import { checkMemory } from '../options/methods.ts';
import { checkOptions, flag, listOf, oneOf, withDefaults } from '../options/rules.ts';
import { OPTIONS } from '../options/options.ts';
import { compactHistoryTool } from './compaction-tool.ts';
import { editTool, listTool, readTool, searchTool, writeTool } from './file-tools.ts';
import { forgetTool, memorizeTool, recallTool } from './item-tools.ts';
import { noteTool } from './note-tool.ts';
import type { MemoryTool, MemoryToolOptions, ToolName } from '../api/tools.ts';
import type { ToolDefinition } from './tool.ts';
import type { Wording } from './words/wording.ts';

export const TOOL_OPTIONS = {
  set: oneOf(TOOL_SETS, { default: 'standard' }),
  only: listOf<ToolName>(TOOL_NAMES),
  locale: OPTIONS.locale,
  allowErase: flag({ default: false }),
};

/** Checks the options. @throws invalid-input: something else than a memory · invalid-option */
export function checkedToolOptions(memory: WorkingMemory, options: MemoryToolOptions) {
  checkMemory(memory, ['items.memorize', 'files.read']);
  checkOptions(options, TOOL_OPTIONS, 'memoryTools');
  return withDefaults(TOOL_OPTIONS, options);
}

/** Makes the tools, in the order of `ToolName`. Each calls the public interface of `memory`. */
export function definedTools(
  memory: WorkingMemory,
  { set, only, allowErase }: ReturnType<typeof checkedToolOptions>,
  wording: Wording,
): MemoryTool[] {
  const wanted = only ?? toolsIn(set);
  const define: Record<ToolName, () => ToolDefinition> = {
    note: () => noteTool(memory, wording),
    read: () => readTool(memory, wording),
    write: () => writeTool(memory, wording),
    edit: () => editTool(memory, wording),
    list: () => listTool(memory, wording),
    search: () => searchTool(memory, wording),
    memorize: () => memorizeTool(memory, wording),
    recall: () => recallTool(memory, wording, wanted.includes('search')),
    forget: () => forgetTool(memory, wording, allowErase),
    compact_history: () => compactHistoryTool(memory, wording),
  };
  const isFewest = only === undefined && set === 'minimal';
  return TOOL_NAMES.filter((name) => wanted.includes(name)).map((name) =>
    define[name]()(isFewest ? toolRow(name).fewest : undefined),
  );
}
