// The library over conversations of one owner: each session of a store is a conversation, and the questions are asked
// in another one.
import { memoryStorage, openWorkingMemory } from 'working-memory';
import type { Ranker } from './ranker.ts';
import type { Text } from '../stores.ts';

const DEADLINE_MS = 600_000;

/** Takes the texts as messages and searches with every option at its default except the workspace. */
export const acrossConversations: Ranker = {
  name: 'ours across conversations',
  async open({ corpus }) {
    let now = corpus.at(-1)?.ts ?? 0;
    const shared = {
      workspace: 'owner',
      storage: memoryStorage(),
      worker: false,
      clock: () => now,
      deadlineMs: DEADLINE_MS,
    } as const;
    const idOf = new Map<string, string>();
    for (const [session, texts] of conversationsOf(corpus)) {
      const memory = await openWorkingMemory({ session, ...shared });
      const said = texts.map(({ text, ts, role = 'user', speaker }) => {
        return { role: role as 'user', text, at: ts, ...(speaker !== undefined && { name: speaker }) };
      });
      await memory.transcript.append(said);
      texts.forEach(({ id }, message) => idOf.set(`${session} ${message}`, id));
      await memory.close();
    }
    const memory = await openWorkingMemory({ session: 'another day', ...shared });
    return {
      async search({ q, ts }, most) {
        now = Math.max(now, ts);
        const { hits, leftOut } = await memory.items.remember(q, { scope: 'workspace', limit: most });
        if (leftOut) throw new Error(`${leftOut.texts} texts were left out`);
        return hits.map(({ session, message }) => idOf.get(`${session} ${message}`) ?? '');
      },
      close: () => memory.close(),
    };
  },
};

function conversationsOf(corpus: readonly Text[]): Map<string, Text[]> {
  const conversations = new Map<string, Text[]>();
  for (const text of corpus) {
    const name = `conversation ${text.session ?? 0}`;
    conversations.set(name, [...(conversations.get(name) ?? []), text]);
  }
  return conversations;
}
