// The part for the tools of a model and the guide to them, in the language of the session or of the call.
import type { MemoryTool, MemoryToolOptions } from '../../api/tools.ts';
import type { WorkingMemory } from '../../api/memory.ts';
import type { Settings } from '../../options/options.ts';
import { checkedToolOptions, definedTools } from '../../tools/definitions.ts';
import { EN } from '../../tools/words/en.ts';
import { lazy } from '../lazy.ts';
import { basedWritePart } from '../notes/part.ts';
export { guideOf } from './guide.ts';
export { originOf } from './origin.ts';

export const chineseToolsPart = /* @__PURE__ */ lazy('tools in Chinese', 'ZH', () => import('../../tools/words/zh.ts'));

/**
 * Returns the tools. Their writes are based on what the model saw, so the part for that is loaded with them.
 * @throws invalid-option · part-unavailable
 */
export async function toolsOf(
  memory: WorkingMemory,
  { locale }: Pick<Settings, 'locale'>,
  options: MemoryToolOptions = {},
): Promise<MemoryTool[]> {
  const checked = checkedToolOptions(memory, options);
  const wording = (options.locale ?? locale) === 'zh-CN' ? (await chineseToolsPart()).ZH : EN;
  await basedWritePart();
  return definedTools(memory, checked, wording);
}
