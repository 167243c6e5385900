// A tool of the memory in the form of the OpenAI Agents SDK.
import type { MemoryTool } from '../../api/tools.ts';
import { jsonSchemaOf } from '../loop/tools.ts';

/** A function tool, as `tool()` of the SDK makes it. */
export interface AgentsTool {
  readonly type: 'function';
  readonly name: string;
  readonly description: string;
  readonly parameters: never;
  readonly strict: false;
  invoke(context: unknown, input: string, details?: { readonly signal?: AbortSignal | undefined }): Promise<string>;
  needsApproval(): Promise<boolean>;
  isEnabled(): Promise<boolean>;
}

export const agentsTool = (tool: MemoryTool): AgentsTool => {
  const { name, description } = tool;
  return {
    type: 'function',
    name,
    description,
    // The SDK's type of a schema has fewer fields than JSON Schema.
    parameters: jsonSchemaOf(tool) as never,
    strict: false,
    invoke: (_, input, details) => tool.execute(input, { signal: details?.signal }),
    needsApproval: () => Promise.resolve(false),
    isEnabled: () => Promise.resolve(true),
  };
};
