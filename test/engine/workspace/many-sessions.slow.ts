// A workspace with far more conversations than a person remembers.
import { expect, it } from 'vitest';
import { memoryStorage } from '../../../src/entries/index.ts';
import type { Batch, Storage } from '../../../src/storage/port.ts';
import { openFixed } from '../../support/fixed-memory.ts';

const SESSIONS = 10_000;
const MOST_TEXTS = 2000;
const TODAY = Date.UTC(2030, 0, 1);

/** Storage of so many conversations: what one of them committed, under as many names. */
async function stored(): Promise<Storage> {
  const storage = memoryStorage();
  const batches: Batch[] = [];
  const recording: Storage = {
    ...storage,
    commit(address, basis, batch) {
      batches.push(batch);
      return storage.commit(address, basis, batch);
    },
  };
  const one = await openFixed({ storage: recording, session: 'chat 0', workspace: 'ann' });
  await one.items.memorize('the kiln reaches 1,200 degrees');
  await one.close();
  for (let number = 1; number < SESSIONS; number++) {
    const address = { workspace: 'ann', session: `chat ${number}` };
    for (const [at, batch] of batches.entries()) {
      const before = batches[at - 1]?.manifest ?? { head: 0 };
      const { status } = await storage.commit(address, before, batch);
      expect(status).toBe('done');
    }
  }
  return storage;
}

it(
  'holds as many texts of 10,000 conversations as it may, and says what it left out',
  { timeout: 300_000 },
  async () => {
    const storage = await stored();
    const memory = await openFixed({
      storage,
      session: 'today',
      workspace: 'ann',
      clock: () => TODAY,
      recall: { workspace: { maxTexts: MOST_TEXTS, background: false } },
    });
    await memory.items.memorize('the glaze is celadon');
    const { hits, leftOut } = await memory.items.remember('kiln', { scope: 'workspace', limit: 5 });
    expect(hits.map(({ snippet }) => snippet)).toEqual(['the kiln reaches 1,200 degrees']);
    expect(leftOut?.texts).toBe(SESSIONS + 1 - MOST_TEXTS);
    expect((await memory.items.remember('glaze', { scope: 'workspace' })).hits[0]?.item?.text).toBe(
      'the glaze is celadon',
    );
    expect((await memory.sessions.list({ limit: 100 })).length).toBe(100);
  },
);
