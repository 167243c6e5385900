// What the answer to a write says about the room for notes.
import type { WorkingMemory } from '../api/memory.ts';
import { OVERVIEW } from '../tree/paths.ts';

/** How much of what requests show of overview.md is used, in percent; undefined for other files, and without a limit. */
export async function overviewPercent(
  { context, files }: Pick<WorkingMemory, 'context' | 'files'>,
  path: string,
): Promise<number | undefined> {
  if (path !== OVERVIEW) return undefined;
  const { text } = await files.read(path);
  const { tokens, maxTokens } = await context.measureOverview(text);
  return Number.isFinite(maxTokens) ? Math.round((100 * tokens) / Math.max(1, maxTokens)) : undefined;
}
