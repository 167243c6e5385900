// Finds out what a model can do with the tools of its request: notices name no tool that it lacks, and only a model
// that can act is reminded or asked. Pure.
import { CONTENT_FIELDS, EDIT_FIELDS, PATH_FIELDS } from '../view/overview-writes.ts';

/** The tools of this memory that a notice may name. */
export interface NamedTools {
  /** Set to `note` where it is the only tool of this memory that writes overview.md. */
  readonly writer: 'note' | undefined;
  /** Tools that find hidden text, the best one last: `read` and `search`, or else `recall`; Anthropic's `memory`. */
  readonly lookUp: readonly string[];
}

export interface GivenTools {
  /** Whether some tool can write overview.md. */
  readonly writable: boolean;
  readonly compacts: boolean;
  readonly named: NamedTools;
}

/** Whether one of these tools opens an address that is no file: a message, a result, an item. */
export const opensAddresses = (lookUp: readonly string[]): boolean =>
  lookUp.includes('read') || lookUp.includes('memory');

/** Tools to name for an app that does not say which it sends. */
export const UNKNOWN_TOOLS: NamedTools = { writer: undefined, lookUp: ['read', 'search'] };

/** Tools of this memory that write the overview, and Anthropic's tool of that kind. */
const OF_THIS_MEMORY = new Set(['write', 'edit', 'note', 'memory']);

/**
 * Matches the names of tools that write. Needed where the fields cannot be read, as they are a library's schema object.
 */
const WRITES_BY_NAME = /(^|[^a-z])(write|edit|patch|replace|save|memory|note)/i;

/**
 * Reads the tools as the app sends them: a list of any provider's form, or an object by name. A tool of the app's own
 * writes when it has a field for a path and one for a text, by the names by which its calls are recognized later.
 * Without tools there is nobody to remind.
 */
export function givenTools(tools: unknown): GivenTools {
  if (typeof tools !== 'object' || tools === null) return { writable: false, compacts: false, named: UNKNOWN_TOOLS };
  const given: readonly Tool[] = Array.isArray(tools)
    ? tools.flatMap((tool: Tool | null) => tool?.functionDeclarations ?? tool?.function ?? tool ?? [])
    : Object.entries(tools as Record<string, Tool>).map(([name, tool]) => ({ ...tool, name }));
  const names = given.map(({ name }) => name);
  const has = (...wanted: readonly string[]): string[] => wanted.filter((name) => names.includes(name));
  return {
    writable: given.some(writes),
    compacts: names.includes('compact_history'),
    named: {
      writer: names.includes('note') && has('write', 'edit').length === 0 ? 'note' : undefined,
      lookUp: names.includes('search') ? has('read', 'search') : has('read', 'recall', 'memory'),
    },
  };
}

function writes(tool: Tool): boolean {
  const { name = '' } = tool;
  if (OF_THIS_MEMORY.has(name)) return true;
  const { properties } = tool.parameters ?? tool.parametersJsonSchema ?? tool.input_schema ?? tool.inputSchema ?? {};
  if (typeof properties !== 'object' || properties === null) return WRITES_BY_NAME.test(name);
  const has = (fields: readonly string[]): boolean => fields.some((field) => field in properties);
  return has(PATH_FIELDS) && (has(CONTENT_FIELDS) || has(EDIT_FIELDS));
}

interface Schema {
  readonly properties?: unknown;
}

interface Tool {
  readonly name?: string;
  /** Wrappers of the tool: chat completions wrap one, Gemini a list of them. */
  readonly function?: Tool;
  readonly functionDeclarations?: readonly Tool[];
  readonly parameters?: Schema;
  readonly parametersJsonSchema?: Schema;
  readonly input_schema?: Schema;
  readonly inputSchema?: Schema;
}
