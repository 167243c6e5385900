// Whatever fails meanwhile: in the end every good text has its vector, once, and no bad vector was stored.
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EmbeddingClient } from '../../src/client/embedding/embedding.ts';
import { testEmbedding } from '../support/embedding-client.ts';
import { hanging, type Script, scriptedEmbedder, throwing, vectorOf } from '../support/fakes/scripted-embedder.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Results of a call whose texts include the bad one. */
const BAD: Record<string, Script> = {
  throws: throwing('cannot read it'),
  hangs: hanging,
  'is skipped': (texts) => texts.filter((text) => !text.includes('is skipped')).map((text) => vectorOf(text)),
  'is NaN': (texts) => texts.map((text) => (text.includes('is NaN') ? [Number.NaN, 1, 1, 1] : vectorOf(text))),
  'is zero': (texts) => texts.map((text) => (text.includes('is zero') ? [0, 0, 0, 0] : vectorOf(text))),
  'is long': (texts) => texts.map((text) => vectorOf(text, text.includes('is long') ? 5 : 4)),
};

/** Results of every call during an outage. */
const OUTAGES: readonly Script[] = [
  throwing('no network'),
  hanging,
  () => [],
  (texts) => texts.map(() => [0, 0, 0, 0]),
  (texts) => [...texts, 'one more'].map((text) => vectorOf(text)),
];

const outage = fc.record({
  after: fc.nat(20),
  calls: fc.integer({ min: 1, max: 6 }),
  script: fc.constantFrom(...OUTAGES),
});
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('add' as const), count: fc.integer({ min: 1, max: 9 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('spoil' as const), how: fc.constantFrom(...Object.keys(BAD)) }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('wait' as const), ms: fc.nat(20_000) }) },
  fc.record({ type: fc.constantFrom('disk' as const, 'stop' as const, 'start' as const, 'ask' as const) }),
);

/** Fails calls by their number, then those that hold a bad text. */
function faulty(outages: readonly { after: number; calls: number; script: Script }[]): Script {
  const plan: (Script | undefined)[] = [];
  for (const { after, calls, script } of outages) {
    plan.push(...Array.from({ length: after }, () => undefined), ...Array.from({ length: calls }, () => script));
  }
  return (texts, call) => {
    const out = plan.shift();
    if (out) return out(texts, call);
    const how = Object.keys(BAD).filter((name) => texts.some((text) => text.includes(name)));
    const worst = how.find((name) => name === 'throws' || name === 'hangs') ?? how[0];
    // Several kinds of bad vectors in one answer.
    if (worst === undefined) return texts.map((text) => vectorOf(text));
    if (how.length === 1 || !worst.startsWith('is')) return (BAD[worst] as Script)(texts, call);
    return texts.flatMap((text) => {
      const kind = how.find((name) => text.includes(name));
      return kind === undefined ? [vectorOf(text)] : ((BAD[kind] as Script)([text], call) as Float32Array[]);
    });
  };
}

/** Waits as long as it takes. */
async function afterAll(embedding: EmbeddingClient): Promise<void> {
  embedding.start().catch(() => undefined);
  for (let tries = 0; tries < 100; tries++) {
    await vi.advanceTimersByTimeAsync(60_000);
    if (embedding.status().state === 'idle') return;
  }
}

it('every good text ends with one vector, stored once, and every bad one is left out', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { maxLength: 14 }),
      // A text alone may fail three times; more outages than two could do that to a good one.
      fc.array(outage, { maxLength: 2 }),
      fc.integer({ min: 1, max: 7 }),
      async (actions, outages, batch) => {
        vi.clearAllTimers();
        const embedder = scriptedEmbedder(faulty(outages));
        const { embedding, store, commit } = testEmbedding({ embedding: { batch, timeoutMs: 3000 } }, { embedder });
        const bad: string[] = [];
        for (const [index, act] of actions.entries()) {
          if (act.type === 'add') commit(...Array.from({ length: act.count }, (_, at) => `text ${index}.${at}`));
          if (act.type === 'spoil') bad.push(`text ${index} ${act.how}`);
          if (act.type === 'spoil') commit(`text ${index} ${act.how}`);
          if (act.type === 'wait') await vi.advanceTimersByTimeAsync(act.ms);
          if (act.type === 'disk') store.failures.push(new Error('the disk is busy'));
          if (act.type === 'stop') await embedding.stop();
          if (act.type === 'start') void embedding.start();
          if (act.type === 'ask') void embedding.queryVector(store, `question ${index}`);
        }
        await afterAll(embedding);
        const good = [...store.texts.values()].filter((text) => !bad.includes(text));
        expect(embedding.status()).toMatchObject({
          state: 'idle',
          waiting: 0,
          stored: good.length,
          leftOut: bad.length,
        });
        expect(store.done).toEqual(good);
        expect([...store.timesStored.values()].every((times) => times === 1)).toBe(true);
        await embedding.close();
        expect(vi.getTimerCount()).toBe(0);
      },
    ),
  );
});
