import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../src/storage/memory.ts';
import { countingIds } from '../support/fakes/fakes.ts';
import { testEngine } from '../support/engine.ts';
import { recalled } from '../support/recall.ts';

describe('a session', () => {
  it('is created with its overview on disk, in the language that was asked for', async () => {
    const storage = memoryStorage();
    await testEngine({}, { storage });
    const { rows } = await storage.load({ workspace: '/', session: 'test' }, ['sessions', 'files']);
    expect(rows.map(({ store, key }) => `${store} ${key}`).sort()).toEqual(['files overview.md', 'sessions session']);
    const { engine } = await testEngine({ session: 'other', locale: 'zh-CN' });
    const { text } = await engine.readFile('overview.md');
    expect(text).toMatch(/^# Working Memory\n/);
    for (const heading of ['当前任务', '关键决策', '已知信息', '待解决', '最近操作'])
      expect(text).toContain(`## ${heading}\n`);
  });

  it('is created once when two owners open it together', async () => {
    const storage = memoryStorage();
    const [one] = await Promise.all([testEngine({}, { storage }), testEngine({}, { storage })]);
    expect((await one?.journal())?.map(({ events }) => events)).toHaveLength(1);
  });

  it('keeps its time: an owner with a slower clock does not turn it back', async () => {
    const storage = memoryStorage();
    const fast = await testEngine({}, { storage });
    fast.clock.now += 60_000;
    await fast.engine.memorize([{ text: 'later' }]);
    const slow = await testEngine({}, { storage, ids: countingIds('slow') });
    await slow.engine.memorize([{ text: 'even later' }]);
    const times = (await slow.journal()).map(({ time }) => time);
    expect(times).toEqual([...times].sort((one, other) => one - other));
  });

  it('takes over what another owner committed and decides again', async () => {
    const storage = memoryStorage();
    const settings = { limits: { maxItems: 2 } };
    const one = await testEngine(settings, { storage });
    const other = await testEngine(settings, { storage, ids: countingIds('other') });
    await one.engine.memorize([{ text: 'a' }, { text: 'b' }]);
    const result = await other.engine.memorize([{ text: 'c' }]);
    expect(result.evicted.map(({ id }) => id)).toEqual(['item-1']);
    expect(result.usage).toEqual({ before: { items: 2, tokens: 2 }, after: { items: 2, tokens: 2 } });
    expect(other.commits.map(({ head }) => head)).toEqual([2, 3]);
  });

  it('finds nothing to do, and no item, only in what is stored now', async () => {
    const { engine, host } = await testEngine();
    const { engine: deaf } = await testEngine({}, { storage: host.storage, ids: countingIds('deaf') });
    const memorize = async (text: string) => (await engine.memorize([{ text }])).items[0]?.id ?? '';
    await memorize('the code of the door is 4711');
    expect(await deaf.forget({ text: '4711' }, 'hard')).toMatchObject({ forgotten: [{ id: 'item-1' }] });
    expect(await deaf.touch([await memorize('said after it')])).toMatchObject({ touched: [{ id: 'item-2' }] });
    expect(await deaf.update(await memorize('and another'), { pinned: true })).toMatchObject({
      after: { pinned: true },
    });
    await expect(deaf.touch(['nobody'])).rejects.toMatchObject({ code: 'not-found' });
  });

  it('loads everything again when the other owner’s journal was cut', async () => {
    const storage = memoryStorage();
    const settings = { journal: { maxEntries: 16 } };
    const one = await testEngine(settings, { storage });
    const other = await testEngine(settings, { storage, ids: countingIds('other') });
    for (let note = 0; note < 30; note++) await one.engine.memorize([{ text: `note ${note}` }]);
    await other.engine.memorize([{ text: 'parrot' }]);
    expect((await other.engine.listItems()).map(({ text }) => text)).toHaveLength(31);
    expect(await other.journal()).toHaveLength(16);
    expect((await recalled(other.engine, 'parrot')).hits).toHaveLength(1);
  });

  it('says which commits it did not hear of when the other owner’s journal was cut', async () => {
    const storage = memoryStorage();
    const settings = { journal: { maxEntries: 16 } };
    const one = await testEngine(settings, { storage });
    const other = await testEngine(settings, { storage, ids: countingIds('other') });
    await other.engine.memorize([{ text: 'known before' }]);
    for (let note = 0; note < 30; note++) await one.engine.memorize([{ text: `note ${note}` }]);
    const heard = other.commits.length;
    await other.engine.memorize([{ text: 'now' }]);
    const [missed, own, ...more] = other.commits.slice(heard);
    expect(missed).toMatchObject({ head: 32, events: [{ type: 'commits-missed', after: 2 }] });
    expect(missed?.usage.after.items).toBe(31);
    expect(own).toMatchObject({ head: 33, events: [{ type: 'item-memorized' }] });
    expect(more).toEqual([]);
    expect(JSON.stringify(await other.journal())).not.toContain('commits-missed');
  });

  it('keeps every word out of its journal', async () => {
    const { engine, journal } = await testEngine({ limits: { maxItems: 1 } });
    const secret = 'xylophone';
    await engine.memorize([{ text: secret, speaker: secret, tags: [secret], group: secret, userId: secret }]);
    await engine.memorize([{ text: `another ${secret}` }]);
    await engine.writeFile('overview.md', secret);
    expect(JSON.stringify(await journal())).not.toContain(secret);
  });

  it('runs commands in the order in which they were asked', async () => {
    const slowFirst = {
      count: async (text: string) => (await new Promise((done) => setTimeout(done, text === 'first' ? 30 : 0)), 1),
    };
    const { engine } = await testEngine({}, { tokenizer: slowFirst });
    await Promise.all(['first', 'second', 'third'].map((text) => engine.memorize([{ text }])));
    expect((await engine.listItems()).map(({ text }) => text)).toEqual(['first', 'second', 'third']);
  });

  it('finishes what was asked before it was closed', async () => {
    const slow = { count: async () => (await new Promise((done) => setTimeout(done, 20)), 1) };
    const storage = memoryStorage();
    const { engine } = await testEngine({}, { storage, tokenizer: slow });
    const asked = [engine.memorize([{ text: 'first' }]), engine.memorize([{ text: 'second' }])];
    await engine.close();
    expect((await Promise.all(asked)).map(({ stored }) => stored)).toEqual([true, true]);
    expect(await (await testEngine({}, { storage })).engine.listItems()).toHaveLength(2);
  });

  it('keeps what it has when it must load everything again and cannot', async () => {
    const inner = memoryStorage();
    let broken = false;
    const storage = {
      ...inner,
      load: async (...args: Parameters<typeof inner.load>) => {
        if (broken) throw new Error('the disk is gone');
        return inner.load(...args);
      },
    };
    const settings = { journal: { maxEntries: 16 } };
    const one = await testEngine(settings, { storage });
    const other = await testEngine(settings, { storage, ids: countingIds('other') });
    await other.engine.memorize([{ text: 'known before' }]);
    for (let note = 0; note < 30; note++) await one.engine.memorize([{ text: `note ${note}` }]);
    broken = true;
    await expect(other.engine.memorize([{ text: 'too late' }])).rejects.toThrow('the disk is gone');
    expect((await other.engine.listItems()).map(({ text }) => text)).toEqual(['known before']);
    broken = false;
    await other.engine.memorize([{ text: 'now' }]);
    expect(await other.engine.listItems()).toHaveLength(32);
  });

  it('refuses everything once it is closed', async () => {
    const { engine } = await testEngine();
    await engine.close();
    for (const call of [
      engine.memorize([{ text: 'x' }]),
      recalled(engine, 'x'),
      engine.listItems(),
      engine.readFile('overview.md'),
    ]) {
      await expect(call).rejects.toMatchObject({ code: 'closed' });
    }
  });
});

describe('files', () => {
  it('write and read back, with a revision that counts', async () => {
    const { engine } = await testEngine();
    expect(await engine.writeFile('detail/plan.md', '计划')).toEqual({
      status: 'written',
      path: 'detail/plan.md',
      revision: 1,
      bytes: 6,
    });
    expect(await engine.writeFile('detail/plan.md', 'plan')).toMatchObject({ revision: 2 });
    expect(await engine.readFile('detail/plan.md')).toMatchObject({
      text: 'plan',
      revision: 2,
      source: 'user',
      trust: 2,
    });
    expect((await engine.listFiles()).map(({ path, bytes }) => [path, bytes])).toEqual([
      ['detail/plan.md', 4],
      ['overview.md', expect.any(Number)],
    ]);
  });

  it('answer a stale write with the text that is there now', async () => {
    const { engine } = await testEngine();
    await engine.writeFile('overview.md', 'newer', { baseRevision: 1 });
    expect(await engine.writeFile('overview.md', 'stale', { baseRevision: 1 })).toMatchObject({
      status: 'conflict',
      current: { text: 'newer', revision: 2 },
    });
    expect((await engine.readFile('overview.md')).text).toBe('newer');
  });

  it('refuse a path that differs from another only in case', async () => {
    const { engine } = await testEngine();
    await engine.writeFile('detail/Notes.md', 'x');
    await expect(engine.writeFile('detail/notes.md', 'y')).rejects.toMatchObject({
      details: { rule: 'case-collision' },
    });
    await expect(engine.writeFile('detail/Notes.md/x', 'y')).rejects.toMatchObject({
      details: { rule: 'file-and-folder' },
    });
  });

  it('name the files that exist when one does not', async () => {
    const { engine } = await testEngine();
    await expect(engine.readFile('detail/none.md')).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('overview.md'),
    });
  });
});
