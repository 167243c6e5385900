// Conversations for the meter: recorded agent runs in English, chats in Chinese, and a mix of both.
import { readStores, setFile, type Store } from '../eval/stores.ts';
import type { ChatMessage, Run } from '../../replay/chat.ts';
import { readRuns } from '../replay/runs/run-sets.ts';
import { spread } from '../spread.ts';

export type Conversation = Pick<Run, 'id' | 'messages'>;

/** Exchanges of a Chinese conversation, and those before each user message of a mixed run. */
const EXCHANGES = 60;
const EXCHANGES_BETWEEN = 3;
const CHINESE = 'kdconv';

type MakeSet = (data: string, limit: number) => readonly Conversation[];

export const SETS: Readonly<Record<string, MakeSet>> = {
  tau: (data, limit) => spread(readRuns('tau', data), limit),
  mswe: (data, limit) => spread(readRuns('mswe', data), limit),
  kdconv: (data, limit) =>
    spread(stores(data), limit).map((store) => ({
      id: store.group,
      messages: exchanges(store).slice(0, EXCHANGES).flat(),
    })),
  mixed(data, limit) {
    const all = stores(data);
    return spread(readRuns('tau', data), limit).map((run, at) => mixed(run, all[at % all.length] as Store));
  },
};

function stores(data: string): readonly Store[] {
  const found = readStores(data, CHINESE);
  if (found) return found;
  throw new Error(`There is no ${setFile(data, CHINESE)}. See docs/eval-meter.md.`);
}

/** Returns each question of the set with the text that answers it. */
function exchanges({ corpus, queries }: Store): readonly (readonly ChatMessage[])[] {
  const texts = new Map(corpus.map(({ id, text }) => [id, text]));
  return queries.map(({ q, relevant }) => [
    { role: 'user', content: q },
    { role: 'assistant', content: texts.get(relevant[0] as string) ?? '' },
  ]);
}

function mixed({ id, messages }: Run, store: Store): Conversation {
  const chinese = exchanges(store);
  let next = 0;
  return {
    id,
    messages: messages.flatMap((message) => {
      if (message.role !== 'user') return [message];
      next += EXCHANGES_BETWEEN;
      return [...chinese.slice(next - EXCHANGES_BETWEEN, next).flat(), message];
    }),
  };
}
