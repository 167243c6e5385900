// Whether a model could act on a reminder: it needs a tool that writes overview.md. Pure.
import { CONTENT_FIELDS, EDIT_FIELDS, PATH_FIELDS } from '../view/overview-writes.ts';

/** Tools of this memory that write the overview, and Anthropic's tool of that kind. */
const OF_THIS_MEMORY = new Set(['write', 'edit', 'note', 'memory']);

/** Tools whose fields cannot be read, as they are given as a schema object of a library: their name must tell. */
const WRITES_BY_NAME = /(?:^|[^a-z])(?:write|edit|patch|replace|save|memory|note)/i;

/**
 * Reads the tools as the app sends them: a list of any provider's form, or an object by name. A tool of the app's own
 * counts when it has a field for a path and one for a text, by the names by which its calls are recognized later.
 * Without tools there is nobody to remind.
 */
export function canWriteOverview(tools: unknown): boolean {
  if (typeof tools !== 'object' || tools === null) return false;
  const named = Array.isArray(tools)
    ? tools.map((tool: unknown) => [undefined, tool] as const)
    : Object.entries(tools as Record<string, unknown>);
  return named.some(([key, tool]) => writes(key, tool));
}

function writes(key: string | undefined, tool: unknown): boolean {
  const outer = (tool ?? {}) as Tool;
  // Chat completions wrap the tool; the others are flat.
  const inner = outer.function ?? outer;
  const name = key ?? inner.name ?? '';
  if (OF_THIS_MEMORY.has(name)) return true;
  const { properties } = inner.parameters ?? inner.input_schema ?? inner.inputSchema ?? {};
  if (typeof properties !== 'object' || properties === null) return WRITES_BY_NAME.test(name);
  const has = (fields: readonly string[]): boolean => fields.some((field) => field in properties);
  return has(PATH_FIELDS) && (has(CONTENT_FIELDS) || has(EDIT_FIELDS));
}

interface Schema {
  readonly properties?: unknown;
}

interface Tool {
  readonly name?: string;
  readonly function?: Tool;
  readonly parameters?: Schema;
  readonly input_schema?: Schema;
  readonly inputSchema?: Schema;
}
