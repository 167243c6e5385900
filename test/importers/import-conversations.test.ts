// Conversations of other apps become sessions of the workspace.
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../src/api/memory.ts';
import {
  chatgptExport,
  claudeExport,
  type ConversationFormat,
  importConversations,
  type ImportProgress,
} from '../../src/entries/importers.ts';
import type { WorkingMemoryError } from '../../src/errors.ts';
import { AT_ONCE } from '../../src/sdks/importers/import-conversations.ts';
import { fakeClock } from '../support/fakes/fakes.ts';
import { openFixed } from '../support/fixed-memory.ts';
import { chatgptConversation, chatgptExportOf, claudeConversation } from '../support/exports/made-up-exports.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const open = (options = {}): Promise<WorkingMemory> =>
  openFixed({ workspace: 'ann', session: 'home', clock: fakeClock(NOW), ...options });

const SAID = [
  { role: 'system', text: '' },
  { role: 'user', text: 'Which tea grows in Darjeeling?' },
  { role: 'assistant', text: 'Camellia sinensis, mostly picked in spring.' },
] as const;
const tea = chatgptConversation('t-1', 'Tea from\nDarjeeling', SAID);
const boat = chatgptConversation('b-1', 'Boat', [{ role: 'user', text: 'The boat leaks at the rudder' }]);
const jsonOf = (...conversations: readonly object[]): string => JSON.stringify(conversations);

const errorOf = (call: Promise<unknown>): Promise<WorkingMemoryError> =>
  call.then(
    () => expect.fail('it answered'),
    (error: WorkingMemoryError) => error,
  );

