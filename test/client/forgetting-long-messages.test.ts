// A message above transcript.maxMessageLength is stored cut off; a request that names all of its text means it.
import { expect, it } from 'vitest';
import { memoryStorage, type WorkingMemory } from '../../src/entries/index.ts';
import { plainMessages } from '../../src/entries/lenses.ts';
import { ROW_STORES } from '../../src/storage/port.ts';
import { openFixed } from '../support/fixed-memory.ts';

const SECRET = 'The blood group of Bob is AB negative, says the lab that he went to in May.';

it.each<[string, (memory: WorkingMemory) => Promise<unknown>]>([
  ['the text of a hard forget', ({ items }) => items.forget({ text: SECRET }, { mode: 'hard' })],
  ['a further text of a hard forget', ({ items }) => items.forget({ tags: ['x'] }, { mode: 'hard', also: [SECRET] })],
  ['the text of erase', (memory) => memory.erase({ text: SECRET })],
])('%s empties a message that holds its beginning', async (_, forget) => {
  const storage = memoryStorage();
  const memory = await openFixed({ storage, workspace: 'clinic', transcript: { maxMessageLength: 40 } });
  await memory.context.prepare(plainMessages, [
    { role: 'user', content: SECRET },
    { role: 'assistant', content: 'The blood group is noted.' },
  ]);
  expect((await memory.transcript.read())[0]?.text).toBe(SECRET.slice(0, 40));
  await forget(memory);
  const address = { workspace: 'clinic', session: 'test' };
  const stored = JSON.stringify([await storage.load(address, ROW_STORES), await storage.journal(address, 0, 1000)]);
  expect(stored).toContain('is noted');
  expect(stored).not.toContain('Bob');
});

it('a shorter beginning of a text is another text', async () => {
  const memory = await openFixed();
  await memory.transcript.append({ role: 'user', text: SECRET.slice(0, 40) });
  const { erasure } = await memory.items.forget({ text: SECRET }, { mode: 'hard' });
  expect(erasure?.emptied).toEqual([]);
  expect((await memory.transcript.read())[0]?.text).toBe(SECRET.slice(0, 40));
});
