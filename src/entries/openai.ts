// The public entry of `working-memory/openai`: a run of a model with its memory, over chat completions of any server
// and over Responses. Re-exports only.
export type { MemoryOfRun, RunOptions } from '../sdks/loop/loop.ts';
export type { ModelRun, RunAnswer, RunPart } from '../sdks/loop/run.ts';
export type { ProviderTool, RunCall, RunResult, RunTool } from '../sdks/loop/tools.ts';
export { type ChatClient, type ChatRunOptions, run } from '../sdks/openai/chat.ts';
export { type ResponsesClient, type ResponsesRunOptions, runResponses } from '../sdks/openai/responses.ts';
