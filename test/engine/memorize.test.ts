import { describe, expect, it } from 'vitest';
import { testEngine } from '../support/engine.ts';
import { recalled } from '../support/recall.ts';

const MINUTE = 60_000;

describe('memorize', () => {
  it('says what was stored, where, and how full the store is', async () => {
    const { engine } = await testEngine();
    const result = await engine.memorize([{ text: 'two words' }, { text: 'three more words' }]);
    expect(result).toEqual({
      stored: true,
      items: [
        { id: 'item-1', stored: true, position: 0, tokens: 2 },
        { id: 'item-2', stored: true, position: 1, tokens: 3 },
      ],
      replaced: [],
      evicted: [],
      expired: [],
      usage: { before: { items: 0, tokens: 0 }, after: { items: 2, tokens: 5 } },
    });
  });

  it('evicts the oldest of equal items when the store is full', async () => {
    const { engine } = await testEngine({ limits: { maxItems: 2 } });
    await engine.memorize([{ text: 'first' }, { text: 'second' }]);
    const { evicted, items } = await engine.memorize([{ text: 'third' }]);
    expect(evicted).toEqual([
      { id: 'item-1', position: 0, reason: 'capacity-exceeded', victimClass: 5, importance: 0.5, priority: 0.5 },
    ]);
    expect(items).toEqual([{ id: 'item-3', stored: true, position: 1, tokens: 1 }]);
    expect((await engine.listItems()).map(({ id, position }) => [id, position])).toEqual([
      ['item-2', 0],
      ['item-3', 1],
    ]);
  });

  it('lets a newcomer be its own victim, and says so', async () => {
    const { engine } = await testEngine({ limits: { maxItems: 2 } });
    await engine.memorize([{ text: 'first' }, { text: 'second' }]);
    const result = await engine.memorize([{ text: 'unimportant', importance: 0.1 }]);
    expect(result).toMatchObject({
      stored: false,
      items: [{ id: 'item-3', stored: false }],
      evicted: [{ id: 'item-3' }],
    });
    expect((await engine.listItems()).map(({ id }) => id)).toEqual(['item-1', 'item-2']);
  });

  it('keeps within the token limit too', async () => {
    const { engine } = await testEngine({ limits: { maxTokens: 6 } });
    await engine.memorize([{ text: 'one two three' }, { text: 'four five six' }]);
    const { evicted, usage } = await engine.memorize([{ text: 'seven eight nine ten' }]);
    expect(evicted.map(({ id }) => id)).toEqual(['item-1', 'item-2']);
    expect(usage.after).toEqual({ items: 1, tokens: 4 });
  });

  it('makes a protected item leave last, and names that reason', async () => {
    const { engine } = await testEngine({ limits: { maxItems: 2 } });
    await engine.memorize([
      { text: 'kept', importance: 0.9 },
      { text: 'kept too', importance: 0.8 },
    ]);
    const { evicted } = await engine.memorize([{ text: 'more', importance: 0.95 }]);
    expect(evicted).toMatchObject([{ id: 'item-1', reason: 'protected-last-resort' }]);
  });

  it('never lets a pinned item leave: the add fails and stores nothing', async () => {
    const { engine } = await testEngine({ limits: { maxItems: 1 } });
    await engine.memorize([{ text: 'pinned', pinned: true }]);
    const before = await engine.listItems();
    await expect(engine.memorize([{ text: 'a pinned one too', pinned: true }])).rejects.toMatchObject({
      code: 'only-pinned-left',
      details: { items: 1, maxItems: 1 },
    });
    expect(await engine.listItems()).toEqual(before);
  });

  it('removes what is past the hard TTL before it adds', async () => {
    const { engine, clock } = await testEngine({ ttl: { hardMs: 120 * MINUTE } });
    await engine.memorize([{ text: 'old' }]);
    clock.now += 120 * MINUTE;
    expect((await engine.memorize([{ text: 'exactly at the limit' }])).expired).toEqual([]);
    clock.now += 1;
    const { expired } = await engine.memorize([{ text: 'new' }]);
    expect(expired).toMatchObject([{ id: 'item-1', reason: 'expired-hard', position: 0 }]);
  });

  it('refuses an item larger than the whole store and keeps nothing of its batch', async () => {
    const { engine } = await testEngine({ limits: { maxTokens: 3 } });
    await expect(engine.memorize([{ text: 'fits' }, { text: 'this one does not fit' }])).rejects.toMatchObject({
      code: 'item-too-large',
      details: { tokens: 5, maxTokens: 3 },
    });
    expect(await engine.listItems()).toEqual([]);
  });

  it('dates an item no later than now and ages it from its own time', async () => {
    const { engine, clock } = await testEngine();
    await engine.memorize([
      { text: 'from the future', at: clock.now + 1000 },
      { text: 'from before', at: clock.now - MINUTE },
    ]);
    const [future, past] = await engine.listItems();
    expect(future).toMatchObject({ createdAt: clock.now, decay: 1 });
    expect(past?.createdAt).toBe(clock.now - MINUTE);
    expect(past?.decay).toBeLessThan(1);
  });

  it('does not follow a clock that jumps back', async () => {
    const { engine, clock } = await testEngine();
    await engine.memorize([{ text: 'noon' }]);
    const noon = clock.now;
    clock.now -= 24 * 60 * MINUTE;
    await engine.memorize([{ text: 'after the jump' }]);
    expect((await engine.listItems()).map(({ createdAt, decay }) => [createdAt, decay])).toEqual([
      [noon, 1],
      [noon, 1],
    ]);
  });
});

