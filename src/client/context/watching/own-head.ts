// Counts the tokens of this memory's guide and tools among the app's prompts and tools; anew only when these change.
import { TOOL_NAMES } from '../../../context/tool-sets.ts';
import { type OwnWords, ownWords } from '../../../context/watching/own-words.ts';

/** Names of this memory's tools; `memory` is Anthropic's tool, as which this memory can be given. */
const OWN_TOOLS: ReadonlySet<string> = new Set([...TOOL_NAMES, 'memory']);

export class OwnHead {
  #hash = '';
  #own: OwnWords = {};

  /** @param guides texts that `context.guide` returned */
  of(
    hash: string,
    prompts: readonly string[],
    tools: unknown,
    guides: Iterable<string>,
    count: (text: string) => number,
  ): OwnWords {
    if (hash === this.#hash) return this.#own;
    const said = [...guides].filter((guide) => prompts.some((text) => text.includes(guide)));
    const own = namedTools(tools).filter(([name]) => OWN_TOOLS.has(name));
    this.#hash = hash;
    this.#own = ownWords({
      guide: Math.max(0, ...said.map(count)),
      tools: own.reduce((sum, [, tool]) => sum + count(JSON.stringify(tool) ?? ''), 0),
    });
    return this.#own;
  }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  Object(value) as Readonly<Record<string, unknown>>;

/** Reads names and tools from a list of any provider's form, or from an object by name. */
function namedTools(tools: unknown): [name: string, tool: unknown][] {
  if (!Array.isArray(tools)) return Object.entries(fieldsOf(tools));
  return tools.map((tool: unknown) => {
    const { name, function: inner } = fieldsOf(tool);
    return [String(name ?? fieldsOf(inner)['name'] ?? ''), tool];
  });
}
