// Tools that a model can be given: the sets that hold each, and its use. Pure data.

export const TOOL_SETS = ['minimal', 'standard', 'all'] as const;
/** Tools that a model is given; each set contains the ones before it. */
export type ToolSet = (typeof TOOL_SETS)[number];

interface ToolRow {
  /** The smallest set with the tool. */
  readonly set: ToolSet;
  readonly use: 'notes' | 'files' | 'items' | 'history';
  /** Fields that a tool with many of them shows in `minimal`; it accepts the others as well. */
  readonly fewest?: readonly string[];
}

/** Tools in the order in which `tools()` returns them. */
const TOOLS = {
  note: { set: 'minimal', use: 'notes' },
  read: { set: 'standard', use: 'files' },
  write: { set: 'standard', use: 'files' },
  edit: { set: 'all', use: 'files' },
  list: { set: 'all', use: 'files' },
  search: { set: 'standard', use: 'files' },
  memorize: { set: 'minimal', use: 'items', fewest: ['text', 'replaces'] },
  recall: { set: 'minimal', use: 'items', fewest: ['query'] },
  forget: { set: 'minimal', use: 'items', fewest: ['ids', 'erase'] },
  compact_history: { set: 'standard', use: 'history' },
} as const satisfies Readonly<Record<string, ToolRow>>;

/** The names of the tools, in the order in which `tools()` returns them. */
export type ToolName = keyof typeof TOOLS;

export const TOOL_NAMES = Object.keys(TOOLS) as readonly ToolName[];

export const toolRow = (name: ToolName): ToolRow => TOOLS[name];

export const toolsIn = (set: ToolSet): readonly ToolName[] =>
  TOOL_NAMES.filter((name) => TOOL_SETS.indexOf(TOOLS[name].set) <= TOOL_SETS.indexOf(set));
