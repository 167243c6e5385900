// Whether the model keeps its overview.md up. Pure.
import { sections, withoutComments } from '../../recall/sections.ts';
import { freeText } from './system-blocks.ts';

/** `template`: nothing was written yet · `maintained` · `stale`: written, but not for a long time. */
export type OverviewStatus = 'template' | 'maintained' | 'stale';

/**
 * Judged by the free text alone: what the system keeps in its blocks is not the model's work.
 * @param stepsSince steps since the free text was last written
 */
export function overviewStatus(text: string, stepsSince: number, staleAfterSteps: number): OverviewStatus {
  const free = withoutComments(freeText(text));
  const hasContent = sections(free).some(({ body, end }) => free.slice(body, end).trim() !== '');
  if (!hasContent) return 'template';
  return stepsSince > staleAfterSteps ? 'stale' : 'maintained';
}
