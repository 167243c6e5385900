// Prepares every request of a model for the OpenAI Agents SDK.
import type { Context, PrepareOptions } from '../../api/context.ts';
import type { MemoryTool, MemoryToolOptions } from '../../api/tools.ts';
import { objects } from '../lenses/fields.ts';
import { openaiAgents, type OpenAiAgentsItem } from '../lenses/openai/agents.ts';
import type { SentItems } from './sent-items.ts';

/** The argument that the SDK gives to `callModelInputFilter`. */
export interface AgentsInput {
  readonly modelData: { readonly input: readonly object[]; readonly instructions?: string };
  readonly agent: { readonly tools?: readonly unknown[]; readonly handoffs?: readonly unknown[] };
}

/** The answer to the SDK: the prepared request, and the instructions with the guide behind them. */
export interface AgentsPrepared {
  input: never[];
  instructions?: string;
}

interface FilterOptions {
  readonly locale: MemoryToolOptions['locale'];
  readonly contextWindow: PrepareOptions['contextWindow'];
  readonly ofMemory: readonly MemoryTool[];
}

/** Makes the filter. Its items keep their identity: a request shares them with the list, and changes none. */
export const inputFilter = (
  context: Pick<Context, 'prepare' | 'guide'>,
  sent: SentItems,
  { contextWindow, ofMemory, locale }: FilterOptions,
): ((input: AgentsInput) => Promise<AgentsPrepared>) => {
  const guides = new Map<string, Promise<string>>();
  const guideTo = (names: readonly string[]): Promise<string> => {
    const key = names.join();
    const guide =
      guides.get(key) ?? context.guide({ tools: names.map((name) => ({ name })), ...(locale && { locale }) });
    guides.set(key, guide);
    return guide;
  };
  const filter = async ({ modelData, agent }: AgentsInput): Promise<AgentsPrepared> => {
    const definitions = objects(agent.tools).map(({ type, name, description, parameters }) => {
      return { type, name, description, parameters };
    });
    const named = ofMemory.filter(({ name }) => definitions.some((each) => each.name === name)).map(({ name }) => name);
    const guide = named.length > 0 ? await guideTo(named) : '';
    const instructions = [modelData.instructions ?? '', guide].filter((text) => text !== '').join('\n\n');
    const list = sent.own(modelData.input as readonly OpenAiAgentsItem[]);
    const { messages } = await context.prepare(openaiAgents, list, {
      tools: definitions,
      ...(instructions !== '' && { system: instructions }),
      ...(contextWindow !== undefined && { contextWindow }),
    });
    sent.keep(list, messages);
    return { input: messages as never[], ...(instructions !== '' && { instructions }) };
  };
  return Object.assign(filter, { preserveInputIdentity: true });
};
