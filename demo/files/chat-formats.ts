// Guesses the formats of a dropped file by its name and its beginning, most likely first. Pure.
import {
  type ConversationFormat,
  chatgptExport,
  claudeExport,
  csvTable,
  markdownFolder,
  messageList,
  whatsappChat,
} from 'working-memory/importers';
import { type Lens, openaiChat, plainMessages } from 'working-memory/lenses';

/** Beginning of a WhatsApp line: `31/12/2024, 21:41 - Ann: …`. */
const DATED = /^[\u200e\u200f]?\[?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s+\S*\s?\d{1,2}[:.]\d{2}/m;

/** Messages with parts, as the AI SDK gives them to user interfaces. */
const uiMessages: Lens<object> = {
  ...(plainMessages as Lens<object>),
  name: 'ui-messages',
  text: (message) => {
    const { parts } = message as { readonly parts?: unknown };
    const texts = (Array.isArray(parts) ? parts : []).map((part: { readonly text?: unknown }) => part?.text);
    return texts.filter((text) => typeof text === 'string').join('\n');
  },
};

/** @param head beginning of the file as text */
export function formatsOf(name: string, head: string): readonly ConversationFormat[] {
  if (/\.zip$/i.test(name)) return [chatgptExport, claudeExport, whatsappChat(), markdownFolder];
  if (/\.(csv|tsv)$/i.test(name)) return [csvTable()];
  if (/\.(md|markdown)$/i.test(name)) return [markdownFolder];
  if (/^\s*[[{]/.test(head)) {
    if (/"mapping"\s*:/.test(head)) return [chatgptExport];
    if (/"chat_messages"\s*:/.test(head)) return [claudeExport];
    return /"parts"\s*:/.test(head) ? [messageList(uiMessages)] : [messageList(openaiChat)];
  }
  return DATED.test(head) ? [whatsappChat()] : [markdownFolder];
}
