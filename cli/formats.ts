// Import formats of conversation files, by the name of the app that wrote them.
import {
  chatgptExport,
  claudeExport,
  type ConversationFormat,
  csvTable,
  markdownFolder,
  messageList,
  whatsappChat,
} from 'working-memory/importers';
import { aiSdkPrompt, anthropicMessages, openaiChat, openaiResponses, plainMessages } from 'working-memory/lenses';
import type { Values } from './command.ts';

export const FORMATS: Readonly<Record<string, (values: Values) => ConversationFormat>> = {
  chatgpt: () => chatgptExport,
  claude: () => claudeExport,
  whatsapp: (values) => whatsappChat(values['day-first'] === undefined ? {} : { dayFirst: values['day-first'] }),
  markdown: () => markdownFolder,
  csv: ({ encoding }) => csvTable(encoding === undefined ? {} : { encoding }),
  'openai-chat': () => messageList(openaiChat),
  'openai-responses': () => messageList(openaiResponses),
  anthropic: () => messageList(anthropicMessages),
  'ai-sdk': () => messageList(aiSdkPrompt),
  plain: () => messageList(plainMessages),
};
