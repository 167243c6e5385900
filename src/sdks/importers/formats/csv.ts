// Reads tables of messages as CSV (RFC 4180), as spreadsheets and help desks export them.
import { invalidInput, kindOf } from '../../../errors.ts';
import { didYouMean } from '../../../options/nearest.ts';
import type { NewMessage, Role } from '../../../tree/transcript/transcript.ts';
import { checkNamed } from '../checks.ts';
import type { ConversationFormat } from '../conversation.ts';
import { Unreadable } from '../refusals.ts';
import { Times } from '../reading/times.ts';
import { csvRows } from '../reading/csv-rows.ts';

/** Meaning of a column. */
type CsvColumn = 'text' | 'role' | 'name' | 'time' | 'conversation' | 'title';

/** Options of `csvTable`. */
export interface CsvOptions {
  /** Names of columns in the first row; columns without a name here are found by usual names. */
  readonly columns?: Partial<Readonly<Record<CsvColumn, string>>>;
  /** A label of TextDecoder, for example `windows-1252` or `gb18030`; default `utf-8`. */
  readonly encoding?: string;
}

const USUAL: Readonly<Record<CsvColumn, readonly string[]>> = {
  text: ['text', 'message', 'content', 'body', 'msg', '内容', '消息'],
  role: ['role', 'sender_type', 'type', '角色'],
  name: ['name', 'sender', 'author', 'from', 'user', 'username', 'speaker', '发送者', '姓名'],
  time: ['time', 'timestamp', 'date', 'datetime', 'created_at', 'createdat', 'sent_at', '时间', '日期'],
  conversation: [
    'conversation',
    'conversation_id',
    'conversationid',
    'chat',
    'chat_id',
    'thread',
    'thread_id',
    'session',
    'session_id',
    'channel',
    '会话',
  ],
  title: ['title', 'conversation_title', 'subject', '标题'],
};

const ROLES: readonly (readonly [RegExp, Role])[] = [
  [/^(assistant|ai|bot|model|agent|chatgpt|claude|助手)$/i, 'assistant'],
  [/^(system|developer)$/i, 'system'],
];

/**
 * Reads a table with one message in each row and the names of the columns in the first; only a column for the text is
 * required.
 */
export function csvTable(options: CsvOptions = {}): ConversationFormat {
  checkNamed('options', options, ['columns', 'encoding']);
  const { columns = {}, encoding } = options;
  checkNamed('options.columns', columns, Object.keys(USUAL));
  for (const [column, name] of Object.entries(columns))
    if (name !== undefined && typeof name !== 'string')
      throw invalidInput(`options.columns.${column}`, 'the name of a column', kindOf(name));
  return {
    name: 'csv',
    expected:
      "a table whose first row names its columns, e.g. conversation,time,role,text; or csvTable({ columns: { text: 'body' } })",
    files: /\.(csv|tsv)$/i,
    encoding,
    async *read({ path, text }) {
      let placeOf: ((column: CsvColumn) => number) | undefined;
      const found = new Map<string, { title: string; readonly messages: NewMessage[]; readonly times: Times }>();
      for await (const row of csvRows(text)) {
        if (!placeOf) placeOf = placesIn(row, columns);
        else {
          const of = placeOf;
          const cell = (column: CsvColumn): string => row[of(column)]?.trim() ?? '';
          if (cell('text') === '') continue;
          const name = cell('conversation');
          const one = found.get(name) ?? { title: cell('title') || name, messages: [], times: new Times() };
          found.set(name, one);
          one.messages.push(messageOf(cell, one.times));
        }
      }
      for (const [name, { title, messages, times }] of found) {
        const titled = title || path.replace(/^.*\/|\.\w+$/g, '') || undefined;
        const refused = times.refused();
        yield { id: name || undefined, title: titled, messages, ...(refused.length > 0 && { refused }) };
      }
    },
  };
}

/** Finds the columns by their names. @throws Unreadable */
function placesIn(
  names: readonly string[],
  columns: Partial<Record<CsvColumn, string>>,
): (column: CsvColumn) => number {
  const known = names.map((name) => name.trim().toLowerCase());
  const placeOf = (column: CsvColumn): number => {
    const given = columns[column]?.trim().toLowerCase();
    const wanted = given === undefined ? USUAL[column] : [given];
    return wanted.map((name) => known.indexOf(name)).find((place) => place >= 0) ?? -1;
  };
  const missing = (Object.keys(columns) as CsvColumn[]).find(
    (column) => columns[column] !== undefined && placeOf(column) < 0,
  );
  const list = names
    .map((name) => name.trim().slice(0, 40))
    .slice(0, 20)
    .join(', ');
  if (missing !== undefined)
    throw new Unreadable(
      `has no column "${columns[missing]}" for ${missing}${didYouMean(columns[missing], names)}; its columns are ${list}.`,
    );
  if (placeOf('text') < 0) throw new Unreadable(`has no column for the text; its columns are ${list}.`);
  return placeOf;
}

function messageOf(cell: (column: CsvColumn) => string, times: Times): NewMessage {
  const [text, given, at] = [cell('text'), cell('role'), times.of(cell('time'))];
  const role = ROLES.find(([pattern]) => pattern.test(given))?.[1] ?? 'user';
  const name = cell('name').slice(0, 200);
  return { role, text, ...(name !== '' && { name }), ...(at !== undefined && { at }) };
}
