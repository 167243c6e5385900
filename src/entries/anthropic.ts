// The public entry of `working-memory/anthropic`: a run of a model with its memory over Anthropic's Messages API.
// Re-exports only.
export { type AnthropicClient, type AnthropicRunOptions, run } from '../sdks/anthropic/run.ts';
export type { MemoryOfRun, RunOptions } from '../sdks/loop/loop.ts';
export type { ModelRun, RunAnswer, RunPart } from '../sdks/loop/run.ts';
export type { ProviderTool, RunCall, RunResult, RunTool } from '../sdks/loop/tools.ts';
export { type AnthropicMemoryTool, anthropicMemoryTool } from '../tools/anthropic/memory.ts';
export {
  type RunnerMiddleware,
  type RunnerRequest,
  type RunnerTool,
  type ToolRunnerMemory,
  toolRunnerMemory,
  type ToolRunnerOptions,
} from '../sdks/anthropic/tool-runner.ts';