describe('remember', () => {
  it('ranks by relevance, decay and importance, and explains each score', async () => {
    const { engine } = await testEngine();
    await engine.memorize([
      { text: 'the deploy script lives in tools', importance: 0.2 },
      { text: 'the deploy script needs a token', importance: 0.9 },
      { text: 'deploy on Monday' },
      { text: 'lunch is at noon' },
    ]);
    const { hits } = await recalled(engine, 'deploy script', { explain: true });
    expect(hits.map(({ id }) => id)).toEqual(['item-2', 'item-1', 'item-3']);
    // Three of the four texts say deploy, two script.
    const idf = (holders: number): number => Math.log(1 + (4 - holders + 0.5) / (holders + 0.5));
    expect(hits.map(({ parts }) => parts?.matched)).toEqual([1, 1, expect.closeTo(idf(3) / (idf(3) + idf(2)), 6)]);
    const sums = hits.map(({ parts: { text = 0, window = 0, group = 0, prior = 0 } = {} }) => {
      return (text + 1.5 * window + 0.2 * group) * prior;
    });
    for (const [place, { score, parts, item }] of hits.entries()) {
      if (!parts || !item) throw new Error('no parts');
      expect(parts.importanceWeight).toBeCloseTo(0.8 + 0.4 * item.importance, 12);
      expect(parts.relevance).toBeCloseTo((sums[place] ?? NaN) / Math.max(...sums), 12);
      expect(score).toBeCloseTo(parts.relevance * parts.decay * parts.importanceWeight, 12);
    }
  });

  it('finds nothing for a prompt that shares no term, and ranks all for a blank one', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'alpha', importance: 0.9 }, { text: 'beta' }, { text: 'gamma' }]);
    expect((await recalled(engine, 'xyzzy')).hits).toEqual([]);
    expect((await recalled(engine, '  ')).hits.map(({ item }) => item?.text)).toEqual(['alpha', 'gamma', 'beta']);
  });

  it('answers Chinese and mixed prompts', async () => {
    const { engine } = await testEngine();
    await engine.memorize([
      { text: '用户喜欢蓝山咖啡' },
      { text: '发布时间定在周五' },
      { text: 'bug in syncResolver' },
    ]);
    const first = async (prompt: string) => (await recalled(engine, prompt)).hits[0]?.id;
    expect(await first('喜欢 咖啡')).toBe('item-1');
    expect(await first('什么时候发布？')).toBe('item-2');
    expect(await first('sync resolver 的问题')).toBe('item-3');
  });

  it('filters by user, agent and all tags, and obeys its limit', async () => {
    const { engine } = await testEngine();
    await engine.memorize([
      { text: 'note one', userId: 'ann', tags: ['work', 'plan'] },
      { text: 'note two', userId: 'bob', tags: ['work'] },
      { text: 'note three', agentId: 'planner' },
    ]);
    const found = async (filters: object, limit = 10) =>
      (await recalled(engine, 'note', { filters, limit })).hits.map(({ id }) => id).sort();
    expect(await found({ userId: 'ann' })).toEqual(['item-1']);
    expect(await found({ tags: ['work'] })).toEqual(['item-1', 'item-2']);
    expect(await found({ tags: ['work', 'plan'] })).toEqual(['item-1']);
    expect(await found({ agentId: 'planner', userId: 'ann' })).toEqual([]);
    expect(await found({}, 2)).toHaveLength(2);
  });

  it('hides items past the hard TTL without writing anything', async () => {
    const { engine, clock, journal } = await testEngine({ ttl: { hardMs: 120 * MINUTE } });
    await engine.memorize([{ text: 'fleeting' }]);
    const before = await journal();
    clock.now += 120 * MINUTE + 1;
    expect((await recalled(engine, 'fleeting', { scope: 'items' })).hits).toEqual([]);
    expect(await journal()).toEqual(before);
  });
});
