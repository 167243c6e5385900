// Facts that the guide depends on: the settings of the session, and the tools that it may name. Pure.
import type { Settings } from '../../options/options.ts';
import { TOOL_NAMES, toolRow } from '../tool-sets.ts';

export interface GuideFacts {
  readonly autonomy: Settings['context']['autonomy'];
  /** Percent of the window from which the system compacts by itself. */
  readonly fallbackPercent: number;
  /** Whether requests show the block `context_meta`. */
  readonly showsBlock: boolean;
  /** Whether the guide gives the whole strategy, instead of a few lines. */
  readonly full: boolean;
  readonly tools: ToolsByUse;
}

/** The given tools by use; a list is empty where there is none. */
export interface ToolsByUse {
  /** The best tool that writes overview.md. */
  readonly notes: readonly string[];
  readonly files: readonly string[];
  readonly items: readonly string[];
  /** Tools to try before giving up. */
  readonly lookUp: readonly string[];
  readonly compacts: boolean;
  /** Prefix of every path: empty, or `/memories/` for Anthropic's memory tool. */
  readonly folder: string;
}

const ANTHROPIC_TOOL = 'memory';

/** Sorts tools by use. @param names names of any tools; the guide speaks of those it knows */
export function toolsByUse(names: readonly string[]): ToolsByUse {
  const known = TOOL_NAMES.filter((name) => names.includes(name));
  const usedFor = (...uses: readonly string[]): string[] => known.filter((name) => uses.includes(toolRow(name).use));
  const isAnthropic = usedFor('notes', 'files').length === 0 && names.includes(ANTHROPIC_TOOL);
  const files = isAnthropic ? [ANTHROPIC_TOOL] : usedFor('files');
  const writer = ['note', 'edit', 'write', ANTHROPIC_TOOL].find(
    (name) => known.some((one) => one === name) || files.includes(name),
  );
  return {
    notes: writer === undefined ? [] : [writer],
    files,
    items: usedFor('items'),
    lookUp: ['recall', 'search'].filter((name) => names.includes(name)),
    compacts: usedFor('history').length > 0,
    folder: isAnthropic ? '/memories/' : '',
  };
}
