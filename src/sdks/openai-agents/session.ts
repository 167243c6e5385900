// A `Session` of the OpenAI Agents SDK over the memory's transcript.
import type { Context } from '../../api/context.ts';
import { openaiAgents, type OpenAiAgentsItem } from '../lenses/openai/agents.ts';
import type { SentItems } from './sent-items.ts';

/** The methods that the SDK calls. Items that are taken back stay in the transcript, on the branch that is left. */
export interface AgentsSession {
  getSessionId(): Promise<string>;
  /** @param limit number of the newest items; default all */
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
  /** Number of items that the SDK knows of; those behind them were recorded with the requests of its run. */
  let known = 0;
  return {
    getSessionId: () => Promise.resolve(id),
    async getItems(limit) {
      const items = await stored();
      known = items.length;
      return (limit === undefined ? items : items.slice(Math.max(0, items.length - limit))) as never[];
    },
    async addItems(items) {
      const list = await stored();
      // Requests were recorded as they were prepared: the list may hold the added items already.
      const added = sent.own(items as OpenAiAgentsItem[]);
      const at = placeOf(added, list, known);
      known = at + added.length;
      if (known > list.length) await replace([...list, ...added.slice(list.length - at)]);
    },
    async popItem() {
      const list = await stored();
      const last = list.pop();
      if (last !== undefined) await replace(list);
      known = list.length;
      return last as never;
    },
    clearSession() {
      known = 0;
      return replace([]);
    },
  };
}

/**
 * Returns where the list begins with these items: behind those that the SDK knows of, or so that it ends within them.
 */
function placeOf(added: readonly OpenAiAgentsItem[], list: readonly OpenAiAgentsItem[], known: number): number {
  const [beginning, all] = [added.map(said), list.map(said)];
  let at = Math.max(0, Math.min(known, list.length - added.length));
  while (!all.slice(at, at + added.length).every((text, index) => text === beginning[index])) at++;
  return at;
}

/** Serializes what a model reads of an item: the SDK leaves out ids where they are of no use. */
const said = (item: OpenAiAgentsItem): string =>
  JSON.stringify([
    openaiAgents.role(item),
    openaiAgents.text(item),
    openaiAgents.calls(item),
    openaiAgents.results(item),
  ]);
