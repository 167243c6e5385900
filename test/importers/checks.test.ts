// Wrong arguments of an import are refused before anything is read, with the argument, the value and what is expected.
import { expect, it } from 'vitest';
import {
  chatgptExport,
  csvTable,
  importConversations,
  messageList,
  whatsappChat,
} from '../../src/entries/importers.ts';
import { memoryStorage, openWorkingMemory, type WorkingMemory } from '../../src/entries/index.ts';

const TABLE = 'role,text\nuser,hello';

const WRONG: readonly (readonly [string, (memory: WorkingMemory) => unknown, string])[] = [
  ['no memory', () => importConversations(undefined as never, csvTable(), TABLE), 'memory must be a memory, as'],
  [
    'items for a memory',
    ({ items }) => importConversations(items as never, csvTable(), TABLE),
    'memory must be a memory',
  ],
  [
    'csvTable itself',
    (memory) => importConversations(memory, csvTable as never, TABLE),
    'format must be a format such as',
  ],
  [
    'a misspelt option of the import',
    (memory) => importConversations(memory, csvTable(), TABLE, { onProgres: () => {} } as never),
    'options.onProgres must be absent (did you mean onProgress?); known are signal, onProgress',
  ],
  [
    'a number for its options',
    (memory) => importConversations(memory, csvTable(), TABLE, 7 as never),
    'options must be an object; got 7',
  ],
  [
    'a number for its listener',
    (memory) => importConversations(memory, csvTable(), TABLE, { onProgress: 7 as never }),
    'options.onProgress must be a function; got 7',
  ],
  [
    'a controller for its signal',
    (memory) => importConversations(memory, csvTable(), TABLE, { signal: new AbortController() as never }),
    'options.signal must be an AbortSignal; got an object',
  ],
  ['a misspelt option of a table', () => csvTable({ colums: {} } as never), 'did you mean columns?'],
  ['a text for its options', () => csvTable('text' as never), 'options must be an object; got a text of 4 characters'],
  ['a text for its columns', () => csvTable({ columns: 'text' as never }), 'options.columns must be an object'],
  ['a misspelt meaning of a column', () => csvTable({ columns: { txet: 'body' } as never }), 'did you mean text?'],
  [
    'a number for a column',
    () => csvTable({ columns: { text: 1 as never } }),
    'options.columns.text must be the name of a',
  ],
  [
    'a column that the table does not have',
    (memory) => importConversations(memory, csvTable({ columns: { text: 'txet' } }), TABLE),
    'has no column "txet" for text (did you mean text?); its columns are role, text.',
  ],
  ['a misspelt option of a chat', () => whatsappChat({ dayFrist: true } as never), 'did you mean dayFirst?'],
  [
    'a text for the order of its dates',
    () => whatsappChat({ dayFirst: 'no' as never }),
    'options.dayFirst must be true or',
  ],
  ['a number for its title', () => whatsappChat({ title: 3 as never }), 'options.title must be a text; got 3'],
  ['no lens', () => messageList(undefined as never), 'lens must be a lens, such as openaiChat'],
  ['a name for a lens', () => messageList('openai' as never), 'got a text of 6 characters'],
  [
    'no source',
    (memory) => importConversations(memory, chatgptExport, undefined as never),
    'is neither a file, nor bytes',
  ],
];

it.each(WRONG)('%s is refused, and nothing is imported', async (_, ask, said) => {
  await using memory = await openWorkingMemory({
    session: 's',
    workspace: 'ann',
    worker: false,
    storage: memoryStorage(),
  });
  const asked = async (): Promise<unknown> => ask(memory);
  await expect(asked()).rejects.toMatchObject({ code: 'invalid-input', message: expect.stringContaining(said) });
  expect(await memory.sessions.list()).toHaveLength(1);
});

it('an import rejects where it is given something else than a memory; it throws nothing at once', async () => {
  const importing = importConversations({} as never, chatgptExport, '[]');
  await expect(importing).rejects.toMatchObject({ code: 'invalid-input' });
});

it('a column that is given as undefined is found by its usual names', async () => {
  await using memory = await openWorkingMemory({
    session: 's',
    workspace: 'ann',
    worker: false,
    storage: memoryStorage(),
  });
  const format = csvTable({ columns: { text: 'text', role: undefined } as never });
  expect((await importConversations(memory, format, TABLE)).messages).toEqual({ read: 1, kept: 1 });
});
