// Imports of a bundle into conversations that already have messages. The library skips the bundle's messages then; this
// file tells whether the conversation holds them already, and otherwise how to import them under a new name.
import { randomUUID } from 'node:crypto';
import { memoryStorage, openWorkingMemory, type ImportResult, type WorkingMemory } from 'working-memory';

type Skipped = ImportResult['skipped'];

const PAGE = 1000;
const hasMessages = ({ skipped }: { readonly skipped: Skipped }): boolean =>
  skipped.some(({ where }) => where === 'messages');

/** Returns what an import of the bundle left out, except messages that the session already holds. */
export async function leftOut(memory: WorkingMemory, bundle: Uint8Array, result: ImportResult): Promise<Skipped> {
  const { sessions, session: as } = result;
  const results = sessions ?? [result];
  if (!results.some(hasMessages)) return result.skipped;
  // Import into an empty memory first: without a conflict, it shows everything that the bundle holds.
  const alone = await openWorkingMemory({
    session: randomUUID(),
    workspace: 'bundle',
    storage: memoryStorage(),
    worker: false,
  });
  try {
    const whole = await alone.import(bundle, sessions ? {} : { conflict: 'fork', as });
    const unread = new Set((whole.sessions ?? [whole]).filter(hasMessages).map(({ session }) => session));
    const left: Skipped[number][] = [];
    for (const { session, skipped } of results)
      for (const one of skipped) {
        const isOccupied = one.where === 'messages' && !unread.has(session);
        if (isOccupied && (await isThere(memory, alone, session))) continue;
        const reason = `${session} has messages of its own; give --${sessions ? 'workspace' : 'session'} a new name to import the bundle beside it`;
        left.push({
          where: sessions ? `${session}: ${one.where}` : one.where,
          reason: isOccupied ? reason : one.reason,
        });
      }
    return left;
  } finally {
    await alone.close();
  }
}

/** Whether the session's transcript begins with the messages of the bundle. */
async function isThere(memory: WorkingMemory, alone: WorkingMemory, session: string): Promise<boolean> {
  const [held, brought] = [await messagesOf(memory, session), await messagesOf(alone, session)];
  return brought.every((message, place) => message === held[place]);
}

async function messagesOf(memory: WorkingMemory, session: string): Promise<string[]> {
  const opened = await memory.sessions.open(session);
  try {
    const count = await opened.transcript.count();
    const said: string[] = [];
    for (let from = 0; from < count; from += PAGE)
      for (const { role, text, calls, results, dropped } of await opened.transcript.read({ from, limit: PAGE }))
        if (!dropped) said.push(JSON.stringify([role, text, calls, results]));
    return said;
  } finally {
    await opened.close();
  }
}
