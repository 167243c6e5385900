// Lists of SDKs, WhatsApp chats, folders of Markdown and tables, read as conversations.
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import {
  type ImportedConversation,
  type ConversationFormat,
  csvTable,
  importConversations,
  type ImportSource,
  markdownFolder,
  messageList,
  whatsappChat,
} from '../../src/entries/importers.ts';
import { anthropicMessages, openaiChat } from '../../src/entries/lenses.ts';
import { openFixed } from '../support/fixed-memory.ts';

async function* pieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 9) yield text.slice(at, at + 9);
}

async function read(
  format: ConversationFormat,
  text: string,
  path = '',
  time?: number,
): Promise<ImportedConversation[]> {
  const found: ImportedConversation[] = [];
  for await (const one of format.read({ path, time, text: pieces(text) })) found.push(one);
  return found;
}

const open = () => openFixed({ workspace: 'ann', session: 'home' });
const local = (...parts: [number, number, number, number, number, number?]): number => new Date(...parts).getTime();

describe('messages of an SDK', () => {
  const list = [
    { role: 'user', content: 'Weather?', createdAt: '2025-01-02T03:04:05Z' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'It snows.' },
    { role: 'narrator', content: 'nobody knows this role' },
  ];

  it('are one conversation as a list and on lines, as their lens reads them', async () => {
    const [whole] = await read(messageList(openaiChat), JSON.stringify(list), 'old/chat one.json');
    expect(whole).toMatchObject({
      title: 'chat one',
      messages: [
        { role: 'user', text: 'Weather?', at: Date.parse('2025-01-02T03:04:05Z') },
        { role: 'assistant', calls: [{ id: 'c1', name: 'look', arguments: '{}' }] },
        { role: 'tool', results: [{ id: 'c1', text: 'It snows.' }] },
      ],
      refused: [{ where: 'message 4', reason: 'it is not a message of the format openai-chat' }],
    });
    const [lines] = await read(
      messageList(openaiChat),
      list.map((one) => `${JSON.stringify(one)}\n`).join(''),
      'a.jsonl',
    );
    expect([lines?.messages, lines?.id]).toEqual([whole?.messages, whole?.id]);
  });

  it('are many conversations where each has a list of its own', async () => {
    const many = [
      { id: 7, title: 'Snow', messages: list.slice(0, 1) },
      {
        thread_id: 'x',
        created_at: 1_700_000_000,
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
      },
    ];
    expect(await read(messageList(anthropicMessages), many.map((one) => JSON.stringify(one)).join('\n'))).toMatchObject(
      [
        { id: '7', title: 'Snow', messages: [{ text: 'Weather?' }] },
        { id: 'x', startedAt: 1_700_000_000_000, messages: [{ text: 'Hi' }] },
      ],
    );
  });
});

describe('a chat of WhatsApp', () => {
  const android = [
    '03/04/2024, 21:41 - Messages and calls are end-to-end encrypted.',
    '03/04/2024, 21:41 - Ann: Shall we meet',
    'at the harbour?',
    '04/04/2024, 08:05 - Ben: Yes: at nine',
    '04/04/2024, 08:06 - Ann left',
    'nobody says this',
    '13/04/2024, 08:06 - Ben: ok',
  ].join('\r\n');

  it('gives who said what when, over several lines and without notices', async () => {
    expect(await read(whatsappChat(), android)).toMatchObject([
      {
        title: 'Ann, Ben',
        messages: [
          { role: 'user', name: 'Ann', text: 'Shall we meet\nat the harbour?', at: local(2024, 3, 3, 21, 41) },
          { role: 'user', name: 'Ben', text: 'Yes: at nine', at: local(2024, 3, 4, 8, 5) },
          { role: 'user', name: 'Ben', text: 'ok', at: local(2024, 3, 13, 8, 6) },
        ],
      },
    ]);
  });

  it.each([
    ['[31.12.23, 23:59:58] Ann: x', local(2023, 11, 31, 23, 59, 58)],
    ['\u200e[12/31/23, 11:59:58\u202fPM] Ann: x', local(2023, 11, 31, 23, 59, 58)],
    ['12/31/23, 12:05 a.m. - Ann: x', local(2023, 11, 31, 0, 5)],
    ['2023/12/31 下午3:07 - Ann: x', local(2023, 11, 31, 15, 7)],
    ['2023-12-31, 15:07 - Ann: x', local(2023, 11, 31, 15, 7)],
  ])('reads the date in %j', async (line, time) => {
    const [chat] = await read(whatsappChat({ title: 'Us' }), line);
    expect(chat).toMatchObject({ title: 'Us', messages: [{ name: 'Ann', text: 'x', at: time }] });
  });

  it('takes the order of day and month in which a chat does not go back, unless it is told', async () => {
    const chat = '1/2/24, 10:00 - Ann: a\n2/1/24, 10:00 - Ann: b';
    const timesOf = async (format: ConversationFormat) => (await read(format, chat))[0]?.messages.map(({ at }) => at);
    const monthFirst = [local(2024, 0, 2, 10, 0), local(2024, 1, 1, 10, 0)];
    expect(await timesOf(whatsappChat())).toEqual(monthFirst);
    expect(await timesOf(whatsappChat({ dayFirst: true }))).not.toEqual(monthFirst);
  });

  it('stands once when it is exported again, longer', async () => {
    const memory = await open();
    const zip = zipSync({ '_chat.txt': strToU8(android), 'photo.jpg': new Uint8Array(9) });
    expect((await importConversations(memory, whatsappChat(), zip)).counts.new).toBe(1);
    const later = `${android}\r\n14/04/2024, 08:06 - Ann: see you`;
    expect((await importConversations(memory, whatsappChat(), later)).conversations[0]).toMatchObject({
      end: 'grown',
      messages: { kept: 1 },
    });
  });
});

