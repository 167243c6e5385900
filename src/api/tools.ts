// Tools that an app gives to its model. Types only.
import type { ToolName, ToolSet } from '../context/tool-sets.ts';
import type { Locale } from '../options/options.ts';

export type { ToolName, ToolSet } from '../context/tool-sets.ts';

/** One tool, independent of any framework. */
export interface MemoryTool {
  /** Unique among the tools of a memory. */
  readonly name: string;
  /** Tells the model what the tool does and when to use it. */
  readonly description: string;
  readonly inputSchema: InputSchema;
  /**
   * Runs the tool and answers in text for the model, also when the model made a mistake.
   * @param input the arguments as the model sent them; common slips in names, types and nesting are repaired
   * @throws errors that no model can repair: closed, timeout, aborted, worker-lost, kernel-unavailable, storage-*
   * @example const answer = await tool.execute({ query: 'nuts' }, { signal });
   */
  execute(input: unknown, options?: ToolCallOptions): Promise<string>;
}

/** Frameworks pass the AbortSignal under one of these two names. */
export interface ToolCallOptions {
  readonly signal?: AbortSignal | undefined;
  /** The name in the AI SDK; takes precedence. */
  readonly abortSignal?: AbortSignal | undefined;
}

/** Options of `memory.tools`. */
export interface MemoryToolOptions {
  /**
   * `minimal`: note, memorize, recall, forget, each with the fewest fields; for models of about 8B parameters ·
   * `standard` (default): also read, write, search, compact_history · `all`: also edit, list.
   */
  readonly set?: ToolSet;
  /** Returns these tools instead of a set. */
  readonly only?: readonly ToolName[];
  /** Language of descriptions and answers; default: for `memory.tools()` the option `locale`, for `memoryTools` `en`. */
  readonly locale?: Locale;
  /** Lets the model erase items for good instead of hiding them; default false. */
  readonly allowErase?: boolean;
}

/** JSON Schema of a tool's input that is also a Standard Schema and a Standard JSON Schema. */
export interface InputSchema {
  readonly type: 'object';
  /** One schema per field. */
  readonly properties: Readonly<Record<string, FieldSchema>>;
  /** Names of the required fields. */
  readonly required: readonly string[];
  /** Tells models to send no other fields; the tool still accepts and ignores them. */
  readonly additionalProperties: false;
  /** Not enumerable, so that a provider receives plain JSON Schema. */
  readonly '~standard': StandardProperties;
  readonly [keyword: string]: unknown;
}

/** The properties that Standard Schema and Standard JSON Schema require (standardschema.dev). */
export interface StandardProperties {
  /** Version of the specifications. */
  readonly version: 1;
  /** `working-memory`. */
  readonly vendor: string;
  /** Returns the input with its values repaired, or the problems. */
  readonly validate: (value: unknown) => StandardResult;
  /** Returns the plain JSON Schema; input and output are the same. */
  readonly jsonSchema: {
    readonly input: () => Record<string, unknown>;
    readonly output: () => Record<string, unknown>;
  };
  readonly types?: { readonly input: Record<string, unknown>; readonly output: Record<string, unknown> } | undefined;
}

/** The input as typed values, or the problems, worded for the model. */
export type StandardResult =
  | { readonly value: Record<string, unknown>; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: readonly PropertyKey[] }[] };

/** JSON Schema of one input field. */
export interface FieldSchema {
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'array';
  /** Tells the model what the field means. */
  readonly description: string;
  /** The allowed values of a `string`. */
  readonly enum?: readonly string[];
  /** The element type of an `array`. */
  readonly items?: { readonly type: 'string' | 'integer' };
  /** Smallest allowed number. */
  readonly minimum?: number;
  /** Largest allowed number. */
  readonly maximum?: number;
  /** Least UTF-16 units of a `string`. */
  readonly minLength?: number;
  /** Least elements of an `array`. */
  readonly minItems?: number;
  /** Most elements of an `array`. */
  readonly maxItems?: number;
}
