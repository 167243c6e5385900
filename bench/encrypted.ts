// Memory over IndexedDB with and without encryption. Both run on the page's thread, so that they differ in encryption
// alone.
import { openWorkingMemory, type WorkingMemory } from 'working-memory';
import { encrypted } from 'working-memory/encrypted';
import { quantile, takeTurns, type Timing } from './measure.ts';
import { makeCorpus } from './texts.ts';

const BATCH = 1000;
const OPENINGS = 7;

interface Both<Value> {
  readonly plain: Value;
  readonly sealed: Value;
}

export interface EncryptedTimes {
  readonly put: Both<Timing>;
  readonly openMs: Both<number>;
}

/** @param items number of items in each session */
export async function benchEncrypted(items: number): Promise<EncryptedTimes> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const open = (session: string, isSealed: boolean): Promise<WorkingMemory> =>
    openWorkingMemory({
      session,
      worker: false,
      storage: isSealed ? encrypted('indexeddb', { key }) : 'indexeddb',
      limits: { maxItems: items, maxTokens: 100_000_000 },
      ttl: { softSteps: Infinity, softMs: Infinity, hardMs: Infinity },
      deadlineMs: 600_000,
    });
  const { texts } = makeCorpus('English', BATCH, 0);
  const fill = async (memory: WorkingMemory): Promise<void> => {
    for (let at = 0; at < items; at += BATCH)
      await memory.items.memorize(texts.map((text, index) => ({ text: `${text} ${at + index}` })));
    await memory.close();
  };
  for (const isSealed of [false, true]) await fill(await open(`full ${isSealed}`, isSealed));
  const openings = { plain: [] as number[], sealed: [] as number[] };
  for (let turn = 0; turn < OPENINGS; turn++) {
    for (const [name, times] of Object.entries(openings)) {
      const start = performance.now();
      const memory = await open(`full ${name === 'sealed'}`, name === 'sealed');
      const { items: found } = (await memory.items.capacity()).usage;
      times.push(performance.now() - start);
      if (found !== items) throw new Error(`${found} of ${items} items were found again`);
      await memory.close();
    }
  }
  const [plain, sealed] = await Promise.all([open('puts false', false), open('puts true', true)]);
  const put = await takeTurns(
    {
      plain: (round) => plain.items.memorize(`${texts[round % BATCH]} again ${round}`),
      sealed: (round) => sealed.items.memorize(`${texts[round % BATCH]} again ${round}`),
    },
    { rounds: 600, warmUp: 100 },
  );
  await Promise.all([plain.close(), sealed.close()]);
  return { put, openMs: { plain: quantile(openings.plain, 0.5), sealed: quantile(openings.sealed, 0.5) } };
}
