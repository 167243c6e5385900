// What the guide knows: the settings of the session, and which tools it may name. Pure.
import type { Settings } from '../../options/options.ts';
import { TOOL_NAMES, toolRow } from '../tool-sets.ts';

export interface GuideFacts {
  readonly autonomy: Settings['context']['autonomy'];
  /** Percent of the window from which the system compacts by itself. */
  readonly fallbackPercent: number;
  /** Requests show the block `context_meta`. */
  readonly showsBlock: boolean;
  /** The whole strategy, instead of a few lines. */
  readonly full: boolean;
  readonly tools: ToolsByUse;
}

/** The given tools, by what they are for; a list is empty where there is none. */
export interface ToolsByUse {
  /** To write overview.md: the best one. */
  readonly notes: readonly string[];
  readonly files: readonly string[];
  readonly items: readonly string[];
  /** To look before giving up. */
  readonly lookUp: readonly string[];
  readonly compacts: boolean;
  /** In front of every path: empty, or `/memories/` for Anthropic's memory tool. */
  readonly folder: string;
}

const ANTHROPIC_TOOL = 'memory';

/** @param names of any tools; the guide speaks of those it knows */
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
