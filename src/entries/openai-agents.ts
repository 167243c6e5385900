// The public entry of `working-memory/openai-agents`: the memory of agents of the OpenAI Agents SDK. Re-exports only.
export { agentMemory, type AgentMemory, type AgentMemoryOptions } from '../sdks/openai-agents/agent-memory.ts';
export type { AgentsInput, AgentsPrepared } from '../sdks/openai-agents/input-filter.ts';
export type { AgentsSession } from '../sdks/openai-agents/session.ts';
export type { AgentsTool } from '../sdks/openai-agents/tool.ts';
