import { expect, it } from 'vitest';
import { memoryStorage } from '../../src/storage/memory.ts';
import type { Batch, JournalEntry, Manifest, Storage } from '../../src/storage/port.ts';
import { messageKey } from '../../src/tree/transcript/transcript.ts';
import { testEngine } from '../support/engine.ts';

const SESSIONS = 1000;
const MESSAGES = 1000;

const rows = Array.from({ length: MESSAGES }, (_, index) => {
  return { store: 'messages' as const, key: messageKey(index), value: { role: 'user', text: 'hi', check: 'c' } };
});
const usage = { before: { items: 0, tokens: 0 }, after: { items: 0, tokens: 0 } };
const batch: Batch<Manifest, JournalEntry> = {
  manifest: { version: 1, head: 1, time: 1, step: 0, nextSequence: 0, items: 0, tokens: 0, messages: MESSAGES },
  entry: { head: 1, time: 1, step: 0, usage, events: [], touched: [] },
  rows,
  dropJournalUpTo: 0,
};

it('lists 1,000 sessions of 1,000 messages each without reading one of them', async () => {
  const inner = memoryStorage();
  for (let session = 0; session < SESSIONS; session++) {
    await inner.commit({ workspace: '/', session: `session-${session}` }, { head: 0 }, batch);
  }
  const reads = { load: 0, row: 0, rows: 0, journal: 0, sessions: 0 };
  const counted = <Name extends keyof typeof reads>(name: Name): Storage[Name] =>
    ((...args: never[]) => {
      reads[name]++;
      return (inner[name] as (...all: never[]) => unknown)(...args);
    }) as Storage[Name];
  const storage: Storage = {
    ...inner,
    load: counted('load'),
    row: counted('row'),
    rows: counted('rows'),
    journal: counted('journal'),
    sessions: counted('sessions'),
  };
  const { engine } = await testEngine({ session: 'open' }, { storage });
  const before = { ...reads };
  const list = await engine.listSessions({});
  expect(list).toHaveLength(SESSIONS + 1);
  expect(list[1]).toMatchObject({ messages: MESSAGES });
  expect(reads).toEqual({ ...before, sessions: before.sessions + 1 });
});
