// The tools of one run: the app's and the memory's, and one call of them.
import type { MemoryTool, ToolCallOptions } from '../../api/tools.ts';
import { isWorkingMemoryError, kindOf } from '../../errors.ts';
import { fields } from '../lenses/fields.ts';
import { nameTaken } from '../ai-sdk/tools.ts';
import type { LoopWords } from './words.ts';

/** A tool of the app; the memory's own have the same form. */
export interface RunTool {
  readonly name: string;
  /** Type of a tool whose schema the model knows: `memory_20250818` of `anthropicMemoryTool`. */
  readonly type?: string | undefined;
  readonly description?: string | undefined;
  /** JSON Schema, or a schema that is also a Standard JSON Schema, such as one of zod 4; default: no fields. */
  readonly inputSchema?: object | undefined;
  /**
   * Returns what the model reads: a text, or any value as JSON, a BigInt as its digits. The model is told of an error
   * that it throws.
   * @param input the arguments, as the schema's own validation returns them where it has one
   */
  execute(input: unknown, options: ToolCallOptions): unknown;
}

/** A tool that the provider executes itself, as the provider takes it. */
export interface ProviderTool {
  readonly type: string;
  readonly name?: string | undefined;
  readonly execute?: never;
}

/** A call of a tool by the model. */
export interface RunCall {
  readonly id: string;
  readonly name: string;
  /** Arguments as the model sent them: JSON, or their value. */
  readonly input: unknown;
}

/** The answer of a tool to a call. */
export interface RunResult {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
}

export class RunTools {
  readonly executed: readonly RunTool[];
  readonly ofProvider: readonly ProviderTool[];
  readonly ofMemory: readonly MemoryTool[];
  readonly #words: LoopWords;

  /** @throws invalid-option: a tool of the app has the name of one of the memory's */
  constructor(ofMemory: readonly MemoryTool[], ofApp: readonly (RunTool | ProviderTool)[], words: LoopWords) {
    const taken = ofMemory.find(({ name }) => ofApp.some((tool) => tool.name === name));
    if (taken) throw nameTaken(taken.name, ofMemory);
    const isExecuted = (tool: RunTool | ProviderTool): tool is RunTool => typeof tool.execute === 'function';
    this.executed = [...ofMemory, ...ofApp.filter(isExecuted)];
    this.ofProvider = ofApp.filter((tool): tool is ProviderTool => !isExecuted(tool));
    this.ofMemory = ofMemory;
    this.#words = words;
  }

  /** Runs a call. @throws aborted calls, and errors of the memory that no model can repair */
  async run({ id, name, input }: RunCall, options: ToolCallOptions): Promise<RunResult> {
    const tool = this.executed.find((each) => each.name === name);
    const refused = (text: string): RunResult => ({ id, name, text, isError: true });
    if (!tool) {
      const known = this.executed.map((each) => each.name);
      return refused(this.#words.unknownTool(name, known));
    }
    try {
      const given = await checkedInput(tool, input, this.#words);
      if ('problems' in given) return refused(this.#words.notRun(name, given.problems));
      const told = toldOf(await tool.execute(given.value, options));
      if ('problem' in told) return refused(this.#words.unreadable(name, told.problem));
      return { id, name, text: told.text, isError: false };
    } catch (error) {
      options.signal?.throwIfAborted();
      if (isWorkingMemoryError(error)) throw error;
      return refused(this.#words.failed(name, error instanceof Error ? error.message : String(error)));
    }
  }
}

/** Returns the schema as plain JSON Schema. */
export function jsonSchemaOf({ inputSchema }: Pick<RunTool, 'inputSchema'>): Record<string, unknown> {
  if (!inputSchema) return { type: 'object', properties: {} };
  const { jsonSchema } = fields((inputSchema as { readonly '~standard'?: unknown })['~standard']);
  const { input } = fields(jsonSchema) as { readonly input?: (options: { readonly target: string }) => object };
  return { ...(typeof input === 'function' ? input({ target: 'draft-2020-12' }) : inputSchema) };
}

type Given = { readonly value: unknown } | { readonly problems: readonly string[] };

/** Checks the input by the tool's own schema, where that is a Standard Schema, and returns its version of the input. */
async function checkedInput({ inputSchema }: RunTool, input: unknown, words: LoopWords): Promise<Given> {
  const { validate, vendor } = fields((inputSchema as { readonly '~standard'?: unknown } | undefined)?.['~standard']);
  // The memory's own tools repair what models send.
  if (vendor === 'working-memory') return { value: input };
  const parsed = parsedInput(input, words);
  if ('problems' in parsed || typeof validate !== 'function') return parsed;
  const { value, issues } = fields(await (validate as (value: unknown) => unknown)(parsed.value));
  if (!Array.isArray(issues)) return { value };
  return {
    problems: issues.map((issue) => `${[fields(issue).path ?? []].flat().join('.')} ${fields(issue).message}`.trim()),
  };
}

function parsedInput(input: unknown, words: LoopWords): Given {
  if (typeof input !== 'string') return { value: input ?? {} };
  if (input.trim() === '') return { value: {} };
  try {
    return { value: JSON.parse(input) as unknown };
  } catch (error) {
    return { problems: [words.noJson((error as Error).message)] };
  }
}

/**
 * Returns the text that the model reads of a result. The tool has run, so a result without JSON must not look like an
 * empty one.
 */
function toldOf(result: unknown): { readonly text: string } | { readonly problem: string } {
  if (result === undefined) return { text: '' };
  if (typeof result === 'string' || typeof result === 'bigint') return { text: String(result) };
  const digits = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
  try {
    const text = JSON.stringify(result, digits) as string | undefined;
    return text === undefined ? { problem: `${kindOf(result)} cannot be JSON` } : { text };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}
