// Fields → one plain JSON Schema that is a Standard Schema as well, for frameworks that ask for one.
import type { Fields, FieldSchema } from './field.ts';
import { type Problem, readInput } from './input.ts';

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

export function inputSchema(fields: Fields, describe: (problem: Problem) => string): InputSchema {
  const plain = {
    type: 'object' as const,
    properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
    required: Object.keys(fields).filter((name) => fields[name]?.required),
    additionalProperties: false as const,
  };
  const standard: StandardProperties = {
    version: 1,
    vendor: 'working-memory',
    validate(value) {
      const reading = readInput(fields, value);
      if (reading.problems) {
        return {
          issues: reading.problems.map((problem) => ({
            message: describe(problem),
            ...(problem.field !== undefined && { path: [problem.field] }),
          })),
        };
      }
      // Unknown fields go on to `execute`, which tells the model that it ignored them.
      return { value: { ...reading.ignored, ...reading.values } };
    },
    jsonSchema: { input: () => ({ ...plain }), output: () => ({ ...plain }) },
  };
  return Object.defineProperty(plain, '~standard', { value: standard, enumerable: false }) as unknown as InputSchema;
}
