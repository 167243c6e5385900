// The memory's tools as the AI SDK takes them, beside those of the app.
import type { MemoryTool, ToolCallOptions, ToolName } from '../../api/tools.ts';
import { WorkingMemoryError } from '../../errors.ts';

/** One tool of a memory, in the form that versions 5, 6 and 7 of the AI SDK share. */
export interface AiSdkTool {
  readonly description: string;
  /** A schema of the AI SDK; its type is known by a symbol of the SDK's own. */
  readonly inputSchema: never;
  execute(input: unknown, options?: ToolCallOptions): Promise<string>;
}

/** The memory's tools in the form of the AI SDK, by name. */
export type AiSdkMemoryTools = { readonly [Name in ToolName]: AiSdkTool };

/** Symbols by which the AI SDK knows its schemas; version 5 also asks for the second. */
const SCHEMA = Symbol.for('vercel.ai.schema');
const VALIDATOR = Symbol.for('vercel.ai.validator');

/**
 * Adds the memory's tools to those of the app.
 * @throws invalid-option: a tool of the app has the name of one of these
 */
export function besideToolsOfApp<Tools>(tools: readonly MemoryTool[], ofApp: Tools): Tools & AiSdkMemoryTools {
  const taken = tools.find(({ name }) => Object.hasOwn(ofApp ?? {}, name));
  if (taken) throw nameTaken(taken.name, tools);
  return { ...ofApp, ...Object.fromEntries(tools.map((tool) => [tool.name, aiSdkTool(tool)])) } as Tools &
    AiSdkMemoryTools;
}

function aiSdkTool({ name: _, description, inputSchema, ...tool }: MemoryTool): AiSdkTool {
  // No validation: `execute` repairs what models send, and tells them what to do about the rest.
  const schema = { [SCHEMA]: true, [VALIDATOR]: true, jsonSchema: { ...inputSchema }, validate: undefined };
  return {
    description,
    inputSchema: schema as unknown as never,
    execute: (input, options) => tool.execute(input, options),
  };
}

export const nameTaken = (
  name: string,
  tools: readonly { readonly name: string }[],
): WorkingMemoryError<'invalid-option'> => {
  const others = tools.map((tool) => `'${tool.name}'`).filter((each) => each !== `'${name}'`);
  return new WorkingMemoryError(
    'invalid-option',
    `The app and the memory both have a tool '${name}'. Give the app's another name, or leave the memory's out: ` +
      `{ only: [${others.join(', ')}] }.`,
    { option: `tools.${name}`, expected: 'a name that no tool of the memory has' },
  );
};
