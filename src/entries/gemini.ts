// The public entry of `working-memory/gemini`: a run of a model behind `@google/genai` with its memory. Re-exports
// only.
export type { MemoryOfRun, RunOptions } from '../sdks/loop/loop.ts';
export type { ModelRun, RunAnswer, RunPart } from '../sdks/loop/run.ts';
export type { ProviderTool, RunCall, RunResult, RunTool } from '../sdks/loop/tools.ts';
export { type GeminiClient, type GeminiRunOptions, run } from '../sdks/gemini/run.ts';
