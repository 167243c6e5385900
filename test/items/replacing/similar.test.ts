// `memorize` reports similar items, so that the caller may revise them.
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/boundary/engine.ts';
import { testEngine } from '../../support/engine.ts';

const similarTo = async (engine: Engine, text: string, fields: object = {}) => {
  const { items } = await engine.memorize([{ text, ...fields }], { similar: true });
  return items[0]?.similar?.map(({ id }) => id);
};

describe('memorize with similar', () => {
  it.each([
    ['The release is planned for Friday, 14 March.', 'The release is planned for Monday, 17 March.'],
    ['Ana lives in Oslo with her two cats.', 'Ana and her two cats live in Bergen.'],
    ['发布时间定在周五下午三点。', '发布时间改到下周一上午十点。'],
    ['用户住在北京，有两只猫。', '用户有两只猫，搬到上海住了'],
  ])('shows %s for %s', async (text, next) => {
    const { engine } = await testEngine();
    await engine.memorize([{ text }, { text: 'The dog is called Bello.' }, { text: '数据库每晚两点备份。' }]);
    const { items } = await engine.memorize([{ text: next }], { similar: true });
    expect(items).toMatchObject([
      {
        id: 'item-4',
        stored: true,
        similar: [{ id: 'item-1', text, source: 'user', trust: 2, score: expect.any(Number) }],
      },
    ]);
    const [found] = items[0]?.similar ?? [];
    expect(found?.score).toBeGreaterThanOrEqual(0.45);
    expect(found?.score).toBeLessThanOrEqual(1);
  });

  it.each([
    ['The database runs PostgreSQL 14 on port 5433.', 'The database is backed up every night at two.'],
    [
      'Ana lives in Oslo.',
      'A long report about Oslo, where among many others Ana lives, and what the city plans next.',
    ],
    ['女儿的生日是五月三日。', '女儿在学大提琴。'],
  ])('does not show %s for %s', async (text, next) => {
    const { engine } = await testEngine();
    await engine.memorize([{ text }, { text: 'The dog is called Bello.' }]);
    expect(await similarTo(engine, next)).toEqual([]);
  });

  it('does not take a frame that many items share for the same', async () => {
    const { engine } = await testEngine();
    const likes = ['jazz', 'chess', 'sushi', 'hiking', 'tea', 'novels', 'sailing', 'tango'];
    await engine.memorize(likes.map((what) => ({ text: `The user likes ${what}.` })));
    expect(await similarTo(engine, 'The user likes pottery.')).toEqual([]);
    expect(await similarTo(engine, 'The user no longer likes sushi.')).toEqual(['item-3']);
  });

  it('shows at most three, best first, of store and long tail, and no formers or hidden ones', async () => {
    const { engine } = await testEngine({ limits: { maxItems: 8 } });
    const days = ['on Monday', 'at Easter', 'in May', 'at noon', 'by Friday'];
    await engine.memorize(days.map((day) => ({ text: `Acme pays the invoice for the roof ${day}` })));
    for (let note = 0; note < 6; note++)
      await engine.memorize([{ text: `entirely other note ${note} about ${'xyz'[note % 3]}` }]);
    await engine.memorize([{ text: 'Acme went out of business', replaces: 'item-5' }]);
    await engine.forget({ ids: ['item-4'] }, 'soft');
    const found = await similarTo(engine, 'Acme pays the invoice for the roof in May, it says');
    expect(found).toEqual(['item-3', 'item-2', 'item-1']);
  });

  it('leaves out what the call itself stores, refreshes or replaces', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'Ana lives in Oslo' }]);
    expect(await similarTo(engine, 'Ana lives in Oslo')).toEqual([]);
    expect(await similarTo(engine, 'Ana now lives in Bergen', { replaces: 'item-1' })).toEqual([]);
    const batch = [{ text: 'Ben lives in Rome' }, { text: 'Ben lived in Rome' }];
    const { items } = await engine.memorize(batch, { similar: true });
    expect(items.map(({ similar }) => similar)).toEqual([[], []]);
  });

  it('shows no item of another owner', async () => {
    const { engine } = await testEngine();
    const text = 'The old bank beside the church closes at four';
    await engine.memorize([{ text, userId: 'ana' }, { text }, { text: 'another note' }, { text: 'one more note' }]);
    expect(await similarTo(engine, `${text} or five`, { userId: 'bob' })).toEqual([]);
    expect(await similarTo(engine, `${text} or six`, { userId: 'ana' })).toEqual(['item-1']);
    expect(await similarTo(engine, `${text} or seven`)).toEqual(['item-2']);
  });

  it('is absent unless asked for, and refused when it is no flag', async () => {
    const { engine } = await testEngine();
    expect((await engine.memorize([{ text: 'Ana lives in Oslo' }])).items[0]).not.toHaveProperty('similar');
    const wrong = engine.memorize([{ text: 'Ana lives in Rome' }], { similar: 'yes' as unknown as boolean });
    await expect(wrong).rejects.toMatchObject({ code: 'invalid-input', details: { argument: 'similar' } });
  });

  it('is an option of revise as well', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'Ana lives in Oslo' }, { text: 'Ana lives alone in Bergen' }]);
    const { items } = await engine.revise('item-1', 'Ana lives in Bergen', { similar: true });
    expect(items).toMatchObject([{ similar: [{ id: 'item-2' }] }]);
  });
});
