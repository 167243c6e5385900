// The public entry of `working-memory/tools`: the tools with which a model uses a memory. Re-exports only.
export { type AnthropicMemoryTool, anthropicMemoryTool } from '../tools/anthropic/memory.ts';
export { memoryTools } from '../tools/memory-tools.ts';
export type {
  MemoryTool,
  ToolCallOptions,
  MemoryToolOptions,
  ToolName,
  ToolSet,
  InputSchema,
  StandardProperties,
  StandardResult,
  FieldSchema,
} from '../api/tools.ts';
