// One conversation on its way into a session of its own.
import type { WorkingMemory } from '../../api/memory.ts';
import { CONVERSATIONS } from '../../options/policy.ts';
import { hash } from '../../tree/hash.ts';
import { LONGEST_TITLE } from '../../tree/session-title.ts';
import type { NewMessage } from '../../tree/transcript/transcript.ts';
import type { ImportedConversation, Refused } from './conversation.ts';
import { isWhole } from './held.ts';
import type { ConversationReport } from './report.ts';
import type { UnnamedConversations } from './unnamed.ts';

/** The part of an open memory that an import needs. */
export type ImportingMemory = Pick<WorkingMemory, 'import' | 'sessions' | 'runtime'>;

export interface Storing {
  readonly memory: ImportingMemory;
  /** Messages of the sessions that exist, by their names; a stored conversation is added. */
  readonly known: Map<string, number>;
  readonly unnamed: UnnamedConversations;
  /** Called between two commits. @throws where the import is to end */
  readonly pause: () => Promise<void>;
}

/** The name of the session of a conversation with an id: the same in each import. */
export function sessionOf(format: string, id: string): string {
  const plain = id
    .normalize()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
  return `${format}-${plain.length <= CONVERSATIONS.id ? plain : plain.slice(0, CONVERSATIONS.id - 17) + '-' + hash(plain)}`;
}

export async function stored(
  format: string,
  conversation: ImportedConversation,
  storing: Storing,
): Promise<ConversationReport> {
  const { id, title, refused = [] } = conversation;
  const messages = conversation.messages.flatMap(fitting);
  const report = { id, title, refused, messages: { read: conversation.messages.length, kept: 0 } };
  if (id === '' || messages.length === 0) {
    const reason = id === '' ? 'it has no id' : 'it has no messages';
    return { ...report, end: 'refused', refused: refused.length > 0 ? refused : [{ where: 'conversation', reason }] };
  }
  const { known, unnamed } = storing;
  const session = id === undefined ? await unnamed.sessionOf(format, messages, storing) : sessionOf(format, id);
  const before = known.get(session);
  if (before === undefined) {
    const skipped = await begun(session, conversation, messages, storing);
    known.set(session, messages.length);
    const kept = messages.length - skipped.length;
    return {
      ...report,
      session,
      end: 'new',
      messages: { ...report.messages, kept },
      refused: [...refused, ...skipped],
    };
  }
  if (before >= messages.length) return { ...report, session, end: 'known' };
  const added = await grown(session, before, messages, storing);
  if (added === undefined) {
    const reason = `of its ${messages.length} messages, the first ${before} are no longer those that were imported`;
    return { ...report, session, end: 'changed', refused: [...refused, { where: 'conversation', reason }] };
  }
  known.set(session, before + added);
  return { ...report, session, end: 'grown', messages: { ...report.messages, kept: added } };
}

/** As one or more messages of a length that every memory takes. */
function fitting({ name, ...message }: NewMessage): NewMessage[] {
  const { text, results = [] } = message;
  const named = name === undefined || name === '' ? {} : { name: name.toWellFormed().slice(0, 200) };
  const first = {
    ...message,
    ...named,
    source: 'import' as const,
    text: text.slice(0, CONVERSATIONS.message).toWellFormed(),
    ...(message.results && {
      results: results.map((result) => ({
        ...result,
        text: result.text.slice(0, CONVERSATIONS.message).toWellFormed(),
      })),
    }),
  };
  const more: NewMessage[] = [];
  for (let at = CONVERSATIONS.message; at < text.length; at += CONVERSATIONS.message) {
    const part = text.slice(at, at + CONVERSATIONS.message).toWellFormed();
    const { role, at: time } = message;
    more.push({ role, text: part, source: 'import', ...named, ...(time !== undefined && { at: time }) });
  }
  return [first, ...more];
}

/** A new session. @returns messages that the memory's own limits refuse */
async function begun(
  session: string,
  { title, startedAt }: ImportedConversation,
  messages: readonly NewMessage[],
  storing: Storing,
): Promise<readonly Refused[]> {
  const [first = [], ...rest] = commitsOf(messages);
  const line = title?.toWellFormed().replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_TITLE).toWellFormed();
  const began = startedAt ?? messages.find(({ at }) => at !== undefined)?.at ?? 0;
  const bundle = {
    format: 'working-memory',
    version: 1,
    createdAt: began,
    ...(line && { title: line }),
    // A message without a time was said when the one before it was.
    messages: dated(first, began).map(({ at, ...message }) => ({ ...message, time: at })),
  };
  const { skipped } = await storing.memory.import(JSON.stringify(bundle), { conflict: 'fork', as: session });
  if (rest.length > 0) await appended(session, dated(rest.flat(), began), storing);
  return skipped;
}

function dated(messages: readonly NewMessage[], began: number): NewMessage[] {
  let latest = began;
  return messages.map((message) => ({ ...message, at: (latest = message.at ?? latest) }));
}

/** Adds the messages behind the first `before`; undefined where these are others than the stored ones. */
async function grown(
  session: string,
  before: number,
  messages: readonly NewMessage[],
  storing: Storing,
): Promise<number | undefined> {
  const opened = await storing.memory.sessions.open(session);
  try {
    const [last] = await opened.transcript.read({ from: before - 1, limit: 1 });
    const same = messages[before - 1];
    if (last && isWhole(last) && (last.text !== same?.text || last.role !== same.role)) return undefined;
  } finally {
    await opened.close();
  }
  const began = messages[before - 1]?.at ?? 0;
  await appended(session, dated(messages.slice(before), began), storing);
  return messages.length - before;
}

async function appended(session: string, messages: readonly NewMessage[], { memory, pause }: Storing): Promise<void> {
  const opened = await memory.sessions.open(session);
  try {
    for (const commit of commitsOf(messages)) {
      await opened.transcript.append(commit);
      await pause();
    }
  } finally {
    await opened.close();
  }
}

/** Cut so that none keeps a page busy. */
function commitsOf(messages: readonly NewMessage[]): NewMessage[][] {
  const commits: NewMessage[][] = [[]];
  let units = 0;
  for (const message of messages) {
    const { text, results = [] } = message;
    const length = results.reduce((sum, result) => sum + result.text.length, text.length);
    const last = commits.at(-1) as NewMessage[];
    const isFull = last.length === CONVERSATIONS.messagesOfCommit || units + length > CONVERSATIONS.commit;
    if (last.length > 0 && isFull) {
      commits.push([message]);
      units = length;
    } else {
      last.push(message);
      units += length;
    }
  }
  return commits;
}
