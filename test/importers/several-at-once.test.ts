// Several conversations are written at once; the report is as if they had been written one after another.
import { expect, describe, it } from 'vitest';
import { chatgptExport, importConversations, type ImportingMemory } from '../../src/entries/importers.ts';
import { WorkingMemoryError } from '../../src/errors.ts';
import { AT_ONCE } from '../../src/sdks/importers/import-conversations.ts';
import { chatgptConversation, chatgptExportOf } from '../support/exports/made-up-exports.ts';
import { openFixed } from '../support/fixed-memory.ts';

const open = () => openFixed({ workspace: 'ann', session: 'home' });

const SAID = [
  { role: 'user', text: 'Which tea grows in Darjeeling?' },
  { role: 'assistant', text: 'Camellia sinensis, mostly picked in spring.' },
] as const;
const tea = chatgptConversation('t-1', 'Tea', SAID);
const boat = chatgptConversation('b-1', 'Boat', [{ role: 'user', text: 'The boat leaks at the rudder' }]);

describe('an import of several conversations', () => {
  it('reads on while a conversation is being stored, and says of four at once in which order they stood', async () => {
    const memory = await open();
    const { json, conversations } = chatgptExportOf(300_000);
    let [underWay, most] = [0, 0];
    const counting: ImportingMemory = {
      ...memory,
      async import(...args: Parameters<typeof memory.import>) {
        most = Math.max(most, ++underWay);
        // Delay of a storage that is slower than reading.
        await new Promise((later) => setTimeout(later, 20));
        return memory.import(...args).finally(() => underWay--);
      },
    };
    const report = await importConversations(counting, chatgptExport, json);
    expect([most, AT_ONCE]).toEqual([4, 4]);
    expect(report.conversations.map(({ id }) => id)).toEqual(Array.from({ length: conversations }, (_, n) => `c-${n}`));
  });

  it('lets the same conversation that stands twice in a file go on behind itself', async () => {
    const memory = await open();
    const longer = chatgptConversation('t-1', 'Tea', [...SAID, { role: 'user', text: 'And in autumn?' }]);
    const { conversations } = await importConversations(
      memory,
      chatgptExport,
      JSON.stringify([tea, longer, boat, tea]),
    );
    expect(conversations.map(({ id, end }) => [id, end])).toEqual([
      ['t-1', 'new'],
      ['t-1', 'grown'],
      ['b-1', 'new'],
      ['t-1', 'known'],
    ]);
  });

  it('counts what was stored behind the conversation that failed', async () => {
    const memory = await open();
    const failing: ImportingMemory = {
      ...memory,
      import: (data, options) =>
        options?.as === 'chatgpt-t-1'
          ? Promise.reject(new WorkingMemoryError('storage-quota', 'The storage is full.', {}))
          : memory.import(data, options),
    };
    await expect(importConversations(failing, chatgptExport, JSON.stringify([tea, boat]))).rejects.toThrow(
      /^The storage is full\. 1 conversation was imported and stays/,
    );
    const { counts } = await importConversations(memory, chatgptExport, JSON.stringify([tea, boat]));
    expect(counts).toMatchObject({ new: 1, known: 1 });
  });
});
