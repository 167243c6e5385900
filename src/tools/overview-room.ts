// Measures the room for notes, for the answers to writes.
import type { WorkingMemory } from '../api/memory.ts';
import { OVERVIEW } from '../tree/paths.ts';

/**
 * Returns how many percent overview.md takes of the tokens that requests show of it; undefined for other files, and
 * without a limit.
 */
export async function overviewPercent(
  { context, files }: Pick<WorkingMemory, 'context' | 'files'>,
  path: string,
): Promise<number | undefined> {
  if (path !== OVERVIEW) return undefined;
  const { text } = await files.read(path);
  const { tokens, maxTokens } = await context.measureOverview(text);
  return Number.isFinite(maxTokens) ? Math.round((100 * tokens) / Math.max(1, maxTokens)) : undefined;
}
