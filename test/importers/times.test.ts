// Times as other apps write them: an invalid date leaves its message undated, and the report says so.
import { describe, expect, it } from 'vitest';
import {
  claudeExport,
  type ConversationFormat,
  csvTable,
  importConversations,
  markdownFolder,
  messageList,
} from '../../src/entries/importers.ts';
import { openaiChat } from '../../src/entries/lenses.ts';
import { timeOf } from '../../src/sdks/importers/reading/times.ts';
import { fakeClock } from '../support/fakes/fakes.ts';
import { openFixed } from '../support/fixed-memory.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const local = (...parts: [number, number, number, number?, number?, number?]): number => new Date(...parts).getTime();

describe('a time', () => {
  it.each([
    ['24.12.2023 10:00', local(2023, 11, 24, 10, 0)],
    ['24.12.2023, 10:00:30', local(2023, 11, 24, 10, 0, 30)],
    ['02.01.2024', local(2024, 0, 2)],
    ['2.1.24 7:05', local(2024, 0, 2, 7, 5)],
    ['29.02.00', local(2000, 1, 29)],
    ['1.2.99', local(1999, 1, 1)],
    ['2024.01.02', local(2024, 0, 2)],
    ['02/01/2024', local(2024, 1, 1)],
    ['12/24/23, 6:05 PM', local(2023, 11, 24, 18, 5)],
    ['2024/1/2 10:00', local(2024, 0, 2, 10, 0)],
    ['2024年1月2日', local(2024, 0, 2)],
    ['2024-01-02', Date.parse('2024-01-02T00:00:00Z')],
    ['2024-01-02 10:00', local(2024, 0, 2, 10, 0)],
    ['2024-01-02T10:00:00.5+02:00', Date.parse('2024-01-02T08:00:00.5Z')],
    ['2024-02', Date.parse('2024-02-01T00:00:00Z')],
    ['2024-02-29', Date.parse('2024-02-29T00:00:00Z')],
    ['Sun, 24 Dec 2023 10:00:00 GMT', Date.parse('2023-12-24T10:00:00Z')],
    ['Sun Dec 24 10:00:00 +0000 2023', Date.parse('2023-12-24T10:00:00Z')],
    ['December 24, 2023', local(2023, 11, 24)],
    ['1700000000', 1_700_000_000_000],
    ['1700000000000', 1_700_000_000_000],
    [1_700_000_000, 1_700_000_000_000],
  ])('is read from %j', (given, time) => expect(timeOf(given)).toBe(time));

  it.each([
    '2024-02-31',
    '2023-02-29T10:00:00Z',
    '31.04.2024',
    '24.13.2023',
    '02/31/2024',
    '13/2/2024',
    'Feb 31, 2024',
    '31 Apr 2024 10:00 GMT',
    '2024-01-02T25:00',
    'yesterday',
    'Room 12',
    'May 5',
    '24.12.',
    '',
    '-1',
    0,
    null,
    {},
  ])('is not read from %j', (given) => expect(timeOf(given)).toBeUndefined());
});

describe('a time that is no date', () => {
  const said = (what: string) => [{ where: 'times', reason: `${what} left out` }];
  const one = said('1 unreadable time was');
  const table = 'conversation,time,text\na,2024-01-02T00:00:00Z,one\na,2024-02-31,two\na,soon,three\na,,four';
  const formats: readonly (readonly [ConversationFormat, string, readonly object[]])[] = [
    [csvTable(), table, said('2 unreadable times were')],
    [messageList(openaiChat), JSON.stringify([{ role: 'user', content: 'one', createdAt: '2024-02-31' }]), one],
    [messageList(openaiChat), JSON.stringify([{ role: 'user', content: 'one' }]), []],
    [
      claudeExport,
      JSON.stringify([
        {
          uuid: 'c',
          created_at: '2024-01-02T00:00:00Z',
          chat_messages: [{ sender: 'human', text: 'one', created_at: 'x' }],
        },
      ]),
      one,
    ],
    [markdownFolder, '---\ndate: 31.4.2024\n---\nIt leaks.', one],
  ];
  it.each(formats)('is told by the report (%o)', async (format, source, refused) => {
    const memory = await openFixed({ workspace: 'ann', session: 'home', clock: fakeClock(NOW) });
    const { conversations } = await importConversations(memory, format, source);
    expect(conversations).toMatchObject([{ end: 'new', refused }]);
  });

  it('is that of the message before it', async () => {
    const memory = await openFixed({ workspace: 'ann', session: 'home', clock: fakeClock(NOW) });
    await importConversations(memory, csvTable(), table);
    const opened = await memory.sessions.open('csv-a');
    const times = (await opened.transcript.read()).map(({ time }) => new Date(time).toISOString().slice(0, 10));
    expect(times).toEqual(['2024-01-02', '2024-01-02', '2024-01-02', '2024-01-02']);
    await opened.close();
  });
});
