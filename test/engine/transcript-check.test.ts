import { expect, it } from 'vitest';
import { compactStorage } from '../../src/engine/session/stored/compact-storage.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { testEngine } from '../support/engine.ts';
import { countingIds } from '../support/fakes/fakes.ts';

const HERE = { workspace: '/', session: 'test' };

it('takes messages that another owner dropped during the reading for dropped, not for lost', async () => {
  const inner = memoryStorage();
  const options = { transcript: { maxBytes: 65_536 } };
  const busy = await testEngine(options, { storage: inner });
  const say = (words: number) => busy.engine.appendMessages([{ role: 'user', text: 'word '.repeat(words) }]);
  for (let count = 0; count < 12; count++) await say(1000);
  let goOn = (): void => undefined;
  const waits = new Promise<void>((resolve) => (goOn = resolve));
  const storage: typeof inner = {
    ...inner,
    async rows(address, store, after, limit) {
      if (store === 'messages') await waits;
      return inner.rows(address, store, after, limit);
    },
  };
  const opened = await testEngine(options, { storage, ids: countingIds('opened') });
  for (let count = 0; count < 4; count++) await say(1000);
  const kept = (await inner.rows(HERE, 'messages', '', 100)).length;
  expect(kept).toBeLessThan(13);
  goOn();
  await opened.engine.memorize([{ text: 'a fact' }]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await opened.engine.memorize([{ text: 'another' }]);
  const told = opened.commits.flatMap(({ events }) => events).filter(({ type }) => type === 'session-recovered');
  expect(told).toEqual([]);
  const { manifest } = await compactStorage(inner).load(HERE, []);
  expect(manifest?.rows?.messages).toBe(kept);
  expect(manifest?.messages).toBe(16);
});
