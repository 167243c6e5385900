import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Commit, WorkingMemory } from '../../src/api/memory.ts';
import { plainMessages } from '../../src/entries/lenses.ts';
import { memoryStorage, openMany, openWorkingMemory } from '../../src/entries/index.ts';
import type { ManyMemories, ManyOptions } from '../../src/host/open-many.ts';
import { conceptEmbedder } from '../support/fakes/concept-embedder.ts';
import { countingIds, fakeClock, wordTokens } from '../support/fakes/fakes.ts';

describe('many sessions', () => {
  const opened: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((each) => each.close()));
  });
  const many = (options: ManyOptions = {}): ManyMemories => {
    const memories = openMany({ storage: memoryStorage(), worker: false, tokenizer: wordTokens, ...options });
    opened.push(memories);
    return memories;
  };
  const textsOf = async (memory: WorkingMemory): Promise<string[]> =>
    (await memory.items.list()).map(({ text }) => text);

  it('are let go of, the one asked last staying longest, and answer as if they had been there', async () => {
    const memories = many({ max: 2 });
    const all = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((session) => memories.open(session)));
    const heard: number[] = [];
    all[0]?.subscribe(({ head }) => heard.push(head));
    for (const round of [1, 2]) {
      for (const [turn, memory] of all.entries()) {
        await memory.items.memorize(`${round} of ${turn}`);
        expect(memories.awake).toBe(2);
      }
    }
    for (const [turn, memory] of all.entries()) {
      expect(await textsOf(memory)).toEqual([`1 of ${turn}`, `2 of ${turn}`]);
      expect(memory.health()).toMatchObject({ state: 'ok', restarts: 0 });
    }
    expect(heard).toHaveLength(2);
  });

  it('rest when nobody asks them for a while, all of them', async () => {
    const memories = many({ idleMs: 20 });
    const [one, other] = await Promise.all([memories.open('one'), memories.open('other')]);
    await one?.items.memorize('a fact');
    await vi.waitFor(() => expect(memories.awake).toBe(0));
    expect(other?.runtime).toMatchObject({ place: 'same-thread', storage: 'memory' });
    expect(one && (await textsOf(one))).toEqual(['a fact']);
    expect(memories.awake).toBe(1);
    await vi.waitFor(() => expect(memories.awake).toBe(0));
  });

  it('lose nothing when more are asked at once than are kept', async () => {
    const memories = many({ max: 3 });
    const names = Array.from({ length: 30 }, (_, turn) => `s${turn}`);
    await Promise.all(
      [1, 2, 3, 4].flatMap((turn) =>
        names.map(async (name) => (await memories.open(name)).items.memorize(`${turn} of ${name}`)),
      ),
    );
    expect(memories.awake).toBe(3);
    for (const name of names) {
      const memory = await memories.open(name);
      expect((await textsOf(memory)).sort()).toEqual([1, 2, 3, 4].map((turn) => `${turn} of ${name}`));
    }
  });

  it('answer the same however few are kept', async () => {
    const step = fc.record({
      of: fc.nat(3),
      what: fc.constantFrom('memorize', 'remember', 'write', 'prepare', 'setLimits', 'forget', 'list'),
      word: fc.constantFrom('train', 'lake', 'budget', 'deploy'),
    });
    const answers = async (max: number, steps: readonly { of: number; what: string; word: string }[]) => {
      const clock = fakeClock();
      const memories = openMany({
        storage: memoryStorage(),
        worker: false,
        tokenizer: wordTokens,
        clock,
        ids: countingIds(),
        max,
      });
      const sessions = await Promise.all([0, 1, 2, 3].map((session) => memories.open(`s${session}`)));
      const said: unknown[] = [];
      for (const { of, what, word } of steps) {
        clock.now += 1000;
        const { items, files, context } = sessions[of] as WorkingMemory;
        if (what === 'memorize') said.push(await items.memorize(`The ${word} of ${of}`));
        if (what === 'remember') said.push((await items.remember(word)).hits.map(({ item }) => item.id));
        if (what === 'write') said.push(await files.write(`detail/${word}.md`, `${word} ${said.length}`));
        if (what === 'setLimits') said.push(await items.setLimits({ maxItems: 2 }));
        if (what === 'forget') said.push((await items.forget({ text: word })).forgotten.length);
        if (what === 'list') said.push(await items.list());
        // Without an id of the app, a request is named by the random salt of its session.
        const named = { requestId: `request ${said.length}` };
        if (what === 'prepare')
          said.push(await context.prepare(plainMessages, [{ role: 'user', content: word }], named));
      }
      await memories.close();
      return said;
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
        expect(await answers(1, steps)).toEqual(await answers(99, steps));
      }),
      { numRuns: 15 },
    );
  });

  it('share one memory a session among all who ask, and open another after that was closed', async () => {
    const memories = many();
    const [one, same] = await Promise.all([memories.open('a', 'ann'), memories.open('a', 'ann')]);
    expect(same).toBe(one);
    expect(await memories.open('a', 'ben')).not.toBe(one);
    await one?.items.memorize('a fact of ann');
    await one?.close();
    expect(memories.awake).toBe(1);
    const again = await memories.open('a', 'ann');
    expect(again).not.toBe(one);
    expect(await textsOf(again)).toEqual(['a fact of ann']);
    expect(await textsOf(await memories.open('a', 'ben'))).toEqual([]);
    expect(await memories.open('a', '/')).toBe(await memories.open('a'));
  });

  it('with what their workspaces share count as well', async () => {
    const memories = many({ max: 1 });
    const [ann, ben] = await Promise.all([memories.open('a', 'ann'), memories.open('b', 'ben')]);
    await ann?.shared.items.memorize('Ann is vegan');
    await ben?.shared.items.memorize('Ben is not');
    expect(memories.awake).toBe(1);
    expect((await ann?.shared.items.list())?.map(({ text }) => text)).toEqual(['Ann is vegan']);
  });

  it('that were deleted while they rested say so and do not come back, until they are reopened', async () => {
    const memories = many({ max: 1 });
    const [one, other] = [await memories.open('one'), await memories.open('other')];
    await one.items.memorize('a fact');
    await other.sessions.delete('one');
    await expect(one.items.memorize('too late')).rejects.toMatchObject({ code: 'not-found' });
    expect((await other.sessions.list()).map(({ session }) => session)).toEqual(['other']);
    await one.reopen();
    await one.items.memorize('anew');
    expect(await textsOf(one)).toEqual(['anew']);
  });

  it.each([1, 2])('that were deleted begin anew when they are opened again, with %i of them awake', async (max) => {
    const memories = many({ max });
    const [one, other] = [await memories.open('one'), await memories.open('other')];
    await one.items.memorize('a fact');
    await other.sessions.delete('one');
    await expect(one.items.memorize('too late')).rejects.toMatchObject({ code: 'not-found' });
    const again = await memories.open('one');
    expect(await textsOf(again)).toEqual([]);
    await again.items.memorize('anew');
    for (const each of [one, await memories.open('one')]) expect(await textsOf(each)).toEqual(['anew']);
  });

  it('take over what others committed while they rested', async () => {
    const storage = memoryStorage();
    const memories = many({ storage, max: 1 });
    const [one] = [await memories.open('one'), await memories.open('other')];
    const owner = await openWorkingMemory({ session: 'one', storage, worker: false });
    opened.push(owner);
    await owner.items.memorize('from elsewhere');
    expect(await textsOf(one)).toEqual(['from elsewhere']);
  });

  it('say once that others committed while they rested, to those who had subscribed, and nothing else', async () => {
    const storage = memoryStorage();
    const memories = many({ storage, max: 1 });
    const one = await memories.open('one');
    const heard: Commit[] = [];
    one.subscribe((commit) => heard.push(commit));
    const rest = () => memories.open('other').then((other) => other.items.list());
    await rest();
    await one.items.list();
    expect(heard).toEqual([]);
    await rest();
    const owner = await openWorkingMemory({ session: 'one', storage, worker: false });
    opened.push(owner);
    for (const text of ['from elsewhere', 'and again']) await owner.items.memorize(text);
    await one.items.memorize('back');
    expect(heard).toMatchObject([{ head: 3, events: [{ type: 'commits-missed', after: 1 }] }, { head: 4 }]);
    expect(heard[0]?.usage.after.items).toBe(2);
    await rest();
    await one.items.list();
    expect(heard).toHaveLength(2);
  });

  it('get their vectors again from an embedder that outlives their rest', async () => {
    const memories = many({ max: 1, embedder: conceptEmbedder() });
    const [one, other] = [await memories.open('one'), await memories.open('other')];
    for (const text of ['The beagle sleeps.', 'An invoice came.', 'Nothing else.']) {
      await Promise.all([one.items.memorize(text), other.items.memorize(text)]);
      await Promise.all([one.embedding.settled(), other.embedding.settled()]);
    }
    for (const memory of [one, other, one]) {
      const { hits } = await memory.items.remember('puppy');
      expect(hits.map(({ item }) => item.text)).toEqual(['The beagle sleeps.']);
      expect(memory.embedding.status()).toMatchObject({ state: 'idle', waiting: 0 });
    }
  });

  it('refuse names that are no texts, whatever these are, also where that session is open', async () => {
    const cyclic: { self?: unknown } = {};
    cyclic.self = cyclic;
    const memories = many();
    await memories.open('a');
    for (const none of [1n, Symbol('a'), cyclic, null, { toJSON: () => 'a' }] as never[]) {
      for (const opening of [memories.open(none), memories.open('a', none)])
        await expect(opening).rejects.toMatchObject({ code: 'invalid-option' });
    }
    expect(memories.awake).toBe(1);
  });

  it('refuse what each of them has for itself, options that are none before any is opened, and all after they were closed', async () => {
    expect(() => openMany({ max: 0 })).toThrow(expect.objectContaining({ code: 'invalid-option' }));
    expect(() => openMany({ session: 'a' } as ManyOptions)).toThrow(
      expect.objectContaining({ code: 'invalid-option' }),
    );
    expect(() => openMany(null as never)).toThrow('Option openMany must be an object; got null.');
    expect(() => openMany({ mx: 2 } as ManyOptions)).toThrow('Did you mean openMany.max?');
    expect(() => openMany({ limits: { maxItems: -1 } })).toThrow('openMany.limits.maxItems');
    const memories = many();
    const memory = await memories.open('a');
    await expect(memories.open('')).rejects.toMatchObject({ code: 'invalid-option' });
    await memories.close();
    await expect(memories.open('a')).rejects.toMatchObject({ code: 'closed' });
    await expect(memory.items.list()).rejects.toMatchObject({ code: 'closed' });
    expect(memories.awake).toBe(0);
  });
});
