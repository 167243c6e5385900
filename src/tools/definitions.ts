// All tools of a memory, for any framework.
import type { WorkingMemory } from '../api/memory.ts';
import { WorkingMemoryError } from '../errors.ts';
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

const OPTIONS: Record<keyof MemoryToolOptions, readonly [expected: string, accepts: (value: unknown) => boolean]> = {
  only: [
    `an array of ${TOOL_NAMES.join(', ')}`,
    (value) => Array.isArray(value) && value.every((name) => TOOL_NAMES.includes(name as ToolName)),
  ],
  locale: ["'en' or 'zh-CN'", (value) => value === 'en' || value === 'zh-CN'],
  allowErase: ['true or false', (value) => typeof value === 'boolean'],
};

/**
 * Returns the tools for a model, in the order of `ToolName`. Each calls the public interface of `memory`.
 * @throws invalid-option
 */
export function memoryTools(memory: WorkingMemory, options: MemoryToolOptions = {}): MemoryTool[] {
  checkOptions(options);
  const { only = TOOL_NAMES, locale = 'en', allowErase = false } = options;
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

function checkOptions(options: MemoryToolOptions): void {
  for (const [option, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const rule = Object.hasOwn(OPTIONS, option) ? OPTIONS[option as keyof MemoryToolOptions] : undefined;
    if (rule?.[1](value)) continue;
    const expected = rule?.[0] ?? `absent; known are ${Object.keys(OPTIONS).join(', ')}`;
    throw new WorkingMemoryError('invalid-option', `Option ${option} of memoryTools must be ${expected}.`, {
      option,
      expected,
    });
  }
}
