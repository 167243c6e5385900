// The frame that all tools share: parse the input, run, and tell the model about errors that it can repair.
import { isWorkingMemoryError } from '../errors.ts';
import type { InputFields, InputOf } from './input/input-field.ts';
import { readInput } from './input/read-input.ts';
import { inputSchema } from './input/schema.ts';
import { visibleText } from '../tree/visible-text.ts';
import type { Wording } from './words/wording.ts';
import type { MemoryTool, ToolName } from '../api/tools.ts';

const REPAIRABLE_BY_MODEL: readonly string[] = [
  'invalid-input',
  'item-too-large',
  'only-pinned-left',
  'tree-full',
  'not-found',
  'item-state',
  'write-rejected',
  'path-not-allowed',
  'session-busy',
];

/** Returns the answer to an error that the model can repair; rethrows any other error. */
export function messageForModel(error: unknown, say: Pick<Wording['say'], 'refused'>): string {
  if (isWorkingMemoryError(error) && REPAIRABLE_BY_MODEL.includes(error.code)) return say.refused(error);
  throw error;
}

/** Makes the tool. @param shown the fields that its schema names, default all; it accepts the others as well */
export type ToolDefinition = (shown?: readonly string[]) => MemoryTool;

export function defineTool<Of extends InputFields>(
  {
    name,
    purpose,
    fields,
    say,
  }: { readonly name: ToolName; readonly purpose: string; readonly fields: Of; readonly say: Wording['say'] },
  run: (
    input: InputOf<Of>,
    call: { readonly signal?: AbortSignal },
    /** Fields that the model knows of. */
    known: readonly string[],
    /** Names under which the model sent fields, where they are not the fields' own. */
    names: Readonly<Record<string, string>>,
  ) => Promise<string>,
): ToolDefinition {
  return (shown = Object.keys(fields)) => {
    const known = Object.fromEntries(Object.entries(fields).filter(([field]) => shown.includes(field)));
    return {
      name,
      description: purpose,
      inputSchema: inputSchema(known, fields, say.problem),
      async execute(input, { signal, abortSignal = signal } = {}) {
        abortSignal?.throwIfAborted();
        const parsed = readInput(fields, input);
        if (parsed.problems) return say.notRun(name, parsed.problems.map(say.problem), parsed.understood, known);
        const call = abortSignal ? { signal: abortSignal } : {};
        const answer = visibleText(
          await run(parsed.values, call, Object.keys(known), parsed.names).catch((error: unknown) =>
            messageForModel(error, say),
          ),
        );
        const ignored = Object.keys(parsed.ignored);
        return ignored.length === 0 ? answer : `${answer}\n${say.ignored(ignored)}`;
      },
    };
  };
}
