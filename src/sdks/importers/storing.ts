// Stores one conversation in a session of its own.
import type { WorkingMemory } from '../../api/memory.ts';
import { CONVERSATIONS } from '../../options/policy.ts';
import { hash } from '../../tree/hash.ts';
import { LONGEST_TITLE } from '../../tree/session-title.ts';
import type { NewMessage } from '../../tree/transcript/transcript.ts';
import type { ImportedConversation } from './conversation.ts';
import { fitted } from './fitting.ts';
import { isWhole } from './held.ts';
import type { ConversationReport } from './report.ts';
import type { UnnamedConversations } from './unnamed.ts';

/** The part of an open memory that an import needs. */
export type ImportingMemory = Pick<WorkingMemory, 'import' | 'sessions' | 'runtime'>;

/** Number of messages that are compared at a time. */
const PAGE = 1000;

export interface Storing {
  readonly memory: ImportingMemory;
  /** Number of messages in each existing session, by its name; a stored conversation is added. */
  readonly known: Map<string, number>;
  readonly unnamed: UnnamedConversations;
  /** Limit of text in one message of the memory, in UTF-16 units. */
  readonly longest: number;
  /** Called between two commits. @throws where the import is to end */
  readonly pause: () => Promise<void>;
}

/** Returns the name of the session of a conversation with an id: the same in each import. */
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
  const { id, title } = conversation;
  const { known, unnamed, longest } = storing;
  const { messages, refused: unfit } = fitted(conversation, longest);
  const refused = [...(conversation.refused ?? []), ...unfit];
  const report = { id, title, refused, messages: { read: conversation.messages.length, kept: 0 } };
  if (id === '' || messages.length === 0) {
    const reason = id === '' ? 'it has no id' : 'it has no messages';
    return { ...report, end: 'refused', refused: refused.length > 0 ? refused : [{ where: 'conversation', reason }] };
  }
  const session = id === undefined ? await unnamed.sessionOf(format, messages, storing) : sessionOf(format, id);
  const before = known.get(session);
  if (before === undefined) {
    await begun(session, conversation, messages, storing);
    known.set(session, messages.length);
    return { ...report, session, end: 'new', messages: { ...report.messages, kept: messages.length } };
  }
  const other = await firstOther(session, before, messages, storing);
  if (other !== undefined) {
    const reason = `its message ${other + 1} of ${messages.length} is no longer the one that was imported`;
    return { ...report, session, end: 'changed', refused: [...refused, { where: 'conversation', reason }] };
  }
  if (before >= messages.length) return { ...report, session, end: 'known' };
  await appended(session, messages.slice(before), storing);
  known.set(session, messages.length);
  return { ...report, session, end: 'grown', messages: { ...report.messages, kept: messages.length - before } };
}

/** Begins a new session with the conversation. */
async function begun(
  session: string,
  { title, startedAt }: ImportedConversation,
  messages: readonly NewMessage[],
  storing: Storing,
): Promise<void> {
  const [first = [], ...rest] = commitsOf(messages);
  const line = title?.toWellFormed().replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_TITLE).toWellFormed();
  const bundle = {
    format: 'working-memory',
    version: 1,
    createdAt: startedAt ?? messages[0]?.at ?? 0,
    ...(line && { title: line }),
    messages: first.map(({ at = 0, ...message }) => ({ ...message, time: at })),
  };
  await storing.memory.import(JSON.stringify(bundle), { conflict: 'fork', as: session });
  if (rest.length > 0) await appended(session, rest.flat(), storing);
}

/** Returns the index of the first message that differs from the stored one; undefined where none does. */
async function firstOther(
  session: string,
  before: number,
  messages: readonly NewMessage[],
  { memory, pause }: Storing,
): Promise<number | undefined> {
  const opened = await memory.sessions.open(session);
  try {
    const count = Math.min(before, messages.length);
    for (let from = 0; from < count; from += PAGE) {
      const page = await opened.transcript.read({ from, limit: Math.min(PAGE, count - from) });
      const other = page.find((held) => isWhole(held) && saying(held) !== saying(messages[held.index] as NewMessage));
      if (other) return other.index;
      await pause();
    }
    return undefined;
  } finally {
    await opened.close();
  }
}

/**
 * Serializes a message without its name, which is from a phone's address book, and its time, which is in the phone's
 * zone.
 */
const saying = ({ role, text, results = [] }: NewMessage): string =>
  JSON.stringify([role, text, results.map((result) => result.text)]);

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

/** Divides messages into commits, none of which keeps a page busy. */
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
