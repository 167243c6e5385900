// One call that gives the agents of `@openai/agents` their memory: tools, a filter of the model's input, a session.
import type { PrepareOptions } from '../../api/context.ts';
import type { WorkingMemory } from '../../api/memory.ts';
import type { MemoryToolOptions } from '../../api/tools.ts';
import { checkMemory } from '../../options/methods.ts';
import { type AgentsInput, type AgentsPrepared, inputFilter } from './input-filter.ts';
import { type AgentsSession, agentsSession } from './session.ts';
import { SentItems } from './sent-items.ts';
import { type AgentsTool, agentsTool } from './tool.ts';

/** Options of `agentMemory`. */
export interface AgentMemoryOptions extends MemoryToolOptions, Pick<PrepareOptions, 'contextWindow'> {
  /** Id that `session.getSessionId` returns, for traces of the SDK; default `working-memory`. */
  readonly sessionId?: string;
}

/** Three parts for the SDK: `tools` for agents, `callModelInputFilter` for the runner, `session` for its runs. */
export interface AgentMemory {
  readonly tools: AgentsTool[];
  readonly callModelInputFilter: (input: AgentsInput) => Promise<AgentsPrepared>;
  readonly session: AgentsSession;
}

/**
 * Returns tools, an input filter and a session for `Agent`, `Runner` and `run` of the OpenAI Agents SDK. The filter
 * prepares every request of a model and puts the guide to the tools behind the instructions of each agent that has one
 * of them. The session keeps the conversation in the memory's transcript. Each part works without the others.
 *
 * One conversation per memory; the agents of a handoff share it.
 * @param options which tools (docs/tools.md), `contextWindow` of the model in tokens
 * @throws invalid-input: something else than a memory · invalid-option
 * @example const { tools, callModelInputFilter, session } = await agentMemory(memory);
 */
export async function agentMemory(
  memory: Pick<WorkingMemory, 'context' | 'tools'>,
  { contextWindow, sessionId = 'working-memory', ...chosen }: AgentMemoryOptions = {},
): Promise<AgentMemory> {
  checkMemory(memory, ['tools', 'context.prepare']);
  const tools = await memory.tools(chosen);
  const sent = new SentItems();
  return {
    tools: tools.map(agentsTool),
    callModelInputFilter: inputFilter(memory.context, sent, { contextWindow, ofMemory: tools, locale: chosen.locale }),
    session: agentsSession(memory.context, sessionId, sent),
  };
}
