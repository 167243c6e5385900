// A hard forget removes a text from every row, the journal, every answer and every owner.
import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../src/storage/memory.ts';
import type { Commit } from '../../src/api/memory.ts';
import type { Engine } from '../../src/boundary/engine.ts';
import type { NewItem } from '../../src/items/item.ts';
import { readStructuredState, takeEvent } from '../../src/client/on-demand/state.ts';
import type { Storage } from '../../src/storage/port.ts';
import { testEngine, type TestEngine } from '../support/engine.ts';
import { countingIds } from '../support/fakes/fakes.ts';
import { recalled } from '../support/recall.ts';
import { appended } from '../support/messages/transcript.ts';
import { everythingIn } from '../support/storage/everything-in.ts';

const ADDRESS = { workspace: '/', session: 'test' };
const HOUR = 3_600_000;
const MARKER = 'xylophone';
const PRIVATE: NewItem = {
  text: `the ${MARKER} is hidden`,
  role: MARKER,
  speaker: MARKER,
  group: MARKER,
  userId: MARKER,
  agentId: MARKER,
  tags: [MARKER],
};

async function answersOf(engine: Engine, commits: readonly Commit[]): Promise<string> {
  const filters = { userId: MARKER };
  return JSON.stringify([
    await engine.listItems(),
    await engine.getItem('item-1'),
    await engine.recall(`the ${MARKER} is hidden`, { explain: true }),
    await engine.recall(MARKER, { scope: 'all', explain: true }),
    await engine.recall('', { scope: 'all', filters }),
    await engine.summarize(),
    await engine.whyNot('item-1', MARKER, { scope: 'all', filters }),
    await engine.capacity(),
    commits,
  ]);
}

async function expectNoTrace({ engine, commits }: TestEngine, storage: Storage): Promise<void> {
  expect(await everythingIn(storage)).not.toContain(MARKER);
  expect(await answersOf(engine, commits)).not.toContain(MARKER);
  expect((await recalled(engine, MARKER, { scope: 'all' })).hits).toEqual([]);
  expect(await engine.whyNot('item-1', MARKER, { scope: 'all' })).toMatchObject({
    because: 'erased',
    time: expect.any(Number),
  });
}

