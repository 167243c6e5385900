// Judges whether the model maintains its overview.md. Pure.
import { sections, withoutComments } from '../../recall/sections.ts';
import { freeText } from './system-blocks.ts';

/**
 * `template`: not written yet · `maintained`: written lately · `stale`: not written for more than `ttl.softSteps`
 * steps.
 */
export type OverviewStatus = 'template' | 'maintained' | 'stale';

/**
 * Judges the free text only, because the system writes the blocks.
 * @param stepsSince steps since the free text was last written
 */
export function overviewStatus(text: string, stepsSince: number, staleAfterSteps: number): OverviewStatus {
  const free = withoutComments(freeText(text));
  const hasContent = sections(free).some(({ body, end }) => free.slice(body, end).trim() !== '');
  if (!hasContent) return 'template';
  return stepsSince > staleAfterSteps ? 'stale' : 'maintained';
}
