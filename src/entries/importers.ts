// The public entry of `working-memory/importers`: conversations of other apps as sessions. Re-exports only, except for
// the functions that read zips, let a page work in between and make names.
import { unzipSome } from '../bundle/reading/unzip-some.ts';
import { randomIds } from '../ports/system.ts';
import { nextTask } from '../ports/timers.ts';
import { createImport } from '../sdks/importers/import-conversations.ts';

/**
 * Reads the conversations of another app and stores each as a session of this workspace, with its title, its dates and
 * a name by its id, or a random one where it has none: a conversation that comes again stands once, and its new
 * messages are added. Works in pieces, so that a page stays responsive.
 * @example await importConversations(memory, chatgptExport, file, { onProgress });
 * @throws workspace-not-named · invalid-input: the source cannot be read, or not to its end · aborted. The message says
 * how many conversations were imported; they stay.
 */
export const importConversations = /* @__PURE__ */ createImport({
  unzip: unzipSome,
  between: nextTask,
  newId: randomIds,
});

export type {
  ImportedConversation,
  ConversationFormat,
  FileContent,
  ImportSource,
  Refused,
  SourceFile,
  TextFile,
} from '../sdks/importers/conversation.ts';
export { chatgptExport } from '../sdks/importers/formats/chatgpt.ts';
export { claudeExport } from '../sdks/importers/formats/claude.ts';
export { type CsvOptions, csvTable } from '../sdks/importers/formats/csv.ts';
export { markdownFolder } from '../sdks/importers/formats/markdown.ts';
export { messageList } from '../sdks/importers/formats/messages.ts';
export { whatsappChat, type WhatsappOptions } from '../sdks/importers/formats/whatsapp.ts';
export type { ImportConversations, ImportConversationsOptions } from '../sdks/importers/import-conversations.ts';
export type {
  ConversationEnd,
  ConversationReport,
  ConversationsReport,
  ImportProgress,
  MessageCounts,
} from '../sdks/importers/report.ts';
export type { ImportingMemory } from '../sdks/importers/storing.ts';
