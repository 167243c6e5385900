// Reads of the stored transcript that a recalled note costs a request.
import { expect, it } from 'vitest';
import { memoryStorage } from '../../../src/storage/memory.ts';
import type { Storage } from '../../../src/storage/port.ts';
import { Chat, shown, words } from '../../support/messages/chat.ts';
import { openFixed } from '../../support/fixed-memory.ts';

const CRANE = 'The old harbour crane was built in 1913 by Henrik Nilsen.';
const OTHERS = 24;

it('a recalled note reads the messages that may stand in it, and none that merely share a word with the question', async () => {
  const inner = memoryStorage();
  const read: string[] = [];
  const row: Storage['row'] = (address, store, key) => {
    if (store === 'messages') read.push(key);
    return inner.row(address, store, key);
  };
  const memory = await openFixed({ storage: { ...inner, row } });
  for (let other = 0; other < OTHERS; other++) {
    await memory.transcript.append({ role: 'user', text: `A harbour ${words(20, `word${other}x`)}.` });
  }
  await memory.transcript.append({ role: 'user', text: CRANE });
  const question = 'When was the old harbour crane built by Henrik Nilsen?';
  expect((await memory.files.search(question, { scope: 'transcript', limit: 100 })).hits).toHaveLength(OTHERS + 1);
  read.length = 0;
  expect(shown(await new Chat(memory).ask(question)).at(-1)).toContain(CRANE);
  expect(read.map(Number)).toEqual([OTHERS]);
  await memory.close();
});
