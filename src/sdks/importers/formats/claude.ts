// Reads Claude's data export: conversations.json, in which each conversation is a list of messages.
import { type Fields, fields, objects, string } from '../../lenses/fields.ts';
import { lines } from '../../lenses/readable.ts';
import { jsonText, readable } from '../../lenses/readable.ts';
import type { NewMessage, ToolCall, ToolResult } from '../../../tree/transcript/transcript.ts';
import type { ImportedConversation, ConversationFormat } from '../conversation.ts';
import { jsonValues } from '../reading/json-values.ts';
import { timeOf, Times } from '../reading/times.ts';

/**
 * Reads `conversations.json` of Claude's data export, or the zip with it. The text of attachments follows the message
 * that brought them; other files stand there by their names.
 */
export const claudeExport: ConversationFormat = {
  name: 'claude',
  expected: "conversations.json of Claude's data export, or the zip with it",
  files: /(^|\/)conversations(-\d+)?\.json$/,
  async *read({ text }) {
    let number = 0;
    for await (const value of jsonValues(text)) yield conversationOf(fields(value), ++number);
  },
};

function conversationOf(given: Fields, number: number): ImportedConversation {
  const id = string(given.uuid);
  const conversation = { id, title: string(given.name) || undefined, startedAt: timeOf(given.created_at) };
  const times = new Times();
  const messages = id === '' ? [] : objects(given.chat_messages).flatMap((one) => messageOf(one, times));
  if (messages.length > 0) return { ...conversation, messages, refused: times.refused() };
  const reason = id === '' ? 'it has no uuid, so it is not a conversation of Claude' : 'it has no messages';
  return { ...conversation, messages, refused: [{ where: `conversation ${number}`, reason }] };
}

function messageOf({ sender, text, content, created_at, attachments, files }: Fields, times: Times): NewMessage[] {
  const blocks = objects(content);
  const said = blocks.filter(({ type }) => type === 'text').map(readable);
  const brought = objects(attachments).map((file) => lines([named(file), string(file.extracted_content)]));
  const whole = lines([said.length > 0 ? lines(said) : string(text), ...brought, ...objects(files).map(named)]);
  const calls = blocks.flatMap(({ type, id, name, input }): ToolCall[] =>
    type === 'tool_use' ? [{ id: string(id) || string(name), name: string(name), arguments: jsonText(input) }] : [],
  );
  const results = blocks.flatMap(({ type, tool_use_id, name, content: answer }): ToolResult[] =>
    type === 'tool_result' ? [{ id: string(tool_use_id) || string(name), text: readable(answer) }] : [],
  );
  if (whole.trim() === '' && calls.length === 0 && results.length === 0) return [];
  const at = times.of(created_at);
  return [
    {
      role: sender === 'human' ? 'user' : 'assistant',
      text: whole.trim(),
      ...(calls.length > 0 && { calls }),
      ...(results.length > 0 && { results }),
      ...(at !== undefined && { at }),
    },
  ];
}

const named = ({ file_name }: Fields): string => (string(file_name) === '' ? '' : `[file ${string(file_name)}]`);
