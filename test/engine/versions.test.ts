// The newest version of a fact leads: in every answer and in its explanation.
import { describe, expect, it } from 'vitest';
import { testEngine, type TestEngine } from '../support/engine.ts';
import { recalled } from '../support/recall.ts';

const DAY = 86_400_000;
const FOREVER = { ttl: { softSteps: Infinity, softMs: Infinity, hardMs: Infinity } };
const QUESTION = 'Where does the user live?';

/** item-1 Paris, item-2 Rome, item-3 Berlin, a day apart each, and two other notes. */
async function moves(input: Parameters<typeof testEngine>[0] = {}): Promise<TestEngine> {
  const test = await testEngine({ ...FOREVER, ...input });
  const { engine, clock } = test;
  for (const [text, importance] of [
    ['I live in Paris.', 0.8],
    ['I live in Rome now.', 0.5],
    ['I live in Berlin now.', 0.4],
    ['The cat likes to live in a box.', 0.9],
    ['Bread is in the cupboard.', 0.9],
  ] as const) {
    clock.now += DAY;
    await engine.memorize([{ text, importance }]);
  }
  return test;
}

const idsOf = (hits: readonly { readonly id?: string }[]) => hits.map(({ id }) => id);

describe('the newest version of a fact', () => {
  it('leads, and the former ones follow by age', async () => {
    const { engine } = await moves();
    const { hits } = await recalled(engine, QUESTION);
    expect(idsOf(hits).filter((id) => id !== 'item-4')).toEqual(['item-3', 'item-2', 'item-1']);
    expect(hits.find(({ id }) => id === 'item-3')?.newerThan).toEqual(['item-2', 'item-1']);
    expect(hits.find(({ id }) => id === 'item-2')?.newerThan).toEqual(['item-1']);
    for (const id of ['item-1', 'item-4']) expect(hits.find((hit) => hit.id === id)).not.toHaveProperty('newerThan');
  });

  it('takes the score of its place, which the parts explain', async () => {
    const { engine } = await moves();
    const { hits } = await recalled(engine, QUESTION, { explain: true });
    for (const [index, { score, parts }] of hits.entries()) {
      expect(score).toBeLessThanOrEqual(hits[index - 1]?.score ?? Infinity);
      const { relevance = 0, decay = 0, importanceWeight = 0, exchange = 1 } = parts ?? {};
      expect(score).toBeCloseTo(relevance * decay * importanceWeight * exchange, 12);
    }
    const exchangeOf = (id: string) => hits.find((hit) => hit.id === id)?.parts?.exchange ?? 1;
    expect(exchangeOf('item-3')).toBeGreaterThan(1);
    expect(exchangeOf('item-1')).toBeLessThan(1);
    expect(hits.find(({ id }) => id === 'item-4')?.parts).not.toHaveProperty('exchange');
  });

  it('leads within every limit', async () => {
    const { engine } = await moves();
    const { hits } = await recalled(engine, QUESTION, { limit: 10 });
    for (const limit of [1, 2, 3]) {
      expect(idsOf((await recalled(engine, QUESTION, { limit })).hits)).toEqual(idsOf(hits).slice(0, limit));
    }
  });

  it('has the rank and the score that whyNot tells', async () => {
    const { engine } = await moves();
    for (const limit of [1, 10]) {
      const { hits } = await recalled(engine, QUESTION, { limit: 10 });
      for (const [rank, { id = '', score }] of hits.entries()) {
        const because = rank < limit ? 'found' : 'below-limit';
        expect(await engine.whyNot(id, QUESTION, { limit })).toMatchObject({ because, rank, score });
      }
    }
  });

  it('leads former ones in the store and in the long tail', async () => {
    const { engine } = await moves({ limits: { maxItems: 3 } });
    const { hits } = await recalled(engine, QUESTION, { scope: ['items', 'tail'] });
    const homes = hits.filter(({ id }) => id !== 'item-4');
    expect(homes.map(({ id, scope }) => [id, scope])).toEqual([
      ['item-3', 'tail'],
      ['item-2', 'tail'],
      ['item-1', 'items'],
    ]);
  });

  it('leads among files and messages, which keep their places', async () => {
    const { engine } = await moves();
    await engine.appendMessages([{ role: 'user', text: 'So where do I live, and who lives next door?' }]);
    await engine.writeFile('detail/home.md', '# Home\n\nWhere the user will live in spring is open.');
    const { hits } = await recalled(engine, QUESTION, { scope: 'all' });
    expect(idsOf(hits).filter((id) => id !== undefined && id !== 'item-4')).toEqual(['item-3', 'item-2', 'item-1']);
    expect(hits.map(({ scope }) => scope)).toEqual(expect.arrayContaining(['transcript', 'detail']));
  });

  it('is sought among what the filters pass', async () => {
    const { engine, clock } = await moves();
    const { hits } = await recalled(engine, QUESTION, { filters: { before: clock.now - 2 * DAY } });
    expect(idsOf(hits)).toEqual(['item-2', 'item-1']);
  });

  it('leads again when a newer one is forgotten', async () => {
    const { engine } = await moves();
    await engine.forget({ ids: ['item-3'] }, 'soft');
    expect(idsOf((await recalled(engine, QUESTION)).hits).filter((id) => id !== 'item-4')).toEqual([
      'item-2',
      'item-1',
    ]);
  });

  it('is that of the latest time, not the one memorized last', async () => {
    const { engine, clock } = await testEngine(FOREVER);
    await engine.memorize([{ text: 'I live in Berlin now.', at: clock.now - DAY }]);
    await engine.memorize([{ text: 'I live in Paris.', at: clock.now - 9 * DAY, importance: 1 }]);
    expect(idsOf((await recalled(engine, QUESTION)).hits)).toEqual(['item-1', 'item-2']);
  });

  it('is the one that was said again last', async () => {
    const { engine, clock } = await moves();
    clock.now += DAY;
    await engine.memorize([{ text: 'I live in Paris.' }]);
    const homes = async () => idsOf((await recalled(engine, QUESTION)).hits).filter((id) => id !== 'item-4');
    expect(await homes()).toEqual(['item-1', 'item-3', 'item-2']);
    clock.now += DAY;
    await engine.touch(['item-1', 'item-2', 'item-3']);
    expect(await homes(), 'touched together').toEqual(['item-3', 'item-2', 'item-1']);
  });

  it('does not lead in the other rankings, nor where nothing is asked', async () => {
    const { engine } = await moves();
    const { hits } = await recalled(engine, QUESTION, { ranking: 'importance-recency' });
    expect(idsOf(hits)).toEqual(['item-4', 'item-1', 'item-2', 'item-3']);
    expect((await recalled(engine, 'I live in', { ranking: 'seed' })).hits.some((hit) => 'newerThan' in hit)).toBe(
      false,
    );
    expect((await recalled(engine, '')).hits.some((hit) => 'newerThan' in hit)).toBe(false);
  });

  it('leads after the session was opened again', async () => {
    const { engine, host, clock } = await moves();
    const again = await testEngine(FOREVER, { ...host, clock });
    const ask = async (of: TestEngine['engine']) => (await recalled(of, QUESTION, { explain: true })).hits;
    expect(await ask(again.engine)).toEqual(await ask(engine));
  });
});
