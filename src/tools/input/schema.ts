// Fields → one plain JSON Schema that is a Standard Schema as well, for frameworks that ask for one.
import type { InputFields } from './input-field.ts';
import { type Problem, readInput } from './read-input.ts';
import type { InputSchema, StandardProperties } from '../../api/tools.ts';

export function inputSchema(fields: InputFields, describe: (problem: Problem) => string): InputSchema {
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