describe('an item that is forgotten for good', () => {
  it('leaves no trace in the store, in answers or after reopening, only a tombstone without content', async () => {
    const storage = memoryStorage();
    const test = await testEngine({}, { storage });
    await test.engine.memorize([PRIVATE, { text: 'it stays' }]);
    expect(await everythingIn(storage)).toContain(MARKER);
    test.clock.now += 5000;
    await test.engine.forget({ tags: [MARKER] }, 'hard');

    await expectNoTrace(test, storage);
    const { rows } = await storage.load(ADDRESS, ['items', 'tail', 'tombstones']);
    expect(rows.map(({ store, key }) => `${store} ${key}`)).toEqual(['items item-2', 'tombstones item-1']);
    expect(rows[1]?.value).toEqual({ time: test.clock.now, step: 0, check: expect.any(String) });
    await expectNoTrace(await testEngine({}, { storage, clock: test.clock }), storage);
  });

  it('leaves no trace in the long tail', async () => {
    const storage = memoryStorage();
    const settings = { limits: { maxItems: 1 } };
    const test = await testEngine(settings, { storage });
    await test.engine.memorize([PRIVATE]);
    await test.engine.memorize([{ text: 'it stays' }]);
    expect((await recalled(test.engine, MARKER, { scope: 'all' })).hits).toHaveLength(1);
    expect((await test.engine.forget({ ids: ['item-1'] }, 'hard')).forgotten).toEqual([
      { id: 'item-1', place: 'tail' },
    ]);

    await expectNoTrace(test, storage);
    await expectNoTrace(await testEngine(settings, { storage, clock: test.clock }), storage);
  });

  it('leaves no trace when it was hidden softly before', async () => {
    const storage = memoryStorage();
    const test = await testEngine({}, { storage });
    await test.engine.memorize([PRIVATE]);
    await test.engine.forget('oldest', 'soft');
    expect(await everythingIn(storage)).toContain(MARKER);
    await test.engine.forget('oldest', 'hard');
    await expectNoTrace(test, storage);
    await expect(test.engine.restore('item-1')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('leaves no trace when the long tail drops it at last, though that writes no tombstone', async () => {
    const storage = memoryStorage();
    const { engine, commits } = await testEngine({ limits: { maxItems: 1 }, longTail: { maxItems: 0 } }, { storage });
    await engine.memorize([PRIVATE]);
    await engine.memorize([{ text: 'it stays' }]);
    expect(await everythingIn(storage)).not.toContain(MARKER);
    expect(await answersOf(engine, commits)).not.toContain(MARKER);
    expect((await storage.load(ADDRESS, ['tombstones'])).rows).toEqual([]);
  });

  for (const [way, request] of [
    ['id', { ids: ['item-1'] }],
    ['tag', { tags: [MARKER] }],
    ['age', { strategy: 'time_based', ms: HOUR }],
  ] as const) {
    it(`leaves no trace when it expires in the very command that erases it by ${way}`, async () => {
      const storage = memoryStorage();
      const test = await testEngine({}, { storage });
      await test.engine.memorize([PRIVATE]);
      test.clock.now += 2 * HOUR + 1;
      await test.engine.forget(request, 'hard');
      await expectNoTrace(test, storage);
    });
  }

  it('leaves no trace when it was hidden softly and evicted before', async () => {
    const storage = memoryStorage();
    const test = await testEngine({ limits: { maxItems: 1 } }, { storage });
    await test.engine.memorize([PRIVATE]);
    await test.engine.forget('oldest', 'soft');
    await test.engine.memorize([{ text: 'it stays' }]);
    await test.engine.forget({ tags: [MARKER] }, 'hard');
    await expectNoTrace(test, storage);
  });

  it('is forgotten by a second owner too, once that has caught up', async () => {
    const storage = memoryStorage();
    const one = await testEngine({}, { storage });
    await one.engine.memorize([PRIVATE, { text: 'it stays' }]);
    const other = await testEngine({}, { storage, ids: countingIds('other') });
    expect((await recalled(other.engine, MARKER)).hits).toHaveLength(1);
    await one.engine.forget({ ids: ['item-1'] }, 'hard');
    await other.engine.step();

    await expectNoTrace(other, storage);
    expect((await other.engine.listItems()).map(({ id }) => id)).toEqual(['item-2']);
    await expect(other.engine.restore('item-1')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('is forgotten by a second owner that must load everything again', async () => {
    const storage = memoryStorage();
    const settings = { journal: { maxEntries: 16 }, limits: { maxItems: 1 } };
    const one = await testEngine(settings, { storage });
    await one.engine.memorize([PRIVATE]);
    const other = await testEngine(settings, { storage, ids: countingIds('other') });
    await one.engine.memorize([{ text: 'it stays' }]);
    await one.engine.forget({ ids: ['item-1'] }, 'hard');
    for (let step = 0; step < 20; step++) await one.engine.step();
    await other.engine.step();
    await expectNoTrace(other, storage);
  });

  it('does not come back with what a slower owner was about to write', async () => {
    const storage = memoryStorage();
    const one = await testEngine({}, { storage });
    await one.engine.memorize([PRIVATE, { text: 'it stays' }]);
    const other = await testEngine({}, { storage, ids: countingIds('other') });
    await one.engine.forget({ ids: ['item-1'] }, 'hard');
    await expect(other.engine.update('item-1', { pinned: true })).rejects.toMatchObject({ code: 'not-found' });
    await expect(other.engine.restore('item-1')).rejects.toMatchObject({ code: 'not-found' });
    await expectNoTrace(other, storage);
  });
});

const PIN = '4711';
const holdsPin = (text: string): boolean => /\b4711\b/.test(text);

describe('a short text that is forgotten for good', () => {
  it('goes out of every row that quotes it as a word, in one commit, and the rest stays', async () => {
    const storage = memoryStorage();
    const { engine, commits, journal, clock } = await testEngine({}, { storage });
    await engine.memorize([{ text: PIN }, { text: 'it stays' }]);
    await engine.writeFile('detail/notes.md', `# Notes\n\nHer pin is ${PIN}, not 47110.`);
    await engine.writeFile('detail/notes.md', `# Notes\n\nStill ${PIN}!`);
    await engine.writeFile('detail/notes.json', `{ "pin": ${PIN} }`);
    const call = { id: 'call-1', name: 'unlock', arguments: `{"pin":"${PIN}","as":${PIN},"in":"{\\"pin\\":${PIN}}"}` };
    await appended(engine, [
      { role: 'user', text: `my pin is ${PIN}`, original: { content: `my pin is ${PIN}`, pin: 4711, [PIN]: [4711.5] } },
      { role: 'assistant', text: '', name: `for ${PIN}`, calls: [call], original: -4711 },
      { role: 'tool', text: '', results: [{ id: 'call-1', text: `opened\nwith ${PIN}` }] },
      { role: 'user', text: 'the number 47110' },
    ]);
    const before = (await engine.status()).head;
    const [, untouched] = await engine.readMessages(2, 2);
    clock.now += 5000;
    await engine.forget({ ids: ['item-1'] }, 'hard');
    expect((await engine.status()).head).toBe(before + 1);
    const events = JSON.stringify((await journal()).at(-1)?.events);
    // The file and its history, the other one, and the line about that in the overview's index.
    expect(events.split('file-redacted')).toHaveLength(5);
    expect(events.split('message-redacted')).toHaveLength(4);

    const expectGone = async (one: Engine): Promise<void> => {
      const messages = await one.readMessages(0, 9);
      expect(messages).toMatchObject([
        {
          role: 'user',
          text: 'my pin is [forgotten]',
          original: { content: 'my pin is [forgotten]', pin: '[forgotten]', '[forgotten]': ['[forgotten].5'] },
        },
        { name: 'for [forgotten]', original: '-[forgotten]' },
        { results: [{ id: 'call-1', text: 'opened\nwith [forgotten]' }] },
        untouched,
      ]);
      expect(messages.some((message) => 'redacted' in message)).toBe(false);
      expect(messages[0]?.time).toBe(untouched?.time);
      const given = JSON.parse(messages[1]?.calls?.[0]?.arguments ?? '') as Record<string, string>;
      expect(given).toEqual({ pin: '[forgotten]', as: '[forgotten]', in: '{"pin":"[forgotten]"}' });
      expect((await one.readFile('detail/notes.md')).text).toBe('# Notes\n\nStill [forgotten]!');
      expect((await one.readFile('detail/notes.json')).text).toBe('{ "pin": "[forgotten]" }');
      const [former] = await one.fileHistory('detail/notes.md');
      expect(former?.text).toBe('# Notes\n\nHer pin is [forgotten], not 47110.');
      const { hits } = await recalled(one, 'opened', { scope: 'transcript' });
      expect(hits).toMatchObject([{ message: 2, snippet: 'opened with [forgotten]' }]);
      expect((await recalled(one, PIN, { scope: 'all' })).hits).toEqual([]);
      expect(holdsPin(JSON.stringify([messages, hits, await one.listItems(), commits]))).toBe(false);
      expect(holdsPin(await everythingIn(storage))).toBe(false);
    };
    await expectGone(engine);
    await expectGone((await testEngine({}, { storage, clock })).engine);
  });

  it('leaves a stub of the message that it is all of', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: PIN }]);
    await appended(engine, [
      { role: 'user', text: ` ${PIN}\n`, original: { content: PIN } },
      { role: 'tool', text: 'it says', results: [{ id: 'call-1', text: PIN }] },
      { role: 'user', text: `it is ${PIN}` },
    ]);
    await engine.forget({ ids: ['item-1'] }, 'hard');
    const messages = await engine.readMessages(0, 9);
    expect(messages.map(({ text, redacted }) => [text, redacted])).toEqual([
      ['', true],
      ['', true],
      ['it is [forgotten]', undefined],
    ]);
  });

  it('leaves longer words alone: to forget tea is not to forget the team', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'tea' }]);
    await engine.writeFile('detail/notes.md', 'the team has tea');
    await appended(engine, [{ role: 'user', text: 'the team has tea' }]);
    await engine.forget({ ids: ['item-1'] }, 'hard');
    expect((await engine.readMessages(0, 9))[0]?.text).toBe('the team has [forgotten]');
    expect((await engine.readFile('detail/notes.md')).text).toBe('the team has [forgotten]');
  });

  it('is found where a script has no spaces', async () => {
    const storage = memoryStorage();
    const { engine } = await testEngine({}, { storage });
    await engine.memorize([{ text: '密码' }, { text: PIN }]);
    await appended(engine, [{ role: 'user', text: `我的密码是${PIN}吗` }]);
    await engine.writeFile('detail/notes.md', `密码是${PIN}吗`);
    await engine.forget({ ids: ['item-1', 'item-2'] }, 'hard');
    expect((await engine.readMessages(0, 9))[0]?.text).toBe('我的[forgotten]是[forgotten]吗');
    expect((await engine.readFile('detail/notes.md')).text).toBe('[forgotten]是[forgotten]吗');
    expect(await everythingIn(storage)).not.toMatch(/密码|4711/);
  });

  it('takes neither the roles of messages nor the system’s blocks along', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'user' }, { text: 'system' }]);
    await engine.updateBlocks({ expected: undefined, blocks: { state: 'a user' }, kind: 'state_created' });
    await appended(engine, [{ role: 'user', text: 'hello', original: { role: 'user' } }]);
    await engine.forget({ ids: ['item-1', 'item-2'] }, 'hard');
    expect((await engine.readMessages(0, 9))[0]).toMatchObject({
      role: 'user',
      source: 'user',
      text: 'hello',
      original: { role: '[forgotten]' },
    });
    expect((await engine.stateBasis()).body).toBe('a [forgotten]');
  });

  it('does not come back when two owners take different texts out of one message', async () => {
    const inner = memoryStorage();
    let meanwhile = async (): Promise<void> => undefined;
    const storage: Storage = {
      ...inner,
      commit: async (...given) => {
        const work = meanwhile;
        meanwhile = async () => undefined;
        await work();
        return inner.commit(...given);
      },
    };
    const one = await testEngine({}, { storage });
    await one.engine.memorize([{ text: PIN }, { text: 'tea' }]);
    await appended(one.engine, [{ role: 'user', text: `tea and ${PIN}` }]);
    const other = await testEngine({}, { storage: inner });
    meanwhile = async () => void (await other.engine.forget({ ids: ['item-2'] }, 'hard'));
    await one.engine.forget({ ids: ['item-1'] }, 'hard');
    expect(await everythingIn(inner)).not.toMatch(/tea|4711/);
  });

  it('leaves the structured state readable that spoke of it', async () => {
    const { engine } = await testEngine({ template: 'yaml' });
    await takeEvent(engine, { type: 'task_started', context: { task: 'Tulips' } });
    await engine.memorize([{ text: 'Tulips' }]);
    await engine.forget('oldest', 'hard');
    expect((await readStructuredState(engine)).current_state.task).toBe('[forgotten]');
    await takeEvent(engine, { type: 'task_started', context: { task: 'Roses' } });
    expect((await readStructuredState(engine)).current_state.task).toBe('Roses');
  });

  it('goes with a damaged message', async () => {
    const inner = memoryStorage();
    let isDamaged = true;
    const rows: Storage['rows'] = async (address, store, after, limit) => {
      const found = await inner.rows(address, store, after, limit);
      if (store !== 'messages' || !isDamaged) return found;
      return found.map(({ value, ...key }) => ({ ...key, value: value && { ...value, step: 9 } }));
    };
    const row: Storage['row'] = async (address, store, key) => {
      const found = await inner.row(address, store, key);
      return found && store === 'messages' && isDamaged ? { ...found, step: 9 } : found;
    };
    const { engine } = await testEngine({}, { storage: { ...inner, rows, row } });
    await engine.memorize([{ text: PIN }]);
    await appended(engine, [{ role: 'user', text: `it is ${PIN}` }]);
    await engine.forget({ ids: ['item-1'] }, 'hard');
    isDamaged = false;
    expect(await engine.readMessages(0, 9)).toMatchObject([{ text: '', redacted: true }]);
  });
});