async function* streamed(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

describe('an import of conversations', () => {
  it('makes each a session with its title and its dates, found by recall of the workspace', async () => {
    const memory = await open();
    const report = await importConversations(memory, chatgptExport, jsonOf(tea, boat));
    expect(report.counts).toEqual({ new: 2, grown: 0, known: 0, changed: 0, refused: 0 });
    expect(report.messages).toEqual({ read: 3, kept: 3 });
    expect(report.conversations[0]).toMatchObject({ id: 't-1', session: 'chatgpt-t-1', end: 'new', refused: [] });
    const sessions = await memory.sessions.list();
    expect(sessions.map(({ session, title, createdAt }) => [session, title, createdAt])).toEqual([
      ['chatgpt-b-1', 'Boat', 1_700_000_000_000],
      ['chatgpt-t-1', 'Tea from Darjeeling', 1_700_000_000_000],
      ['home', undefined, NOW],
    ]);
    const { hits } = await memory.items.remember('picked in spring', { scope: 'workspace' });
    expect(hits[0]).toMatchObject({ session: 'chatgpt-t-1', scope: 'transcript' });
    const opened = await memory.sessions.open('chatgpt-t-1');
    expect(await opened.transcript.read()).toMatchObject([
      { role: 'user', text: SAID[1].text, time: 1_700_000_060_000, source: 'import', trust: 0 },
      { role: 'assistant', text: SAID[2].text, time: 1_700_000_120_000 },
    ]);
    await opened.close();
  });

  it('stands once, however often and wherever it is repeated', async () => {
    const memory = await open();
    await importConversations(memory, chatgptExport, jsonOf(tea, boat, tea));
    const again = await importConversations(memory, chatgptExport, jsonOf(boat, tea));
    expect(again.counts).toMatchObject({ new: 0, known: 2 });
    expect(again.messages).toEqual({ read: 3, kept: 0 });
    expect(await memory.sessions.list()).toHaveLength(3);
    const { hits } = await memory.items.remember('boat leaks rudder', { scope: 'workspace' });
    expect(hits.filter(({ session }) => session === 'chatgpt-b-1')).toHaveLength(1);
  });

  it('adds what a conversation has grown by, and leaves one alone that was changed', async () => {
    const memory = await open();
    await importConversations(memory, chatgptExport, jsonOf(tea));
    const thanks = [...SAID, { role: 'user', text: 'Thanks, I ordered an oolong' }] as const;
    const grown = await importConversations(memory, chatgptExport, jsonOf(chatgptConversation('t-1', 'Tea', thanks)));
    expect(grown.conversations[0]).toMatchObject({ end: 'grown', messages: { read: 3, kept: 1 } });
    const other = thanks.map((one) => (one.role === 'user' ? { ...one, text: 'What is matcha?' } : one));
    const longer = [...other, { role: 'assistant', text: 'A powder' }] as const;
    const changed = await importConversations(memory, chatgptExport, jsonOf(chatgptConversation('t-1', 'Tea', longer)));
    expect(changed.conversations[0]).toMatchObject({
      end: 'changed',
      messages: { kept: 0 },
      refused: [{ reason: 'its message 1 of 4 is no longer the one that was imported' }],
    });
    const opened = await memory.sessions.open('chatgpt-t-1');
    expect((await opened.transcript.read()).map(({ text, source }) => [text, source])).toEqual([
      [SAID[1].text, 'import'],
      [SAID[2].text, 'import'],
      ['Thanks, I ordered an oolong', 'import'],
    ]);
    expect((await memory.items.remember('oolong', { scope: 'workspace' })).hits).toHaveLength(1);
    await opened.close();
  });

  it('takes a text, bytes, a file, streams in any pieces, and the zip', async () => {
    const json = jsonOf(tea, boat);
    const bytes = strToU8(json);
    const zip = zipSync({ 'export/conversations.json': bytes, 'export/user.json': strToU8('{}'), 'a.png': bytes });
    const sources = [
      json,
      bytes,
      new Blob([bytes]),
      new File([zip], 'chatgpt.zip'),
      zip,
      streamed(bytes, 5),
      streamed(zip, 100),
      new Blob([zip]).stream(),
      [
        { name: 'data/conversations.json', content: bytes },
        { name: 'data/chat.html', content: '<html>' },
      ],
      [new File([bytes], 'conversations.json')],
    ];
    for (const source of sources) {
      const memory = await open();
      const { counts, refused } = await importConversations(memory, chatgptExport, source);
      expect([counts.new, refused]).toEqual([2, []]);
    }
  });

  it('reads texts with a byte order mark, also in UTF-16', async () => {
    const json = jsonOf(tea);
    const utf16 = Uint8Array.from([
      0xff,
      0xfe,
      ...new Uint8Array(Uint16Array.from(json, (char) => char.charCodeAt(0)).buffer),
    ]);
    for (const source of [new Uint8Array([0xef, 0xbb, 0xbf, ...strToU8(json)]), utf16]) {
      expect((await importConversations(await open(), chatgptExport, source)).counts.new).toBe(1);
    }
  });

  it('tells how far it is', async () => {
    const told: ImportProgress[] = [];
    const { json, conversations } = chatgptExportOf(400_000);
    await importConversations(await open(), chatgptExport, json, { onProgress: (progress) => told.push(progress) });
    expect(told.length).toBeGreaterThan(conversations);
    expect(told.at(-1)).toEqual({ read: json.length, size: json.length, conversations, messages: 20 * conversations });
  });

  it('ends by its signal, says what stays, and goes on when it is asked again', async () => {
    const memory = await open();
    const { json, conversations } = chatgptExportOf(300_000);
    const ending = new AbortController();
    const onProgress = ({ conversations: done }: ImportProgress): void => {
      if (done === 3) ending.abort();
    };
    const error = await errorOf(
      importConversations(memory, chatgptExport, json, { signal: ending.signal, onProgress }),
    );
    expect(error.code).toBe('aborted');
    const stay = 3 + AT_ONCE - 1;
    expect(stay).toBeLessThan(conversations);
    expect(error.message).toContain(`${stay} conversations were imported and stay`);
    const { counts } = await importConversations(memory, chatgptExport, json);
    expect(counts).toMatchObject({ known: stay, new: conversations - stay });
  });

  it('cuts a very long conversation into commits and a very long message into parts', async () => {
    const memory = await open();
    const long = 'a long answer, '.repeat(20_000);
    const said = Array.from({ length: 2500 }, (_, place) => ({ role: 'user' as const, text: `remark ${place}` }));
    const json = jsonOf(chatgptConversation('l', 'Long', [{ role: 'user', text: long }, ...said]));
    const { messages, conversations } = await importConversations(memory, chatgptExport, json);
    expect([messages.read, messages.kept]).toEqual([2501, 2503]);
    expect(conversations[0]?.refused).toEqual([]);
    const opened = await memory.sessions.open('chatgpt-l');
    const all = await opened.transcript.read({ limit: 10_000 });
    expect(
      all
        .slice(0, 3)
        .map(({ text }) => text)
        .join(''),
    ).toBe(long.trim());
    expect(all.at(-1)?.text).toBe('remark 2499');
    await opened.close();
  });

  it('needs a named workspace', async () => {
    const memory = await open({ workspace: '/' });
    expect((await errorOf(importConversations(memory, chatgptExport, jsonOf(tea)))).code).toBe('workspace-not-named');
  });
});

describe('a source that cannot be read', () => {
  const refusedAs = async (
    source: Parameters<typeof importConversations>[2],
    format: ConversationFormat = chatgptExport,
  ) => {
    const memory = await open();
    const error = await errorOf(importConversations(memory, format, source));
    expect(error.code).toBe('invalid-input');
    expect(error.message).toContain(format.expected);
    return { message: error.message, sessions: (await memory.sessions.list()).length };
  };

  it('says so where a file ends in the middle, with what stays', async () => {
    const { message, sessions } = await refusedAs(jsonOf(tea, boat).slice(0, -40));
    expect(message).toContain('ends in the middle');
    expect(message).toContain('1 conversation was imported and stays');
    expect(sessions).toBe(2);
  });

  it('says so for what is no export', async () => {
    expect((await refusedAs('<html></html>')).message).toContain('is not JSON at character 1');
    expect((await refusedAs('')).message).toContain('is empty');
    expect((await refusedAs(new Uint8Array([0x81, 0xff, 0xfe]))).message).toContain('is not text in utf-8');
    expect((await refusedAs(7 as never)).message).toContain('is neither a file');
    expect((await refusedAs([7] as never)).message).toContain('not a list of files');
  });

  it('says so for a zip of something else, a damaged one and a bomb', async () => {
    expect((await refusedAs(zipSync({ 'notes.txt': strToU8('hello') }))).message).toContain(
      'without a file of this format',
    );
    const zip = zipSync({ 'conversations.json': strToU8(jsonOf(tea)) });
    expect((await refusedAs(zip.slice(0, -30))).message).toContain('damaged');
    const claims = zip.slice();
    const at = new DataView(claims.buffer).getUint32(claims.length - 6, true);
    new DataView(claims.buffer).setUint32(at + 24, 0x7fffffff, true);
    expect((await refusedAs(claims)).message).toContain('damaged, or too large');
  });

  it('refuses a conversation alone that is none, is empty, or goes round in a circle', async () => {
    const memory = await open();
    const circle = { ...(tea as Record<string, unknown>), id: 'r', conversation_id: 'r' };
    const { mapping } = circle as unknown as { mapping: Record<string, { parent: string }> };
    const turned = { ...mapping, 't-1-0': { ...mapping['t-1-0'], parent: 't-1-2' } };
    const report = await importConversations(
      memory,
      chatgptExport,
      jsonOf({ ...circle, mapping: turned }, { hello: 1 }, chatgptConversation('e', 'Empty', []), boat),
    );
    expect(report.counts).toMatchObject({ new: 1, refused: 3 });
    expect(report.conversations.map(({ refused }) => refused[0]?.reason)).toEqual([
      'its messages form a circle',
      'it has no id, so it is not a conversation of ChatGPT',
      'it has no messages',
      undefined,
    ]);
  });
});

describe('the export of ChatGPT', () => {
  it('gives the branch that ChatGPT shows, and says how much stands beside it', async () => {
    const memory = await open();
    const two = chatgptConversation('t-1', 'Tea', SAID) as {
      mapping: Record<string, { parent: string; message: object }>;
    };
    const mapping = { ...two.mapping, other: { ...two.mapping['t-1-2'], parent: 't-1-1', id: 'other' } };
    const hidden = { ...two.mapping['t-1-1']?.message, metadata: { is_visually_hidden_from_conversation: true } };
    const report = await importConversations(memory, chatgptExport, jsonOf({ ...two, mapping }));
    expect(report.conversations[0]?.refused).toEqual([
      { where: 'branches', reason: '1 message is on branches that ChatGPT does not show' },
    ]);
    const without = { ...two.mapping, 't-1-1': { ...two.mapping['t-1-1'], message: hidden } };
    const other = await importConversations(await open(), chatgptExport, jsonOf({ ...two, mapping: without }));
    expect(other.messages).toEqual({ read: 1, kept: 1 });
  });

  it('names pictures and keeps what tools answered', async () => {
    const memory = await open();
    const base = chatgptConversation('p', 'Picture', [
      { role: 'user', text: 'x' },
      { role: 'tool', text: 'the sky is blue' },
    ]) as { mapping: Record<string, { message: { content: object } }> };
    const picture = { content_type: 'image_asset_pointer', asset_pointer: 'file-service://file-7', size_bytes: 5 };
    const message = {
      ...base.mapping['p-0']?.message,
      content: { content_type: 'multimodal_text', parts: [picture, 'See?'] },
    };
    await importConversations(
      memory,
      chatgptExport,
      jsonOf({ ...base, mapping: { ...base.mapping, 'p-0': { ...base.mapping['p-0'], message } } }),
    );
    const opened = await memory.sessions.open('chatgpt-p');
    expect(await opened.transcript.read()).toMatchObject([
      { role: 'user', text: '[image file-7]\nSee?' },
      { role: 'tool', results: [{ id: 'tool', text: 'the sky is blue' }] },
    ]);
    await opened.close();
  });
});

describe('the export of Claude', () => {
  it('gives messages, calls and attachments with their dates', async () => {
    const memory = await open();
    const whole = claudeConversation('u-1', 'Ferry', [
      { role: 'user', text: 'When does the ferry leave?' },
      { role: 'assistant', text: 'At nine.' },
    ]) as { chat_messages: object[] };
    const [asked = {}, answered = {}] = whole.chat_messages;
    const attachments = [{ file_name: 'timetable.txt', extracted_content: 'Naxos 09:00' }];
    const content = [
      { type: 'tool_use', id: 'call-1', name: 'look', input: { port: 'Naxos' } },
      { type: 'tool_result', tool_use_id: 'call-1', content: [{ type: 'text', text: '09:00' }] },
      { type: 'text', text: 'At nine.' },
    ];
    const chat_messages = [
      { ...asked, attachments },
      { ...answered, content },
    ];
    await importConversations(memory, claudeExport, jsonOf({ ...whole, chat_messages }));
    const opened = await memory.sessions.open('claude-u-1');
    expect(await opened.transcript.read()).toMatchObject([
      {
        role: 'user',
        text: 'When does the ferry leave?\n[file timetable.txt]\nNaxos 09:00',
        time: Date.parse('2025-03-01T10:00:00Z'),
      },
      {
        role: 'assistant',
        text: 'At nine.',
        calls: [{ id: 'call-1', name: 'look', arguments: '{"port":"Naxos"}' }],
        results: [{ id: 'call-1', text: '09:00' }],
      },
    ]);
    await opened.close();
  });
});
