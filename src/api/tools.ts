// The tools that an app gives to its model. Types only.
import type { Locale } from '../options.ts';

export interface MemoryTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: InputSchema;
  /**
   * Answers in text for the model, also where the model did something wrong.
   * @throws what no model can repair: closed, timeout, aborted, worker-lost, kernel-unavailable, storage-*
   */
  execute(input: unknown, options?: ToolCallOptions): Promise<string>;
}

/** Frameworks name the signal in one of these two ways. */
export interface ToolCallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly abortSignal?: AbortSignal | undefined;
}

export interface MemoryToolOptions {
  /** Default: all tools. */
  readonly only?: readonly ToolName[];
  /** Language of descriptions and answers. Default: that of the session for `memory.tools()`, else `en`. */
  readonly locale?: Locale;
  /** Lets the model erase items for good instead of hiding them; default false. */
  readonly allowErase?: boolean;
}

/** In the order in which `tools()` returns them. */
export type ToolName =
  'read' | 'write' | 'edit' | 'list' | 'search' | 'memorize' | 'remember' | 'forget' | 'compact_history';

export interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, FieldSchema>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
  /** Not enumerable: what is sent to a provider is plain JSON Schema. */
  readonly '~standard': StandardProperties;
  readonly [keyword: string]: unknown;
}

/** What the specifications Standard Schema and Standard JSON Schema ask for. */
export interface StandardProperties {
  readonly version: 1;
  readonly vendor: string;
  readonly validate: (value: unknown) => StandardResult;
  readonly jsonSchema: {
    readonly input: () => Record<string, unknown>;
    readonly output: () => Record<string, unknown>;
  };
  readonly types?: { readonly input: Record<string, unknown>; readonly output: Record<string, unknown> } | undefined;
}

export type StandardResult =
  | { readonly value: Record<string, unknown>; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: readonly PropertyKey[] }[] };
/** JSON Schema of one input field. */
export interface FieldSchema {
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'array';
  readonly description: string;
  readonly enum?: readonly string[];
  readonly items?: { readonly type: 'string' | 'integer' };
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}