describe('a text that is named, not an item', () => {
  const told = async (): Promise<TestEngine & { storage: Storage }> => {
    const storage = memoryStorage();
    const test = await testEngine({ limits: { maxItems: 2 } }, { storage });
    await test.engine.memorize([
      { text: 'My PIN is 4711' },
      { text: 'The cat is called Minka' },
      { text: 'Tea at five' },
    ]);
    await test.engine.writeFile('detail/bank.md', '# Bank\n\nThe *PIN* of the user is **4711**.\n');
    await test.engine.writeFile('detail/bank.md', '# Bank\n\nPIN: 4711, account 12.\n');
    await appended(test.engine, [
      { role: 'user', text: 'By the way: MY\u00a0PIN IS 4711!' },
      { role: 'assistant', text: 'Noted, 4711 it is.' },
      { role: 'user', text: 'What is the PIN of my bank?' },
    ]);
    return { ...test, storage };
  };

  it('leaves everywhere, with the items that quote it', async () => {
    const test = await told();
    const { forgotten, erasure } = await test.engine.forget({ text: '4711' }, 'hard');
    expect(forgotten).toEqual([{ id: 'item-1', place: 'tail' }]);
    expect(await everythingIn(test.storage)).not.toContain('4711');
    expect(erasure).toMatchObject({ emptied: [0], shortened: [1], files: ['detail/bank.md'], revisions: 1 });
  });

  it('hides the items that quote it in soft mode, and changes nothing else', async () => {
    const { engine } = await told();
    const { forgotten, erasure } = await engine.forget({ text: 'minka' }, 'soft');
    expect(forgotten.map(({ id }) => id)).toEqual(['item-2']);
    expect(erasure).toBeUndefined();
    expect(JSON.stringify(await engine.readMessages(0, 10))).toContain('4711');
  });

  it('leaves beside an item with `also`', async () => {
    const test = await told();
    const { forgotten } = await test.engine.forget({ ids: ['item-2'] }, 'hard', ['4711', 'tea at five']);
    expect(forgotten.map(({ id }) => id)).toEqual(['item-2', 'item-3', 'item-1']);
    expect(await everythingIn(test.storage)).not.toMatch(/4711|Minka|Tea/);
  });

  it('is erased where no item holds it', async () => {
    const test = await told();
    const { forgotten, erasure } = await test.engine.forget({ text: 'account 12' }, 'hard');
    expect(forgotten).toEqual([]);
    expect(erasure).toMatchObject({ emptied: [], shortened: [], files: ['detail/bank.md'], revisions: 0 });
    expect(await everythingIn(test.storage)).not.toContain('account 12');
  });

  it('leaves no beginning of it in the overview’s index, in which every line still names its file', async () => {
    const long = `The vault code ${'of the bank '.repeat(10)}is 47110815`;
    const { engine } = await testEngine();
    await engine.writeFile('detail/Wilhelmina Quarx.md', 'Wilhelmina Quarx is here');
    await engine.writeFile('detail/vault.md', long);
    const indexed = async (): Promise<string[]> =>
      (await engine.readFile('overview.md')).text.split('\n').filter((line) => line.startsWith('- detail/'));
    await engine.forget({ text: long }, 'hard');
    expect(await indexed()).toContain('- detail/vault.md: [forgotten]');
    const { erasure } = await engine.forget({ text: 'Wilhelmina Quarx' }, 'hard');
    expect(await indexed()).toContain('- detail/Wilhelmina Quarx.md: [forgotten] is here');
    expect(new Set(erasure?.files)).toEqual(new Set(['detail/Wilhelmina Quarx.md', 'overview.md']));
    expect((await engine.forget({ text: 'Wilhelmina Quarx' }, 'hard')).erasure?.files).toEqual([]);
  });

  it('leaves a title that alone says it, and the first words of a message that is trimmed', async () => {
    const { engine, journal } = await testEngine({ transcript: { maxBytes: 65_536 } });
    await appended(engine, [{ role: 'user', text: 'My account is 12-4711' }]);
    await appended(engine, [{ role: 'assistant', text: 'Thank you. '.repeat(6000) }]);
    expect(await engine.readMessages(0, 1)).toMatchObject([{ text: '' }]);
    expect((await engine.forget({ text: '12-4711' }, 'hard')).erasure?.title).toBe(true);
    expect((await engine.listSessions({}))[0]?.title).toBeUndefined();
    await engine.renameSession('test', 'About vault 47110815');
    const { erasure } = await engine.forget({ text: '47110815' }, 'hard');
    expect(erasure).toMatchObject({ title: true, emptied: [], files: [] });
    expect((await engine.listSessions({}))[0]?.title).toBe('About vault [forgotten]');
    expect((await journal()).at(-1)?.events).toEqual([{ type: 'session-renamed' }]);
    expect((await engine.forget({ text: '47110815' }, 'hard')).erasure?.title).toBeUndefined();
  });

  it('is told what still says something alike', async () => {
    const { engine } = await told();
    const { erasure } = await engine.forget({ ids: ['item-1'] }, 'hard');
    expect(erasure?.remaining.map(({ similarity: _, ...place }) => place)).toContainEqual({ path: 'detail/bank.md' });
    for (const { similarity } of erasure?.remaining ?? []) expect(similarity).toBeGreaterThanOrEqual(0.5);
    expect(JSON.stringify(erasure)).not.toContain('4711');
  });

  it('is refused where nothing of it can be seen, and `also` in soft mode', async () => {
    const { engine } = await told();
    for (const text of ['', ' \n', '\u200b', 4711, null]) {
      await expect(engine.forget({ text } as never, 'hard')).rejects.toMatchObject({ code: 'invalid-input' });
      await expect(engine.forget('oldest', 'hard', [text] as never)).rejects.toMatchObject({ code: 'invalid-input' });
    }
    await expect(engine.forget('oldest', 'soft', ['4711'])).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(engine.forget('oldest', 'hard', '4711' as never)).rejects.toMatchObject({ code: 'invalid-input' });
    expect(await engine.listItems()).toHaveLength(2);
  });

  it('of the longest length leaves, and no error holds it', async () => {
    const text = '(4711|[^x]*?)+ '.repeat(2300).slice(0, 33_506);
    const storage = memoryStorage();
    const { engine } = await testEngine({ limits: { maxTokens: 1_000_000 } }, { storage });
    await engine.memorize([{ text }]);
    await appended(engine, [{ role: 'user', text: `Remember: ${text}` }]);
    await engine.forget({ ids: ['item-1'] }, 'hard');
    expect(await everythingIn(storage)).not.toContain('4711');
  });
});
