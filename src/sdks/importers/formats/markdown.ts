// Reads notes and saved chats in Markdown: one conversation for each file, one message for each section.
import type { NewMessage, Role } from '../../../tree/transcript/transcript.ts';
import type { ImportedConversation, ConversationFormat } from '../conversation.ts';
import { Times } from '../reading/times.ts';

const SPEAKERS: readonly (readonly [RegExp, Role])[] = [
  [/^(you|user|human|me|prompt|question)( said)?:?$/i, 'user'],
  [/^(assistant|chatgpt|claude|gemini|copilot|ai|model|bot|answer|response)( said)?:?$/i, 'assistant'],
  [/^system:?$/i, 'system'],
];

/**
 * Reads a folder of Markdown, for example of a wiki, or one file. Each file is a conversation, titled by its front
 * matter, its first heading or its name; each section is a message. Below a heading such as "User" or "ChatGPT" that
 * speaker speaks, elsewhere the user. Messages are dated by `date` or `created` of the front matter, else by the file.
 */
export const markdownFolder: ConversationFormat = {
  name: 'markdown',
  expected: 'Markdown files, as a list { name, content }, a zip or one file',
  files: /\.(md|markdown)$/i,
  async *read({ path, time, text }) {
    let whole = '';
    for await (const piece of text) whole += piece;
    yield conversationOf(path, time, whole);
  },
};

function conversationOf(path: string, changed: number | undefined, whole: string): ImportedConversation {
  const [front, about] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/.exec(whole) ?? ['', ''];
  const field = (name: string): string =>
    (new RegExp(`^${name}:(.*)$`, 'mi').exec(about ?? '')?.[1] ?? '').trim().replaceAll(/^["']|["']$/g, '');
  const times = new Times();
  const at = times.of(field('date')) ?? times.of(field('created')) ?? changed;
  const sections = sectionsOf(whole.slice(front.length));
  const messages = sections.flatMap(({ role, lines }): NewMessage[] => {
    const text = lines.join('\n').trim();
    return text === '' ? [] : [{ role, text, ...(at !== undefined && { at }) }];
  });
  const heading = sections.find(({ title }) => title !== undefined)?.title;
  const refused = times.refused();
  const conversation = {
    id: path || undefined,
    title: field('title') || heading || path.replace(/\.\w+$/, '') || undefined,
    messages,
    ...(refused.length > 0 && { refused }),
  };
  return messages.length > 0 ? conversation : { ...conversation, refused: [{ where: path, reason: 'it is empty' }] };
}

interface SpokenSection {
  readonly role: Role;
  /** Title by a heading that names no speaker. */
  readonly title?: string;
  readonly lines: string[];
}

function sectionsOf(text: string): SpokenSection[] {
  let section: SpokenSection = { role: 'user', lines: [] };
  const sections = [section];
  let fence = '';
  for (const line of text.split(/\r?\n/)) {
    const [, mark = ''] = /^ {0,3}(```+|~~~+)/.exec(line) ?? [];
    if (mark !== '' && (fence === '' || (mark.startsWith(fence) && /^\s*[`~]+\s*$/.test(line))))
      fence = fence === '' ? mark : '';
    const [, heading] = fence === '' ? (/^ {0,3}#{1,6}[ \t](.*)$/.exec(line) ?? []) : [];
    if (heading === undefined) {
      section.lines.push(line);
      continue;
    }
    const name = heading
      .trim()
      .replace(/[ \t]#+$/, '')
      .trimEnd()
      .replaceAll(/[*_]/g, '');
    const speaker = SPEAKERS.find(([pattern]) => pattern.test(name))?.[1];
    section = speaker ? { role: speaker, lines: [] } : { role: section.role, title: name, lines: [line] };
    sections.push(section);
  }
  return sections;
}
