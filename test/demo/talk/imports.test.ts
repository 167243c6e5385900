// A dropped chat becomes conversations that are found and quoted; other files are refused with advice.
import { strToU8, zipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import { noChatText } from '../../../demo/files/no-chat.ts';
import { type Line, withoutForgotten } from '../../../demo/state/front/visit.ts';
import { createNotices } from '../../../demo/state/notices.ts';
import { homeOptions } from '../../../demo/talk/home-options.ts';
import { type Imported, importChat } from '../../../demo/talk/imports.ts';
import { type Reply, Talk } from '../../../demo/talk/talk.ts';
import { en } from '../../../demo/words/en.ts';
import { frontEn } from '../../../demo/words/en-front.ts';
import type { Language } from '../../../demo/words/words.ts';
import { zh } from '../../../demo/words/zh.ts';
import { frontZh } from '../../../demo/words/zh-front.ts';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { openWorkingMemory } from '../../../src/entries/index.ts';
import { memoryStorage } from '../../../src/storage/memory.ts';
import { chatgptConversation, claudeConversation } from '../../support/exports/made-up-exports.ts';

let memory: WorkingMemory;

beforeEach(async () => {
  memory = await openWorkingMemory({ ...homeOptions('en'), worker: false, storage: memoryStorage() });
});

const drop = (name: string, content: string | Uint8Array): Promise<Imported> =>
  importChat(memory, new File([content as BlobPart], name), () => {});

const SAID = [
  { role: 'user', text: 'The ferry to Skye leaves Mallaig at 7:40.' },
  { role: 'assistant', text: 'Noted. Shall I look for a room as well?' },
] as const;
const MESSAGES = SAID.map(({ role, text }) => ({ role, content: text }));
const CHATGPT = JSON.stringify([chatgptConversation('c-1', 'A trip to Skye', SAID)]);

/** Returns the page's notice of an error. */
function noticeOf(error: unknown, language: Language = 'en'): string | undefined {
  const [words, front] = language === 'en' ? [en, frontEn] : [zh, frontZh];
  const notices = createNotices(words, noChatText(front));
  notices.fail(error);
  return notices.latest.get()?.text;
}

const quoted = (reply: Reply) => (reply.kind === 'quoted' ? reply.known : undefined);

describe('a dropped file', () => {
  it.each<readonly [what: string, name: string, content: string | Uint8Array, messages: number]>([
    ['an export of ChatGPT', 'conversations.json', CHATGPT, 2],
    ['its zip', 'chatgpt.zip', zipSync({ 'conversations.json': strToU8(CHATGPT) }), 2],
    ['an export of Claude', 'claude.json', JSON.stringify([claudeConversation('u-1', 'Skye', SAID)]), 2],
    [
      'its zip',
      'claude.zip',
      zipSync({ 'conversations.json': strToU8(JSON.stringify([claudeConversation('u-1', 'Skye', SAID)])) }),
      2,
    ],
    ['messages as JSON', 'messages.json', JSON.stringify(MESSAGES, null, 2), 2],
    ['messages as JSONL', 'messages.jsonl', MESSAGES.map((one) => JSON.stringify(one)).join('\n'), 2],
    [
      'messages of a user interface',
      'ui.json',
      JSON.stringify(SAID.map(({ role, text }) => ({ role, parts: [{ type: 'text', text }] }))),
      2,
    ],
    ['a WhatsApp chat', 'chat.txt', `31/12/2024, 21:41 - Ann: ${SAID[0].text}\n31/12/2024, 21:44 - Bo: Fine.\n`, 2],
    ['Markdown', 'skye.md', `# Skye\n\n${SAID[0].text}\n`, 1],
    ['a plain text', 'skye.txt', `${SAID[0].text}\n`, 1],
    ['a table', 'chat.csv', `role,text\nuser,"${SAID[0].text}"\n`, 1],
  ])('may be %s: %s', async (_, name, content, messages) => {
    const imported = await drop(name, content);
    expect(imported).toEqual({
      file: name,
      conversations: 1,
      read: messages,
      kept: messages,
      findable: messages,
      refused: 0,
    });
    const known = quoted(await new Talk(memory).say('When does the ferry to Skye leave?'));
    expect(known?.text).toContain('7:40');
    expect(known?.chat).toBeDefined();
  });

  it('that comes again is there once', async () => {
    await drop('conversations.json', CHATGPT);
    expect(await drop('conversations.json', CHATGPT)).toMatchObject({
      conversations: 1,
      read: 2,
      kept: 0,
      findable: 2,
    });
  });

  it.each([
    ['photo.png', new Uint8Array([0x89, 0x50, 0, 1]), /photo\.png is a binary file/],
    ['empty.txt', ' \n', /empty\.txt is empty/],
    ['package.json', '{"name": "x", "version": "1.0.0"}', /no messages.*Drop a ChatGPT or Claude export/],
    ['sums.csv', 'a,b\n1,2\n', /no messages.*a column "text"/],
    ['damaged.zip', strToU8('PK\u0003 and nothing else'), /no messages/],
  ] as const)('that is none is refused with what to do: %s', async (name, content, reason) => {
    const error = await drop(name, content).catch((thrown: unknown) => thrown);
    expect(noticeOf(error)).toMatch(reason);
    expect(noticeOf(error, 'zh-CN')).toMatch(/\p{Script=Han}/u);
    expect(await memory.sessions.list()).toHaveLength(1);
  });
});

it('a file without end is refused before it is read, one of years of chats is not', async () => {
  const weighing = (megabytes: number): File =>
    Object.defineProperty(new File([CHATGPT], 'conversations.json'), 'size', { value: megabytes * 1024 * 1024 });
  expect((await importChat(memory, weighing(100), () => {})).read).toBe(2);
  const error = await importChat(memory, weighing(200), () => {}).catch((thrown: unknown) => thrown);
  expect(noticeOf(error)).toMatch(/has 200 MB; this page takes files of up to 128 MB/);
});

describe('an imported conversation', () => {
  it('stands among what is known, with its title, and is forgotten as a whole', async () => {
    await drop('conversations.json', CHATGPT);
    const talk = new Talk(memory);
    await talk.say('My bicycle is red.');
    const known = await talk.known();
    expect(known.map(({ text, messages }) => [text, messages])).toEqual([
      ['My bicycle is red.', undefined],
      ['A trip to Skye', 2],
    ]);
    await talk.forget([known[1]?.id ?? '']);
    expect(quoted(await talk.say('When does the ferry to Skye leave?'))).toBeUndefined();
    expect((await talk.known()).map(({ text }) => text)).toEqual(['My bicycle is red.']);
  });

  it('gives way to what was said here', async () => {
    await drop('conversations.json', CHATGPT);
    const talk = new Talk(memory);
    await talk.say('The ferry to Skye leaves Mallaig at 8:15 now.');
    expect(quoted(await talk.say('When does the ferry to Skye leave Mallaig?'))?.text).toContain('8:15');
  });

  describe('loses the message that was quoted, in every copy, and nothing else', () => {
    const REST = 'Shall I look for a room as well?';
    beforeEach(async () => {
      await drop('conversations.json', CHATGPT);
      await drop('copy.json', JSON.stringify([claudeConversation('u-1', 'The same trip', SAID)]));
    });

    it.each([
      ['“forget it”', ['When does the ferry to Skye leave?', 'forget it']],
      ['its subject', ['forget what I said about the ferry to Skye']],
    ])('by %s', async (_, lines) => {
      const talk = new Talk(memory);
      let reply: Reply | undefined;
      for (const line of lines) reply = await talk.say(line);
      expect(reply).toMatchObject({ kind: 'forgotten', count: 1, chat: expect.stringMatching(/trip/) as string });
      expect(quoted(await talk.say('When does the ferry to Skye leave Mallaig?'))?.text ?? '').not.toContain('7:40');
      expect((await talk.known()).map(({ messages }) => messages)).toEqual([2, 2]);
      expect(JSON.stringify(await memory.export({ workspace: true, format: 'json' }))).not.toContain('Mallaig');
      expect(quoted(await talk.say('Did you look for a room as well?'))?.text).toContain(REST);
      expect(await talk.say('forget it')).toMatchObject({ count: 1 });
      expect(await talk.say('forget it')).toEqual({ kind: 'forgotten', count: 0 });
    });
  });

  it('of which a message was forgotten is quoted on the screen no longer, also by its earlier answers', async () => {
    await drop('conversations.json', CHATGPT);
    const talk = new Talk(memory);
    const lines: Line[] = [];
    for (const line of ['Did you look for a room as well?', 'When does the ferry to Skye leave?', 'forget it'])
      lines.push({ kind: 'reply', reply: await talk.say(line) });
    const left = withoutForgotten(lines, await talk.known()).map((line) => line.kind === 'reply' && quoted(line.reply));
    expect(left).toMatchObject([{ text: expect.stringContaining('room') as string }, { text: '…' }, undefined]);
  });

  it('goes as a whole, where it is one text', async () => {
    await drop('garden.md', '# Garden\n\nBeans in bed 7.\n\nThe key of the greenhouse hangs behind the water butt.\n');
    const talk = new Talk(memory);
    await talk.say('Where does the key of the greenhouse hang?');
    expect(await talk.say('forget it')).toEqual({ kind: 'forgotten', count: 1 });
    expect(await talk.known()).toEqual([]);
  });

  it('keeps a word of its own that others may say as well, and says so as often as it is asked', async () => {
    const short = [...MESSAGES, { role: 'user', content: 'Tuesday' }];
    await drop('short.json', JSON.stringify(short));
    const talk = new Talk(memory);
    const answer = quoted(await talk.say('What about Tuesday?'));
    expect(answer?.text).toBe('Tuesday');
    const reply = { kind: 'too-short', text: 'Tuesday', chat: answer?.chat, shortest: 12 };
    expect(await talk.say('forget it')).toEqual(reply);
    expect(await talk.say('forget it')).toEqual(reply);
    expect(quoted(await talk.say('What about Tuesday?'))?.text).toBe('Tuesday');
  });

  it.each([
    [frontEn.front, /^“Tuesday” stays: it has fewer than 12 letters.*other messages.*forget all of “short” under/],
    [frontZh.front, /^“Tuesday”仍然保留：它不足 12 个字母（6 个汉字）.*其他消息.*整个对话“short”/],
  ])('that stays is named, with the reason and the way to remove it', ({ tooShort }, text) => {
    expect(tooShort('Tuesday', 'short', 12)).toMatch(text);
  });
});
