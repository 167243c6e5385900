import { describe, expect, it } from 'vitest';
import { testEngine } from '../support/engine.ts';
import { recalled } from '../support/recall.ts';

const HOUR = 3_600_000;

describe('whyNot', () => {
  it('says at which place an item is found, with the score of that hit', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'deploy on Friday' }, { text: 'deploy script', importance: 0.9 }]);
    const { hits } = await recalled(engine, 'deploy');
    for (const [rank, { id = '', score }] of hits.entries()) {
      expect(await engine.whyNot(id, 'deploy')).toEqual({
        because: 'found',
        rank,
        score,
        message: expect.stringContaining(`${rank + 1}`),
      });
    }
    expect(hits).toHaveLength(2);
  });

  it('follows the ranking that was asked for', async () => {
    const { engine } = await testEngine();
    await engine.memorize([
      { text: 'deploy script', importance: 0.2 },
      { text: 'deploy on a Friday', importance: 0.25 },
    ]);
    expect(await engine.whyNot('item-1', 'deploy script')).toMatchObject({ because: 'found', rank: 0 });
    expect(await engine.whyNot('item-1', 'deploy script', { ranking: 'importance-recency' })).toMatchObject({
      because: 'found',
      rank: 1,
    });
  });

  it('says that better hits fill the limit', async () => {
    const { engine } = await testEngine({ doubles: 'keep' });
    await engine.memorize([
      { text: 'deploy' },
      { text: 'deploy', importance: 0.9 },
      { text: 'deploy', importance: 0.8 },
    ]);
    expect(await engine.whyNot('item-1', 'deploy', { limit: 2 })).toMatchObject({
      because: 'below-limit',
      rank: 2,
      limit: 2,
      score: expect.any(Number),
      message: 'It is hit number 3; the limit is 2.',
    });
    expect((await engine.whyNot('item-3', 'deploy', { limit: 2 })).because).toBe('found');
  });

  it('says that the prompt and the item share too little', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'lunch at noon' }]);
    expect((await engine.whyNot('item-1', 'deploy')).because).toBe('not-relevant');
  });

  it('says that it scores too little beside the best, where the query asks for a share of that', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'boat rudder leaks' }, { text: 'the boat is red and old and stands on land' }]);
    for (const [minShare, because] of [
      [0.9, 'not-relevant'],
      [0.1, 'found'],
    ] as const) {
      const { hits } = await recalled(engine, 'boat rudder', { minShare });
      expect(hits.some(({ id }) => id === 'item-2')).toBe(because === 'found');
      expect((await engine.whyNot('item-2', 'boat rudder', { minShare })).because).toBe(because);
      expect((await engine.whyNot('item-1', 'boat rudder', { minShare })).because).toBe('found');
    }
  });

  it('says that a filter keeps it out', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'deploy', tags: ['work'], userId: 'ann' }]);
    expect((await engine.whyNot('item-1', 'deploy', { filters: { userId: 'bob' } })).because).toBe('filtered');
    expect((await engine.whyNot('item-1', 'deploy', { filters: { tags: ['work', 'plan'] } })).because).toBe('filtered');
    expect((await engine.whyNot('item-1', 'deploy', { filters: { tags: ['work'], userId: 'ann' } })).because).toBe(
      'found',
    );
  });

  it('says that it is softly forgotten, in the store and after it left', async () => {
    const { engine, clock } = await testEngine({ ttl: { hardMs: 2 * HOUR } });
    await engine.memorize([{ text: 'deploy' }]);
    await engine.forget({ ids: ['item-1'] }, 'soft');
    expect((await engine.whyNot('item-1', 'deploy')).because).toBe('forgotten');
    clock.now += 2 * HOUR + 1;
    await engine.step();
    expect((await engine.whyNot('item-1', 'deploy', { scope: 'all' })).because).toBe('forgotten');
    await engine.restore('item-1');
    expect((await engine.whyNot('item-1', 'deploy', { scope: 'all' })).because).toBe('found');
  });

  it('says that it is past the hard TTL, before and after the next command', async () => {
    const { engine, clock, journal } = await testEngine({ ttl: { hardMs: 2 * HOUR } });
    await engine.memorize([{ text: 'deploy' }]);
    clock.now += 2 * HOUR + 1;
    const before = await journal();
    const left = {
      because: 'left',
      reason: 'expired-hard',
      time: clock.now - 1,
      step: 0,
      message: expect.stringContaining("scope 'all'"),
    };
    expect(await engine.whyNot('item-1', 'deploy', { scope: 'items' })).toEqual(left);
    expect((await engine.whyNot('item-1', 'deploy', { scope: 'all' })).because).toBe('found');
    expect(await journal()).toEqual(before);
    await engine.step();
    expect(await engine.whyNot('item-1', 'deploy', { scope: 'items' })).toEqual(left);
    expect((await engine.whyNot('item-1', 'deploy', { scope: 'all' })).because).toBe('found');
  });

  it('says when and why it was evicted', async () => {
    const { engine, clock } = await testEngine({ limits: { maxItems: 1 }, recall: { scope: 'items' } });
    await engine.memorize([{ text: 'deploy' }]);
    await engine.step();
    clock.now += 5;
    await engine.memorize([{ text: 'deploy again' }]);
    const left = { because: 'left', reason: 'capacity-exceeded', time: clock.now, step: 1 };
    expect(await engine.whyNot('item-1', 'deploy')).toMatchObject(left);
    expect(await engine.whyNot('item-1', 'nothing alike')).toMatchObject(left);
  });

  it('says that it was forgotten for good, and when', async () => {
    const { engine, clock } = await testEngine();
    await engine.memorize([{ text: 'deploy' }]);
    clock.now += 9;
    await engine.forget({ ids: ['item-1'] }, 'hard');
    expect(await engine.whyNot('item-1', 'deploy')).toMatchObject({ because: 'erased', time: clock.now });
  });

  it('says that it does not know what never was, or what the long tail dropped', async () => {
    const { engine } = await testEngine({ limits: { maxItems: 1 }, longTail: { maxItems: 0 } });
    await engine.memorize([{ text: 'deploy' }]);
    await engine.memorize([{ text: 'deploy again' }]);
    for (const id of ['nobody', 'item-1']) {
      expect(await engine.whyNot(id, 'deploy', { scope: 'all' })).toMatchObject({
        because: 'unknown',
        message: expect.stringContaining(id),
      });
    }
  });

  it('refuses what recall would refuse', async () => {
    const { engine } = await testEngine();
    await expect(engine.whyNot('item-1', 7 as unknown as string)).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(engine.whyNot('item-1', 'deploy', { limit: 0 })).rejects.toMatchObject({ code: 'invalid-input' });
  });
});
