// A `Session` of the OpenAI Agents SDK over the memory's transcript.
import type { Context } from '../../api/context.ts';
import { openaiAgents, type OpenAiAgentsItem } from '../../lenses/openai/agents.ts';
import type { SentItems } from './sent-items.ts';

/** The methods that the SDK calls. Items that are taken back stay in the transcript, on the branch that is left. */
export interface AgentsSession {
  getSessionId(): Promise<string>;
  /** @param limit of the newest items; default all */
  getItems(limit?: number): Promise<never[]>;
  addItems(items: readonly object[]): Promise<void>;
  popItem(): Promise<never | undefined>;
  clearSession(): Promise<void>;
}

export function agentsSession(
  context: Pick<Context, 'record' | 'restore'>,
  id: string,
  sent: SentItems,
): AgentsSession {
  const stored = (): Promise<OpenAiAgentsItem[]> => context.restore(openaiAgents);
  const replace = async (items: readonly OpenAiAgentsItem[]): Promise<void> => {
    await context.record(openaiAgents, items, { whole: true });
  };
  return {
    getSessionId: () => Promise.resolve(id),
    async getItems(limit) {
      const items = await stored();
      return (limit === undefined ? items : items.slice(Math.max(0, items.length - limit))) as never[];
    },
    async addItems(items) {
      const list = await stored();
      // Requests were recorded as they were prepared: the list may end with what is added.
      const added = sent.own(items as OpenAiAgentsItem[]);
      const known = overlap(list, added);
      if (known < added.length) await replace([...list, ...added.slice(known)]);
    },
    async popItem() {
      const list = await stored();
      const last = list.pop();
      if (last !== undefined) await replace(list);
      return last as never;
    },
    clearSession: () => replace([]),
  };
}

/** Items at the end of the list that are the first of those added. */
function overlap(list: readonly OpenAiAgentsItem[], added: readonly OpenAiAgentsItem[]): number {
  const ending = list.slice(-added.length).map(said);
  const beginning = added.map(said);
  for (let count = Math.min(list.length, added.length); count > 0; count--) {
    if (ending.slice(-count).every((text, index) => text === beginning[index])) return count;
  }
  return 0;
}

/** What a model reads of an item: the SDK leaves out ids where they are of no use. */
const said = (item: OpenAiAgentsItem): string =>
  JSON.stringify([
    openaiAgents.role(item),
    openaiAgents.text(item),
    openaiAgents.calls(item),
    openaiAgents.results(item),
  ]);
