// The JSON Schema of a tool's input, which is also a Standard Schema for frameworks that require one.
import type { InputFields } from './input-field.ts';
import { type Problem, readInput } from './read-input.ts';
import type { InputSchema, StandardProperties } from '../../api/tools.ts';

/**
 * Makes the schema.
 * @param shown fields that the schema names
 * @param fields all fields that its validation understands
 */
export function inputSchema(
  shown: InputFields,
  fields: InputFields,
  describe: (problem: Problem) => string,
): InputSchema {
  const plain = {
    type: 'object' as const,
    properties: Object.fromEntries(Object.entries(shown).map(([name, { schema }]) => [name, schema])),
    required: Object.keys(shown).filter((name) => shown[name]?.required),
    additionalProperties: false as const,
  };
  const standard: StandardProperties = {
    version: 1,
    vendor: 'working-memory',
    validate(value) {
      const parsed = readInput(fields, value);
      if (parsed.problems) {
        return {
          issues: parsed.problems.map((problem) => ({
            message: describe(problem),
            ...(problem.field !== undefined && { path: [problem.field] }),
          })),
        };
      }
      // Keeps unknown fields: `execute` tells the model that it ignored them.
      return { value: { ...parsed.ignored, ...parsed.values } };
    },
    jsonSchema: { input: () => ({ ...plain }), output: () => ({ ...plain }) },
  };
  return Object.defineProperty(plain, '~standard', { value: standard, enumerable: false }) as unknown as InputSchema;
}
