// The public entry of `working-memory/tools`: what a model is given to use a memory. Re-exports only.
export { type AnthropicMemoryTool, anthropicMemoryTool } from './tools/anthropic-memory.ts';
export { memoryTools, type MemoryToolOptions, type ToolName } from './tools/definitions.ts';
export type { FieldSchema } from './tools/field.ts';
export type { InputSchema, StandardProperties, StandardResult } from './tools/schema.ts';
export type { MemoryTool, ToolCallOptions } from './tools/tool.ts';
