// Reads ChatGPT's data export: conversations.json, in which each conversation is a tree of messages.
import { type Fields, fields, objects, string } from '../../lenses/fields.ts';
import { lines, readable } from '../../lenses/readable.ts';
import type { NewMessage, Role } from '../../../tree/transcript/transcript.ts';
import type { ImportedConversation, ConversationFormat, Refused } from '../conversation.ts';
import { jsonValues } from '../reading/json-values.ts';

const ROLES: Readonly<Record<string, Role>> = { system: 'system', user: 'user', assistant: 'assistant', tool: 'tool' };

/**
 * Reads `conversations.json` of ChatGPT's data export, or the zip with it. It takes the branch of each conversation
 * that ChatGPT shows; a picture or a recording stands there by its name. Texts that ChatGPT hides are left out: its
 * instructions, and calls of tools.
 */
export const chatgptExport: ConversationFormat = {
  name: 'chatgpt',
  expected: "conversations.json of ChatGPT's data export, or the zip with it",
  files: /(^|\/)conversations(-\d+)?\.json$/,
  async *read({ text }) {
    let number = 0;
    for await (const value of jsonValues(text)) yield conversationOf(fields(value), ++number);
  },
};

function conversationOf(given: Fields, number: number): ImportedConversation {
  const id = string(given.conversation_id) || string(given.id);
  const conversation = { id, title: string(given.title) || undefined, startedAt: msOf(given.create_time) };
  const refuse = (reason: string): ImportedConversation => ({
    ...conversation,
    messages: [],
    refused: [{ where: `conversation ${number}`, reason }],
  });
  if (id === '') return refuse('it has no id, so it is not a conversation of ChatGPT');
  const mapping = fields(given.mapping);
  const path = pathTo(string(given.current_node) || newestLeaf(mapping), mapping);
  if (path === undefined) return refuse('its messages form a circle');
  const messages = path.flatMap((node) => messageOf(fields(node.message)));
  if (messages.length === 0) return refuse('it has no messages');
  const others = Object.keys(mapping).length - path.length;
  const refused: Refused[] = [];
  const left = others > 0 ? countSaid(mapping) - path.filter(isSaid).length : 0;
  if (left > 0) {
    const what = left === 1 ? 'message is' : 'messages are';
    refused.push({ where: 'branches', reason: `${left} ${what} on branches that ChatGPT does not show` });
  }
  return { ...conversation, messages, refused };
}

/** Returns the nodes from the first message to `end`; undefined where they form a circle. */
function pathTo(end: string, mapping: Fields): Fields[] | undefined {
  const seen = new Set<string>();
  const path: Fields[] = [];
  for (let id = end; id !== '' && Object.hasOwn(mapping, id);) {
    if (seen.has(id)) return undefined;
    seen.add(id);
    const node = fields(mapping[id]);
    path.push(node);
    id = string(node.parent);
  }
  return path.map((_, place) => path[path.length - 1 - place] as Fields);
}

function newestLeaf(mapping: Fields): string {
  let newest = '';
  let time = -Infinity;
  for (const [id, node] of Object.entries(mapping)) {
    const { children, message } = fields(node);
    const of = Number(fields(message).create_time ?? 0);
    if (Array.isArray(children) && children.length === 0 && of >= time) [newest, time] = [id, of];
  }
  return newest;
}

const isSaid = (node: Fields): boolean => messageOf(fields(node.message)).length > 0;
const countSaid = (mapping: Fields): number => objects(Object.values(mapping)).filter(isSaid).length;

function messageOf({ author, content, create_time, metadata, recipient }: Fields): NewMessage[] {
  const { role: given, name } = fields(author);
  const role = ROLES[string(given)];
  const text = textOf(fields(content)).trim();
  const isHidden = fields(metadata).is_visually_hidden_from_conversation === true;
  if (!role || text === '' || isHidden || (string(recipient) || 'all') !== 'all') return [];
  const at = msOf(create_time);
  const said = { role, ...(at !== undefined && { at }) };
  if (role === 'tool') return [{ ...said, text: '', results: [{ id: string(name) || 'tool', text }] }];
  return [{ ...said, text }];
}

/** Content that is left out: instructions, which ChatGPT repeats in front of each conversation, and reasoning. */
const UNSHOWN = new Set(['user_editable_context', 'model_editable_context', 'reasoning_recap', 'thoughts']);

function textOf({ content_type, parts, text, result, title, url }: Fields): string {
  if (UNSHOWN.has(string(content_type))) return '';
  if (Array.isArray(parts)) return lines(parts.map(partOf));
  return lines([string(title), string(url), string(text) || string(result)]);
}

function partOf(part: unknown): string {
  const { content_type, asset_pointer, text } = fields(part);
  if (typeof part === 'string' || string(text) !== '') return readable(part);
  const address = string(asset_pointer).replace(/^[\w-]+:\/\//, '');
  return content_type === undefined ? '' : `[${string(content_type).replace(/_asset_pointer$/, '')} ${address}]`;
}

/** Converts ChatGPT's seconds to ms. */
function msOf(seconds: unknown): number | undefined {
  return typeof seconds === 'number' && seconds > 0 ? Math.round(seconds * 1000) : undefined;
}
