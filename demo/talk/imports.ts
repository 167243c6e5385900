// Imports a chat of another app as conversations of the visitor's workspace, and reports the result.
import { isWorkingMemoryError, type WorkingMemory } from 'working-memory';
import { type ConversationsReport, importConversations } from 'working-memory/importers';
import { formatsOf } from '../files/chat-formats.ts';
import { NoChat } from '../files/no-chat.ts';
import { isPdf, pdfText } from '../files/pdf-text.ts';
import { checkSize, LARGEST_CHAT, UnreadableFile } from '../files/read-file.ts';

export interface Imported {
  readonly file: string;
  /** Number of conversations with at least one message. */
  readonly conversations: number;
  /** Messages in the file · messages newly stored · of all messages stored here, those that recall searches. */
  readonly read: number;
  readonly kept: number;
  readonly findable: number;
  /** Number of messages and conversations that the format does not know. */
  readonly refused: number;
}

/** Bytes that suffice to tell the formats apart. */
const HEAD = 65_536;

/**
 * @param onProgress called with the share of the file that was read
 * @throws UnreadableFile: empty, too large, binary · NoChat: without messages or text · WorkingMemoryError: the storage
 * is full, and others
 */
export async function importChat(
  memory: WorkingMemory,
  file: File,
  onProgress: (share: number) => void,
): Promise<Imported> {
  const { name } = file;
  checkSize(name, file.size, LARGEST_CHAT);
  const chat = isPdf(name) ? await pdfText(file) : file;
  const report = await firstThatKeeps(memory, chat, await headOf(chat), ({ read, size = chat.size }) =>
    onProgress(size === 0 ? 0 : read / size),
  );
  if (!report) throw new NoChat('noMessages', name);
  const { conversations, messages } = report;
  const told = conversations.filter(({ session }) => session !== undefined);
  return {
    file: name,
    conversations: told.length,
    ...messages,
    findable: await findable(memory),
    refused: report.refused.length + conversations.reduce((sum, { refused }) => sum + refused.length, 0),
  };
}

async function headOf(file: File): Promise<string> {
  const { name } = file;
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  } catch (cause) {
    throw new UnreadableFile({ kind: 'unreadable', name }, { cause });
  }
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (!isUtf16 && !/\.zip$/i.test(name) && bytes.includes(0)) throw new UnreadableFile({ kind: 'binary', name });
  const head = new TextDecoder(isUtf16 ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes);
  if (head.trim() === '') throw new UnreadableFile({ kind: 'empty', name });
  return head;
}

/** Imports with the first format that finds a message; undefined where none does. */
async function firstThatKeeps(
  memory: WorkingMemory,
  file: File,
  head: string,
  onProgress: (progress: { readonly read: number; readonly size: number | undefined }) => void,
): Promise<ConversationsReport | undefined> {
  for (const format of formatsOf(file.name, head)) {
    try {
      const report = await importConversations(memory, format, file, { onProgress });
      if (report.conversations.some(({ session }) => session !== undefined)) return report;
    } catch (error) {
      if (!isWorkingMemoryError(error, 'invalid-input')) throw error;
    }
  }
  return undefined;
}

/** Counts the workspace's messages that recall searches; beyond its limits the oldest conversations are left out. */
async function findable(memory: WorkingMemory): Promise<number> {
  const [sessions, { leftOut }] = await Promise.all([
    memory.sessions.list(),
    memory.items.remember('?', { scope: 'workspace', limit: 1 }),
  ]);
  return sessions.reduce((sum, { messages }) => sum + messages, 0) - (leftOut?.texts ?? 0);
}
