// A conversation without an id is recognised by what its session still holds; no name or hash reveals its content.
import { describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../src/api/memory.ts';
import { encrypted } from '../../src/entries/encrypted.ts';
import {
  type ConversationFormat,
  csvTable,
  importConversations,
  markdownFolder,
  messageList,
  whatsappChat,
} from '../../src/entries/importers.ts';
import { openaiChat } from '../../src/entries/lenses.ts';
import { type KeptSession, storageIn } from '../../src/storage/memory.ts';
import { hash } from '../../src/tree/hash.ts';
import { fakeClock } from '../support/fakes/fakes.ts';
import { openFixed } from '../support/fixed-memory.ts';

type Kept = Map<string, KeptSession>;
const opened = (kept: Kept = new Map(), storage = storageIn(kept)): Promise<WorkingMemory> =>
  openFixed({ workspace: 'ann', session: 'home', storage, clock: fakeClock(Date.parse('2026-01-01')) });

const list = messageList(openaiChat);
const listOf = (...texts: string[]): string =>
  JSON.stringify(texts.map((content, place) => ({ role: place % 2 === 0 ? 'user' : 'assistant', content })));
const SECRET = 'My PIN is 4711';

/** A first message with the PIN, in each format that gives no id. */
const BEGINNINGS: readonly (readonly [ConversationFormat, string])[] = [
  [list, listOf(SECRET, 'Noted.')],
  [whatsappChat(), `03/04/2024, 21:41 - Ann: ${SECRET}\n03/04/2024, 21:42 - Ben: Noted.`],
  [markdownFolder, `${SECRET}\n\n# Boat\n\nIt leaks.`],
  [csvTable(), `role,text\nuser,${SECRET}\nassistant,Noted.`],
];

const imported = async (memory: WorkingMemory, source: string, format: ConversationFormat = list) =>
  (await importConversations(memory, format, source)).conversations[0];

const forgotten = async (memory: WorkingMemory, session: string | undefined, ...texts: string[]): Promise<void> => {
  const one = await memory.sessions.open(session ?? '');
  for (const text of texts) await one.items.forget({ text }, { mode: 'hard' });
  await one.close();
};

describe('a conversation without an id', () => {
  it.each(BEGINNINGS)('stands once, under a name that its text does not tell (%o)', async ({ ...format }, source) => {
    const kept: Kept = new Map();
    const memory = await opened(kept);
    const first = await imported(memory, source, format);
    expect(first).toMatchObject({ id: undefined, end: 'new', messages: { kept: 2 } });
    expect(await imported(memory, source, format)).toMatchObject({ end: 'known', session: first?.session });
    expect(await memory.sessions.list()).toHaveLength(2);
    const elsewhere = await imported(await opened(), source, format);
    expect(elsewhere?.session).not.toBe(first?.session);
  });

  it('is known in an encrypted storage too', async () => {
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    const kept: Kept = new Map();
    const memory = await opened(kept, encrypted(storageIn(kept), { key }));
    const first = await imported(memory, listOf(SECRET, 'Noted.'));
    await memory.close();
    const again = await opened(kept, encrypted(storageIn(kept), { key }));
    expect(await imported(again, listOf(SECRET, 'Noted.', 'Thanks'))).toMatchObject({
      end: 'grown',
      session: first?.session,
    });
  });

  it('is kept apart from one that begins with the same words', async () => {
    const memory = await opened();
    expect(await imported(memory, listOf('Hello', 'Hello!', 'When is the ferry?'))).toMatchObject({ end: 'new' });
    expect(await imported(memory, listOf('Hello', 'Hello!', 'Is the boat dry?'))).toMatchObject({ end: 'new' });
  });

  it('is known under the name that former versions gave it', async () => {
    const memory = await opened();
    const session = `openai-chat-${hash(JSON.stringify({ role: 'user', text: SECRET }))}`;
    const former: ConversationFormat = {
      ...list,
      async *read(file) {
        for await (const one of list.read(file)) yield { ...one, id: session.slice('openai-chat-'.length) };
      },
    };
    expect(await imported(memory, listOf(SECRET, 'Noted.'), former)).toMatchObject({ session, end: 'new' });
    expect(await imported(memory, listOf(SECRET, 'Noted.'))).toMatchObject({ session, end: 'known' });
  });

  it('is known by what is left of it after a hard forget, which does not come back', async () => {
    const memory = await opened();
    const first = await imported(memory, listOf(SECRET, 'Noted.', 'Does the boat leak?'));
    await forgotten(memory, first?.session, '4711');
    const grown = await imported(memory, listOf(SECRET, 'Noted.', 'Does the boat leak?', 'Yes.'));
    expect(grown).toMatchObject({ session: first?.session, end: 'grown', messages: { kept: 1 } });
    expect((await memory.items.remember('4711', { scope: 'workspace' })).hits).toEqual([]);
  });

  it('answers a right and a wrong guess of a forgotten text alike', async () => {
    const guess = async (pin: string, ...texts: string[]) => {
      const memory = await opened();
      const first = await imported(memory, listOf(SECRET, 'Noted.'));
      await forgotten(memory, first?.session, '4711', ...texts);
      return (await imported(memory, listOf(`My PIN is ${pin}`, 'Noted.')))?.end;
    };
    expect([await guess('4711'), await guess('1234')]).toEqual(['known', 'known']);
    expect([await guess('4711', 'Noted.'), await guess('1234', 'Noted.')]).toEqual(['new', 'new']);
  });

  it('is known by its later messages where the first ones were dropped', async () => {
    const storage = storageIn(new Map());
    const transcript = { maxBytes: 65_536 };
    const memory = await openFixed({ workspace: 'ann', session: 'home', storage, transcript });
    const source = listOf(...Array.from({ length: 30 }, (_, place) => `${place} ${'long '.repeat(1000)}`));
    const first = await imported(memory, source);
    const one = await memory.sessions.open(first?.session ?? '');
    await one.transcript.append({ role: 'user', text: 'more' });
    expect((await one.transcript.read({ limit: 1 }))[0]?.dropped).toBe(true);
    await one.close();
    expect(await imported(memory, source)).toMatchObject({ session: first?.session, end: 'known' });
  });
});
