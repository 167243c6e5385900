// The two placements of overview, reminder and meter. Pure.
import type { Settings } from '../options/options.ts';

/**
 * Whether every request is rendered anew, as the source documents describe it: with the current overview, a reminder in
 * it, and the meter. Otherwise a request extends the one before, and what changed comes in notes.
 */
export const isLiteral = ({ placement }: Pick<Settings['context'], 'placement'>): boolean => placement === 'literal';
