// The one shape of a tool for all frameworks, and what all tools do alike: read the input, run, put errors into words.
import { isWorkingMemoryError } from '../errors.ts';
import type { InputFields, InputOf } from './input/input-field.ts';
import { readInput } from './input/read-input.ts';
import { inputSchema } from './input/schema.ts';
import type { Wording } from './words/wording.ts';
import type { MemoryTool } from '../api/tools.ts';

const REPAIRABLE_BY_MODEL: readonly string[] = [
  'invalid-input',
  'item-too-large',
  'only-pinned-left',
  'tree-full',
  'not-found',
  'path-not-allowed',
  'session-busy',
];

/** The message for the model; throws on what a model cannot repair. */
export function messageForModel(error: unknown): string {
  if (isWorkingMemoryError(error) && REPAIRABLE_BY_MODEL.includes(error.code)) return error.message;
  throw error;
}

export function defineTool<Of extends InputFields>(
  {
    name,
    purpose,
    fields,
    say,
  }: { readonly name: string; readonly purpose: string; readonly fields: Of; readonly say: Wording['say'] },
  run: (input: InputOf<Of>, call: { readonly signal?: AbortSignal }) => Promise<string>,
): MemoryTool {
  return {
    name,
    description: purpose,
    inputSchema: inputSchema(fields, say.problem),
    async execute(input, { signal, abortSignal = signal } = {}) {
      abortSignal?.throwIfAborted();
      const reading = readInput(fields, input);
      if (reading.problems) return say.notRun(name, reading.problems.map(say.problem), reading.understood, fields);
      const answer = await run(reading.values, abortSignal ? { signal: abortSignal } : {}).catch(messageForModel);
      const ignored = Object.keys(reading.ignored);
      return ignored.length === 0 ? answer : `${answer}\n${say.ignored(ignored)}`;
    },
  };
}
