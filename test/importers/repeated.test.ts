// A repeated import: stored messages are compared one by one, also under small memory limits.
import { describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../src/api/memory.ts';
import {
  chatgptExport,
  claudeExport,
  type ConversationFormat,
  type ConversationReport,
  csvTable,
  importConversations,
  markdownFolder,
} from '../../src/entries/importers.ts';
import type { NewMessage } from '../../src/tree/transcript/transcript.ts';
import { chatgptConversation, claudeConversation } from '../support/exports/made-up-exports.ts';
import { fakeClock } from '../support/fakes/fakes.ts';
import { openFixed } from '../support/fixed-memory.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const open = (options = {}): Promise<WorkingMemory> =>
  openFixed({ workspace: 'ann', session: 'home', clock: fakeClock(NOW), ...options });

const imported = async (
  memory: WorkingMemory,
  format: ConversationFormat,
  source: Parameters<typeof importConversations>[2],
): Promise<readonly ConversationReport[]> => (await importConversations(memory, format, source)).conversations;

const storedIn = async (memory: WorkingMemory, session: string | undefined) => {
  const opened = await memory.sessions.open(session ?? '');
  const messages = await opened.transcript.read({ limit: 10_000 });
  await opened.close();
  return messages;
};

/** The user and the assistant in turn. */
const talk = (texts: readonly string[]) =>
  texts.map((text, place) => ({ role: place % 2 === 0 ? ('user' as const) : ('assistant' as const), text }));
const claude = (...texts: string[]): string => JSON.stringify([claudeConversation('c', 'Ferry', talk(texts))]);
const chatgpt = (...texts: string[]): string => JSON.stringify([chatgptConversation('c', 'Ferry', talk(texts))]);
/** A format that gives one conversation as it is. */
const giving = (...messages: readonly NewMessage[]): ConversationFormat => ({
  name: 'own',
  expected: 'anything',
  files: /./,
  async *read() {
    yield { id: 'c', messages };
  },
});

describe('an import into a memory that takes short messages alone', () => {
  const small = () => open({ transcript: { maxMessageLength: 100 } });

  it.each([
    ['all too long', ['x'.repeat(200), 'y'.repeat(200)]],
    ['one too long', ['Does the ferry sail?', 'y'.repeat(200), 'Thanks']],
    ['the last too long', ['Does the ferry sail?', 'y'.repeat(1000)]],
  ])('keeps every text in parts, is known again and grows (%s)', async (_, texts) => {
    const memory = await small();
    const [first] = await imported(memory, claudeExport, claude(...texts));
    expect(first).toMatchObject({ end: 'new', refused: [] });
    const parts = await storedIn(memory, first?.session);
    expect(parts.map(({ text }) => text).join('')).toBe(texts.join(''));
    expect(await imported(memory, claudeExport, claude(...texts))).toMatchObject([{ end: 'known', refused: [] }]);
    const [grown] = await imported(memory, claudeExport, claude(...texts, 'z'.repeat(150), 'Bye'));
    expect(grown).toMatchObject({ end: 'grown', refused: [] });
    expect((await storedIn(memory, first?.session)).at(-1)?.text).toBe('Bye');
  });

  it('cuts no character in two', async () => {
    const memory = await small();
    const said = 'a' + '😀'.repeat(100);
    const [first] = await imported(memory, claudeExport, claude(said));
    expect((await storedIn(memory, first?.session)).map(({ text }) => text).join('')).toBe(said);
  });

  it('says which results and arguments of tools it cut', async () => {
    const memory = await small();
    const calls = [{ id: 'look', name: 'look', arguments: `"${'x'.repeat(200)}"` }];
    const results = [{ id: 'look', text: 'y'.repeat(200) }];
    const format = giving({ role: 'assistant', text: '', calls }, { role: 'tool', text: '', results });
    const [first] = await imported(memory, format, 'x');
    expect(first).toMatchObject({
      end: 'new',
      messages: { read: 2, kept: 2 },
      refused: [
        { where: 'message 1', reason: 'the arguments of look have 202 characters; the first 64 were kept' },
        { where: 'message 2', reason: 'a result has 200 characters; the first 64 were kept' },
      ],
    });
    expect(await imported(memory, format, 'x')).toMatchObject([{ end: 'known' }]);
  });
});

describe('a conversation of which a message is refused', () => {
  const good = { role: 'user', text: 'Does the ferry sail?' } as const;
  const bad = { role: 'narrator', text: 'Nobody knows this role' } as never;
  const thanks = { role: 'user', text: 'Thanks' } as const;

  it('is known again, and grows by what is not refused', async () => {
    const memory = await open();
    const refused = [{ where: 'message 1', reason: expect.stringContaining('role must be') }];
    const first = await imported(memory, giving(bad, good), 'x');
    expect(first).toMatchObject([{ end: 'new', messages: { read: 2, kept: 1 }, refused }]);
    expect(await imported(memory, giving(bad, good), 'x')).toMatchObject([{ end: 'known', refused }]);
    expect(await imported(memory, giving(bad, good, bad, thanks), 'x')).toMatchObject([
      { end: 'grown', messages: { read: 4, kept: 1 } },
    ]);
    expect((await storedIn(memory, 'own-c')).map(({ text }) => text)).toEqual([good.text, thanks.text]);
  });

  it('becomes no session where nothing else is in it', async () => {
    const memory = await open();
    expect(await imported(memory, giving(bad), 'x')).toMatchObject([{ end: 'refused', messages: { kept: 0 } }]);
    expect(await memory.sessions.list()).toHaveLength(1);
  });
});

describe('a conversation that comes again', () => {
  const changed = (place: number, of: number) => ({
    end: 'changed',
    messages: { kept: 0 },
    refused: [
      { where: 'conversation', reason: `its message ${place} of ${of} is no longer the one that was imported` },
    ],
  });

  it('is changed where any of its messages is another one, whether it is longer, as long or shorter', async () => {
    const memory = await open();
    await imported(memory, chatgptExport, chatgpt('When?', 'At nine.', 'Where?'));
    const again = async (...texts: string[]) => (await imported(memory, chatgptExport, chatgpt(...texts)))[0];
    expect(await again('When is it?', 'At nine.', 'Where?')).toMatchObject(changed(1, 3));
    expect(await again('When?', 'At ten.', 'Where?')).toMatchObject(changed(2, 3));
    expect(await again('When is it?', 'At nine.', 'Where?', 'Naxos')).toMatchObject(changed(1, 4));
    expect(await again('When?', 'At ten.')).toMatchObject(changed(2, 2));
    expect(await again('When?', 'At nine.')).toMatchObject({ end: 'known' });
    expect(await again('When?', 'At nine.', 'Where?', 'Naxos')).toMatchObject({ end: 'grown' });
  });

  it('is compared behind its first thousand messages too', async () => {
    const memory = await open();
    const texts = Array.from({ length: 1500 }, (_, place) => `remark ${place}`);
    await imported(memory, chatgptExport, chatgpt(...texts));
    expect(await imported(memory, chatgptExport, chatgpt(...texts))).toMatchObject([{ end: 'known' }]);
    const other = texts.map((text, place) => (place === 1200 ? 'another remark' : text));
    expect(await imported(memory, chatgptExport, chatgpt(...other))).toMatchObject([changed(1201, 1500)]);
  });

  it('is compared by what tools answered as well', async () => {
    const memory = await open();
    const result = (text: string) => giving({ role: 'tool', text: '', results: [{ id: 'look', text }] });
    await imported(memory, result('It snows.'), 'x');
    expect(await imported(memory, result('It rains.'), 'x')).toMatchObject([changed(1, 1)]);
  });

  it('is known where an app went on in its session', async () => {
    const memory = await open();
    const [first] = await imported(memory, chatgptExport, chatgpt('When?', 'At nine.'));
    const opened = await memory.sessions.open(first?.session ?? '');
    await opened.transcript.append({ role: 'user', text: 'And back?' });
    await opened.close();
    expect(await imported(memory, chatgptExport, chatgpt('When?', 'At nine.'))).toMatchObject([{ end: 'known' }]);
  });

  it('says of an edited file, and of another one of its name, that it is changed', async () => {
    const memory = await open();
    const file = (content: string) => ({ name: 'boat.md', content });
    const [rudder, fixed] = [file('# Boat\n\nThe rudder leaks.'), file('# Boat\n\nThe rudder is fixed.')];
    expect(await imported(memory, markdownFolder, [rudder, fixed])).toMatchObject([{ end: 'new' }, changed(1, 1)]);
    expect(await imported(memory, markdownFolder, [fixed])).toMatchObject([changed(1, 1)]);
    expect(await imported(memory, markdownFolder, [rudder])).toMatchObject([{ end: 'known' }]);
  });

  it('dates what it has grown by as it dates the rest: without a time, when it is imported', async () => {
    const memory = await open();
    await imported(memory, csvTable(), 'conversation,text\na,hello');
    await imported(memory, csvTable(), 'conversation,text\na,hello\na,again');
    expect((await storedIn(memory, 'csv-a')).map(({ time }) => time)).toEqual([NOW, NOW]);
  });
});