describe('Markdown', () => {
  const note =
    '---\ntitle: "The boat"\ndate: 2024-05-06\n---\nIntro\n\n# Repairs\n\nThe rudder leaks.\n\n```sh\n# no heading\n```\n\n## Costs\n90\n';

  it('gives a message for each section, dated and titled by its front matter', async () => {
    expect(await read(markdownFolder, note, 'notes/boat.md', 5)).toEqual([
      {
        id: 'notes/boat.md',
        title: 'The boat',
        messages: [
          { role: 'user', text: 'Intro', at: Date.parse('2024-05-06') },
          {
            role: 'user',
            text: '# Repairs\n\nThe rudder leaks.\n\n```sh\n# no heading\n```',
            at: Date.parse('2024-05-06'),
          },
          { role: 'user', text: '## Costs\n90', at: Date.parse('2024-05-06') },
        ],
      },
    ]);
  });

  it('hears who speaks in a saved chat', async () => {
    const chat = '# Snow\n\n## You\nDoes it snow?\n\n## **ChatGPT**:\nYes.\n### Where\nOn the hills.\n';
    const [one] = await read(markdownFolder, chat, 'snow.md', 5);
    expect(one?.title).toBe('Snow');
    expect(one?.messages).toEqual([
      { role: 'user', text: '# Snow', at: 5 },
      { role: 'user', text: 'Does it snow?', at: 5 },
      { role: 'assistant', text: 'Yes.', at: 5 },
      { role: 'assistant', text: '### Where\nOn the hills.', at: 5 },
    ]);
  });

  it('reads headings and front matter in time by the length of their lines', async () => {
    const blanks = ' '.repeat(300_000);
    const [one] = await read(
      markdownFolder,
      `---\ntitle: The${blanks}boat\n---\n# Repairs${blanks}now ##  \nx`,
      'a.md',
      5,
    );
    expect(one?.title).toBe(`The${blanks}boat`);
    expect(one?.messages?.[0]?.text).toMatch(/^# Repairs[^]*\nx$/);
  });

  it('is a session for each file of a folder, and a file that is no text stops no other', async () => {
    const memory = await open();
    const folder: ImportSource = [
      { name: 'notes/boat.md', content: note, time: 5 },
      { name: 'notes/bad.md', content: new Uint8Array([0x81, 0xff]) },
      { name: 'notes/photo.jpg', content: new Uint8Array([1]) },
      { name: 'empty.md', content: '\n' },
    ];
    const { counts, refused, conversations } = await importConversations(memory, markdownFolder, folder);
    expect(counts).toMatchObject({ new: 1, refused: 1 });
    expect(refused).toMatchObject([{ where: 'notes/bad.md' }]);
    expect(conversations[1]?.refused).toEqual([{ where: 'empty.md', reason: 'it is empty' }]);
    expect((await memory.items.remember('rudder', { scope: 'workspace' })).hits[0]).toMatchObject({
      session: 'markdown-notes/boat.md',
    });
  });
});

describe('a table', () => {
  it('gives its conversations, with quotations over lines, by usual names of columns', async () => {
    const table =
      'conversation_id;created_at;role;sender;content\r\n1;2024-05-06T07:08:09Z;user;Ann;"He said ""hi"";\nand left"\r\n2;;bot;;Yes\r\n1;1700000000;assistant;;Bye\r\n\r\n';
    expect(await read(csvTable(), table, 'desk.csv')).toEqual([
      {
        id: '1',
        title: '1',
        messages: [
          { role: 'user', text: 'He said "hi";\nand left', name: 'Ann', at: Date.parse('2024-05-06T07:08:09Z') },
          { role: 'assistant', text: 'Bye', at: 1_700_000_000_000 },
        ],
      },
      { id: '2', title: '2', messages: [{ role: 'assistant', text: 'Yes' }] },
    ]);
  });

  it('takes other names of columns and other encodings', async () => {
    const memory = await open();
    const bytes = Uint8Array.from('wer,was\nBj\xf6rn,gr\xfc\xdfe', (char) => char.charCodeAt(0));
    const format = csvTable({ columns: { text: 'was', name: 'wer' }, encoding: 'windows-1252' });
    const { conversations } = await importConversations(memory, format, new File([bytes], 'alt.csv'));
    const opened = await memory.sessions.open(conversations[0]?.session ?? '');
    expect(await opened.transcript.read()).toMatchObject([{ name: 'Björn', text: 'grüße' }]);
    await opened.close();
  });

  it('says which column is missing', async () => {
    const refusal = (format: ConversationFormat, text: string) =>
      open().then((memory) => importConversations(memory, format, text));
    await expect(refusal(csvTable(), 'a,b\n1,2')).rejects.toThrow('has no column for the text; its columns are a, b.');
    await expect(refusal(csvTable({ columns: { time: 'when' } }), 'text\n1')).rejects.toThrow(
      'has no column "when" for time',
    );
    await expect(refusal(csvTable(), 'text\n"never')).rejects.toThrow('a quoted field that never ends');
    await expect(refusal(whatsappChat(), 'hello')).rejects.toThrow('no line that begins like');
  });
});
