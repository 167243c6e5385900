// One query over items, the long tail, files and messages.
import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../src/storage/memory.ts';
import type { Engine } from '../../src/boundary/engine.ts';
import type { Storage } from '../../src/storage/port.ts';
import type { Hit } from '../../src/api/recall.ts';
import type { Ranking, RecallOptions } from '../../src/recall/query.ts';
import { RANKINGS } from '../../src/options/names.ts';
import type { SettingsInput } from '../../src/options/options.ts';
import { testEngine } from '../support/engine.ts';
import { openFixed } from '../support/fixed-memory.ts';
import { recalled } from '../support/recall.ts';
import { fakeClock } from '../support/fakes/fakes.ts';
import { appended } from '../support/messages/transcript.ts';

const MINUTE = 60_000;
const FOREVER = { ttl: { softSteps: Infinity, softMs: Infinity, hardMs: Infinity } };

const ask = (engine: Engine, prompt: string, options?: RecallOptions): Promise<readonly Hit[]> =>
  recalled(engine, prompt, options).then(({ hits }) => hits);

const memorize = (engine: Engine, ...texts: readonly string[]) => engine.memorize(texts.map((text) => ({ text })));

describe('a question over everything', () => {
  const everything = async () => {
    const { engine, clock } = await testEngine({ limits: { maxItems: 2 } });
    await memorize(engine, 'The kiln in Faenza fires at 980 degrees.');
    await memorize(engine, 'Ruth orders the glaze.', 'The kiln needs a new thermocouple.');
    await engine.writeFile('detail/kiln.md', '# Workshop\n\n## Kiln\n\nThe kiln was bought in 2019.');
    await engine.writeFile('archive/talk.md', 'Old talk about the kiln and its chimney.');
    await engine.writeFile('overview.md', '# Working Memory\n\n## Current task\n\nRepair the kiln.');
    await appended(engine, [{ role: 'user', text: 'Has anybody looked at the kiln today?' }]);
    return { engine, clock };
  };

  it('finds it in every scope, each with what identifies it', async () => {
    const { engine, clock } = await everything();
    clock.now += MINUTE;
    const hits = await ask(engine, 'kiln', { scope: 'all' });
    expect(hits.map(({ scope }) => scope).sort()).toEqual([
      'archive',
      'detail',
      'items',
      'overview',
      'tail',
      'transcript',
    ]);
    const of = (scope: string): Hit | undefined => hits.find((hit) => hit.scope === scope);
    expect(of('items')).toMatchObject({ id: expect.any(String), archived: false, position: 1, ageMs: MINUTE });
    expect(of('tail')).toMatchObject({ id: expect.any(String), archived: true, left: { reason: 'capacity-exceeded' } });
    expect(of('detail')).toMatchObject({ path: 'detail/kiln.md', heading: 'Workshop › Kiln', archived: false });
    expect(of('archive')).toMatchObject({ path: 'archive/talk.md', heading: '', archived: true });
    expect(of('overview')).toMatchObject({ path: 'overview.md', archived: false });
    expect(of('transcript')).toMatchObject({ message: 0, heading: 'user', archived: false, ageMs: MINUTE });
    for (const { snippet, matches } of hits) {
      expect(matches.map(([start, end]) => snippet.slice(start, end).toLowerCase())).toContain('kiln');
    }
  });

  it('answers as things stood when it was asked, though an item leaves while a message is read', async () => {
    const storage = memoryStorage();
    let reading: (() => Promise<unknown>) | undefined;
    const slow: Storage = {
      ...storage,
      async row(...asked) {
        const during = reading;
        // The forget reads messages itself.
        reading = undefined;
        await during?.();
        return storage.row(...asked);
      },
    };
    const { engine } = await testEngine({ longTail: { maxItems: 0 } }, { storage: slow });
    await appended(engine, [{ role: 'user', text: 'kiln kiln kiln' }]);
    await memorize(engine, 'The kiln in Faenza fires at 980 degrees.');
    reading = () => engine.forget({ ids: ['item-1'] }, 'hard');
    const hits = await ask(engine, 'kiln', { scope: ['items', 'transcript'] });
    expect(hits.map(({ scope }) => scope)).toEqual(['transcript', 'items']);
  });

  it.each<[RecallOptions['scope'] & {}, readonly string[]]>([
    ['items', ['items']],
    ['tail', ['tail']],
    [
      ['items', 'tail'],
      ['items', 'tail'],
    ],
    ['files', ['archive', 'detail', 'overview']],
    [['detail'], ['detail']],
    [
      ['overview', 'transcript'],
      ['overview', 'transcript'],
    ],
  ])('looks in %j and nowhere else', async (scope, found) => {
    const { engine } = await everything();
    expect((await ask(engine, 'kiln', { scope })).map((hit) => hit.scope).sort()).toEqual(found);
  });

  it('shows an item and the message it came from once', async () => {
    const { engine } = await testEngine();
    const said = 'Please deliver the tiles to the back door.';
    await appended(engine, [{ role: 'user', text: said }]);
    await memorize(engine, said);
    expect(await ask(engine, 'tiles', { scope: 'all' })).toEqual([
      expect.objectContaining({ scope: 'items', also: [{ scope: 'transcript', message: 0 }] }),
    ]);
  });

  it('fills the limit although doubles fold', async () => {
    const { engine } = await testEngine();
    const said = Array.from({ length: 8 }, (_, index) => `Delivery ${index} of tiles went to door number ${index}.`);
    await appended(
      engine,
      said.map((text) => ({ role: 'user' as const, text })),
    );
    await memorize(engine, ...said);
    const hits = await ask(engine, 'tiles', { scope: 'all', limit: 6 });
    expect(hits).toHaveLength(6);
    expect(hits.every(({ also }) => also?.length === 1)).toBe(true);
  });

  it.each([1, 2, 10])('fills a limit of %i although a text was said again and again', async (limit) => {
    const { engine } = await testEngine();
    const message = (text: string) => ({ role: 'user' as const, text });
    await memorize(engine, 'boat rudder leaks');
    await appended(engine, Array<object>(60).fill(message('boat rudder leaks')) as ReturnType<typeof message>[]);
    await appended(
      engine,
      Array.from({ length: 20 }, (_, at) => message(`boat number ${at} is red and old and stands on land`)),
    );
    const hits = await ask(engine, 'boat rudder', { scope: 'all', limit });
    expect(hits).toHaveLength(limit);
    expect(hits[0]?.scope).toBe('items');
    if (limit > 1) expect(hits[0]?.also).toHaveLength(60);
    expect(hits.slice(1).every(({ scope }) => scope === 'transcript')).toBe(true);
  });

  it('does not find the template of an overview that nobody has written', async () => {
    const { engine } = await testEngine();
    expect(await ask(engine, 'current task decisions', { scope: 'all' })).toEqual([]);
  });
});

describe('neighbours', () => {
  const talk = [
    'Has the parcel for Oslo left?',
    'It left on Tuesday.',
    'Good, then tell the customer.',
    'The parrot sleeps a lot in winter.',
  ];

  it('lift the answer to a question that shares no word with the prompt, once there are enough texts to tell', async () => {
    const { engine } = await testEngine({ ...FOREVER, limits: { maxItems: 500, maxTokens: 100_000 } });
    const topics = [
      'tram',
      'oven',
      'wool',
      'roof',
      'violin',
      'lock',
      'market',
      'dye',
      'bow',
      'line',
      'beam',
      'well',
      'mill',
      'ferry',
      'bell',
      'quay',
    ];
    const filler = topics.flatMap((topic) =>
      ['how old is', 'who repairs', 'we paid for', 'nobody wants'].map(
        (verb) => `${verb} the ${topic}, says the ${topic} man`,
      ),
    );
    await engine.memorize([...filler, ...talk.slice(0, 3)].map((text) => ({ text })));
    const texts = (await ask(engine, 'Oslo parcel', { explain: true })).map(({ item, parts }) => [
      item?.text,
      parts?.text,
    ]);
    expect(texts[0]?.[0]).toBe(talk[0]);
    expect(texts).toContainEqual([talk[1], 0]);
  });

  it('bring nothing along in a small store', async () => {
    const { engine } = await testEngine();
    await memorize(engine, ...talk);
    expect((await ask(engine, 'Oslo parcel')).map(({ item }) => item?.text)).toEqual([talk[0]]);
  });

  it('count for nobody where the query may not see them', async () => {
    const { engine } = await testEngine(FOREVER);
    const said = Array.from({ length: 40 }, (_, index) => ({
      text: index % 2 === 0 ? `the harbour crane number ${index}` : `line ${index} of something`,
      userId: index % 2 === 0 ? 'ann' : 'bob',
    }));
    await engine.memorize(said);
    expect(await ask(engine, 'harbour crane', { filters: { userId: 'bob' } })).toEqual([]);
  });
});

describe('the order', () => {
  it('is the same after a reload, also when items and files have gone', async () => {
    const storage = memoryStorage();
    const clock = fakeClock();
    const options = { ...FOREVER, limits: { maxItems: 60, maxTokens: 100_000 }, longTail: { maxItems: 30 } };
    const { engine } = await testEngine(options, { storage, clock });
    const words = ['anchor', 'beacon', 'cable', 'dock', 'engine', 'flag', 'gangway'];
    const text = (index: number): string =>
      [0, 1, 2].map((step) => words[(index * (step + 3) + (index >> step)) % words.length]).join(' ') + ` ${index}`;
    for (let index = 0; index < 150; index++) {
      clock.now += (index % 9) * MINUTE;
      await engine.memorize([
        {
          text: text(index),
          speaker: index % 3 === 0 ? 'Ann Lee' : 'Bob',
          ...(index % 4 > 0 && { group: `talk ${index >> 4}` }),
        },
      ]);
      await appended(engine, [{ role: 'user', text: `${text(index + 5)}?` }]);
      if (index % 10 === 0)
        await engine.writeFile(`detail/${index % 40}.md`, `# ${text(index)}\n\n${text(index + 1)}`, { force: true });
      if (index % 17 === 16) await engine.forget({ ids: [(await engine.listItems())[3]?.id ?? ''] }, 'hard');
    }
    const answers = async (one: Engine) =>
      Promise.all(
        ['anchor', 'dock flag', 'what did Ann say about the cable?', 'engine 12'].map((prompt) =>
          ask(one, prompt, { scope: 'all', limit: 50, explain: true }),
        ),
      );
    const before = await answers(engine);
    const again = await testEngine(options, { storage, clock });
    expect(await answers(again.engine)).toEqual(before);
    expect(before.every((hits) => hits.length > 10)).toBe(true);
  });

  it('puts what is said by somebody whom the prompt names first', async () => {
    const { engine } = await testEngine();
    await engine.memorize([
      { text: 'I like the green boat', speaker: 'Ann Lee' },
      { text: 'I like the green boat', speaker: 'Bob' },
      { text: 'I like the green boat', speaker: 'Cem' },
      { text: 'I like the green boat', speaker: 'Jean-Luc' },
    ]);
    for (const name of ['Ann', 'Bob', 'Cem', 'Jean-Luc']) {
      const [best] = await ask(engine, `Which boat does ${name} like?`);
      expect(best?.item?.speaker?.split(' ')[0]).toBe(name);
    }
  });

  it('says how well the best hit fits, and leaves out what falls far behind it', async () => {
    const { engine } = await testEngine();
    await memorize(engine, 'The boat is moored at pier seven in Hoorn.', 'The mooring fee is due.', 'Soup on Monday.');
    const all = await recalled(engine, 'Where is the boat moored in Hoorn?');
    expect(all.confidence).toBe(1);
    expect(all.hits).toHaveLength(2);
    expect((await recalled(engine, 'Where is the boat moored in Hoorn?', { minShare: 0.8 })).hits).toHaveLength(1);
    expect((await recalled(engine, 'boat insurance policy number')).confidence).toBeLessThan(0.5);
    expect(await recalled(engine, 'giraffe')).toMatchObject({ hits: [], confidence: 0 });
    for (const blank of ['', ' \n']) expect((await recalled(engine, blank)).confidence).toBe(1);
    for (const nothing of ['How are you?', '???', '…', '👍']) {
      const { hits, confidence } = await recalled(engine, nothing);
      expect([hits.length, confidence], nothing).toEqual([3, 0]);
    }
    expect((await recalled(engine, 'boat', { ranking: 'seed' })).confidence).toBeGreaterThan(0.2);
    for (const minShare of [-1, 2, Number.NaN, '1']) {
      const options = { minShare } as unknown as RecallOptions;
      await expect(ask(engine, 'boat', options)).rejects.toMatchObject({ code: 'invalid-input' });
    }
  });

  it.each([
    ['summarize everything that you remember about the dog', 8],
    ['list all vets of the dog in Hoorn', 18],
  ])('finds what many texts are about, whatever unknown words ask for it: %s', async (prompt, most) => {
    for (const count of [2, 8, 14, most]) {
      const { engine } = await testEngine();
      const dog = Array.from({ length: count }, (_, at) => `The dog was in room ${at}.`);
      await memorize(engine, ...dog, ...Array.from({ length: 20 - count }, (_, at) => `Guest ${at} sleeps.`));
      expect(await ask(engine, prompt, { limit: 20 }), `${count} texts`).toHaveLength(count);
    }
  });

  it('finds nothing for one common word among unknown ones', async () => {
    const { engine } = await testEngine();
    await memorize(engine, ...Array.from({ length: 20 }, (_, at) => `The dog was in room ${at}.`));
    expect(await ask(engine, 'Does the dog insurance cover surgery abroad?')).toEqual([]);
  });

  it.each([
    ['房租多少钱？', '房租每个月3500元'],
    ['我的猫叫什么？', '我的猫叫咪咪'],
    ['我什么时候看牙医？', '我周四看牙医'],
    ['Where do I currently live?', 'I live in Lisbon.'],
    ['First of all, where do I live?', 'I live in Lisbon.'],
  ])('is sure of an answer whose question only asks beyond it: %s', async (prompt, told) => {
    const { engine } = await testEngine();
    await memorize(engine, '早上好', '我住在杭州', told, '我对什么都不过敏');
    const { hits, confidence } = await recalled(engine, prompt);
    expect([hits[0]?.item?.text, confidence]).toEqual([told, 1]);
  });

  it('is a little sure of what suits the time of a prompt alone', async () => {
    const { engine, clock } = await testEngine(FOREVER);
    await memorize(engine, 'Soup with Ann.');
    clock.now += 24 * 60 * MINUTE;
    await memorize(engine, 'The mooring fee is due.');
    const { hits, confidence } = await recalled(engine, 'What did I do yesterday?');
    expect([hits[0]?.item?.text, confidence]).toEqual(['Soup with Ann.', 0.3]);
    expect((await recalled(engine, 'What did I do last year?')).confidence).toBe(0);
  });

  it.each(['meaning', 'former', 'abandoned', 'inView', 'explain'])('refuses %s that is no flag', async (name) => {
    const { engine } = await testEngine();
    const options = { [name]: 'yes' } as unknown as RecallOptions;
    await expect(ask(engine, 'boat', options)).rejects.toMatchObject({
      code: 'invalid-input',
      details: { argument: name },
    });
  });

  it.each(['hybrid', 'importance-recency', 'seed'] as const)(
    'tells in the ranking %s why one that falls far behind the best is missing',
    async (ranking) => {
      const { engine } = await testEngine();
      await engine.memorize([
        { text: 'The boat is moored at pier seven in Hoorn.', importance: 0.2 },
        { text: 'The mooring fee is due.', importance: 0.9 },
      ]);
      const prompt = 'Where is the boat moored in Hoorn?';
      for (const minShare of [0, 0.5, 0.8, 0.99, 1]) {
        const { hits } = await recalled(engine, prompt, { ranking, minShare });
        for (const id of ['item-1', 'item-2']) {
          const rank = hits.findIndex((hit) => hit.id === id);
          const why = rank < 0 ? { because: 'not-relevant' } : { because: 'found', rank };
          expect(await engine.whyNot(id, prompt, { ranking, minShare }), `${id} at ${minShare}`).toMatchObject(why);
        }
      }
    },
  );

  it.each([
    ['Where do I live?', 'I live in Lisbon.', 'My mother lives in Porto.'],
    ['What is my birthday?', 'My birthday is on 3 May.', "My sister's birthday is on 9 June."],
    ['我住在哪里？', '我住在北京。', '我妈妈住在上海。'],
  ])('puts the own fact before that of somebody else which answers as well: %s', async (prompt, own, other) => {
    for (const texts of [
      [own, other],
      [other, own],
    ]) {
      const { engine } = await testEngine();
      await memorize(engine, ...texts);
      expect((await ask(engine, prompt)).map(({ item }) => item?.text)).toEqual([own, other]);
    }
  });

  it('lets the newest version lead, but none for a time before it was said', async () => {
    const clock = fakeClock();
    const { engine } = await testEngine(FOREVER, { clock });
    clock.now = Date.UTC(2026, 4, 11, 9);
    await memorize(engine, 'The weight of the user is 80 kg.');
    clock.now = Date.UTC(2026, 4, 18, 9);
    await memorize(engine, 'The weight of the user is 79 kg.');
    const first = async (prompt: string) => (await ask(engine, prompt))[0]?.item?.text;
    expect(await first('What is the weight of the user?')).toContain('79');
    expect(await first('What is the weight of the user today?')).toContain('79');
    expect(await first('What was the weight of the user on 11 May?')).toContain('80');
    expect((await recalled(engine, 'What was the weight of the user on 11 May?')).hits[0]?.newerThan).toBeUndefined();
  });

  it.each([
    ['email', 'e-mail'],
    ['wifi', 'Wi-Fi'],
    ['tshirt', 'T-shirt'],
    ['login', 'log-in'],
    ['babysitter', 'baby-sitter'],
  ])('finds %s for %s, and the other way round', async (one, other) => {
    for (const [asked, told] of [
      [one, other],
      [other, one],
    ] as const) {
      const { engine } = await testEngine();
      await memorize(engine, ...Array.from({ length: 20 }, (_, at) => `Guest ${at} sleeps.`), `My ${told} is here`);
      const { hits, confidence } = await recalled(engine, `Where is my ${asked}?`);
      expect([hits.map(({ item }) => item?.text), confidence]).toEqual([[`My ${told} is here`], 1]);
    }
  });

  it('puts what only asks behind what answers', async () => {
    const { engine } = await testEngine();
    await memorize(engine, 'The code of the gate is 4711.', 'What is the code of the gate again?');
    expect((await ask(engine, 'code of the gate'))[0]?.item?.text).toBe('The code of the gate is 4711.');
  });

  it('does not bury what is old, unless a question asks for what is recent', async () => {
    const clock = fakeClock();
    const { engine } = await testEngine(FOREVER, { clock });
    await memorize(engine, 'The deposit is paid back in June.');
    clock.now += 200 * 24 * 60 * MINUTE;
    await memorize(engine, 'June is warm.');
    const hits = await ask(engine, 'deposit in June', { explain: true });
    expect(hits[0]).toMatchObject({ item: { text: 'The deposit is paid back in June.' }, parts: { decay: 0.95 } });
    const recent = await ask(engine, 'deposit in June', { explain: true, recency: 0.8 });
    expect(recent[0]).toMatchObject({ item: { text: 'June is warm.' }, parts: { decay: 1 } });
    expect(recent[1]?.parts?.decay).toBeCloseTo(0.2, 12);
    await expect(ask(engine, 'deposit', { recency: 1.5 })).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

describe('the ranking of the source', () => {
  it('is its formula to the letter, over the words of any script', async () => {
    const { engine } = await testEngine();
    await memorize(engine, '数据库连接池耗尽', 'the database pool is empty', 'lunch at noon');
    const [first] = await ask(engine, '数据库', { ranking: 'seed', explain: true });
    expect(first).toMatchObject({ item: { text: '数据库连接池耗尽' }, parts: { keyword: 3 / 8 } });
    expect(first?.parts?.cosine).toBeGreaterThan(0.4);
    const [best] = await ask(engine, 'database pool', { ranking: 'seed', explain: true });
    expect(best).toMatchObject({ item: { text: 'the database pool is empty' }, parts: { keyword: 13 / 26 } });
    expect(best?.parts?.cosine).toBeGreaterThan(0.5);
    expect(best?.parts?.relevance).toBe(0.7 * (best?.parts?.cosine ?? 0) + 0.3 * 0.5);
  });

  it('refuses to rank anything but items', async () => {
    const { engine } = await testEngine();
    await expect(recalled(engine, 'x', { ranking: 'seed', scope: 'all' })).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining("items, tail or both with ranking: 'seed'"),
    });
  });
});

describe('the ranking of a profile', () => {
  const importantFirst = [
    { text: 'the kiln of Faenza', importance: 0.2 },
    { text: 'a kiln, bought second hand in the spring of 2019', importance: 0.9 },
  ];

  it.each([
    ['default', ['item-1', 'item-2']],
    ['queue', ['item-2', 'item-1']],
    ['priority', ['item-1', 'item-2']],
  ] as const)('is what %s ranks by where a query names none', async (profile, order) => {
    const { engine, settings } = await testEngine({ profile });
    await engine.memorize(importantFirst);
    const query = { explain: true } as const;
    const hits = await ask(engine, 'kiln of Faenza', query);
    expect(hits.map(({ id }) => id)).toEqual(order);
    expect(hits).toEqual(await ask(engine, 'kiln of Faenza', { ...query, ranking: settings.recall.ranking }));
    for (const [rank, id] of order.entries()) {
      expect(await engine.whyNot(id, 'kiln of Faenza')).toMatchObject({ because: 'found', rank });
    }
  });

  it('importance-recency leaves out what shares no word with the prompt, however important', async () => {
    const { engine } = await testEngine({});
    await engine.memorize([{ text: 'the kiln of Faenza' }, { text: 'a heron on the roof', importance: 1 }]);
    const found = await ask(engine, 'kiln', { ranking: 'importance-recency' });
    expect(found.map(({ id }) => id)).toEqual(['item-1']);
    expect(await ask(engine, 'otter', { ranking: 'importance-recency' })).toEqual([]);
  });

  it('importance-recency leaves out the neighbours of a match, which hybrid brings', async () => {
    const { engine } = await testEngine({ limits: { maxItems: 200, maxTokens: 10_000 } });
    // Neighbours have so much in common that they count for one another.
    const about = (note: number): string => {
      const kiln = Math.floor(note / 10);
      return `kiln${kiln} of owner${kiln} fired pot${note} and pot${note + 1} in the evening`;
    };
    for (let note = 0; note < 200; note++) await engine.memorize([{ text: about(note) }]);
    const texts = async (ranking: Ranking): Promise<string[]> =>
      (await ask(engine, 'pot35', { ranking })).map(({ snippet }) => snippet);
    const matches = [about(34), about(35)];
    expect((await texts('hybrid')).length).toBeGreaterThan(matches.length);
    expect(new Set(await texts('importance-recency'))).toEqual(new Set(matches));
  });

  it('is an option, and yields to the ranking of a query', async () => {
    const { engine } = await testEngine({ profile: 'queue', recall: { ranking: 'hybrid' } });
    await engine.memorize(importantFirst);
    const [first] = await ask(engine, 'kiln of Faenza');
    expect(first?.id).toBe('item-1');
    const [important] = await ask(engine, 'kiln of Faenza', { ranking: 'importance-recency' });
    expect(important?.id).toBe('item-2');
  });

  it.each(['queue', 'priority'] as const)(
    'gives way to hybrid in %s where more than items is searched',
    async (profile) => {
      const { engine } = await testEngine({ profile });
      await engine.memorize(importantFirst);
      await engine.writeFile('detail/kiln.md', 'The kiln of Faenza was bought in 2019.');
      for (const scope of ['all', 'files', ['items', 'detail']] as const) {
        const hits = await ask(engine, 'kiln of Faenza', { scope });
        expect(hits).toEqual(await ask(engine, 'kiln of Faenza', { scope, ranking: 'hybrid' }));
        expect(hits.some(({ path }) => path === 'detail/kiln.md')).toBe(true);
      }
      await expect(recalled(engine, 'x', { ranking: 'seed', scope: 'files' })).rejects.toMatchObject({
        code: 'invalid-input',
      });
    },
  );

  it('holds for the app’s remember and the model’s, not for the search in files', async () => {
    const memory = await openFixed({ profile: 'queue' });
    for (const item of importantFirst) await memory.items.memorize(item);
    const order = ({ hits }: { readonly hits: readonly Hit[] }) => hits.map(({ id }) => id);
    expect(order(await memory.items.remember('kiln of Faenza'))).toEqual(['item-2', 'item-1']);
    expect(order(await memory.files.search('kiln of Faenza', { scope: 'items' }))).toEqual(['item-1', 'item-2']);
    const [search, recall] = await memory.tools({ only: ['search', 'recall'] });
    const answered = async (tool: typeof search): Promise<readonly string[] | null | undefined> =>
      (await tool?.execute({ query: 'kiln of Faenza', scope: 'items' }))?.match(/item-\d/g);
    expect([await answered(recall), await answered(search)]).toEqual([
      ['item-2', 'item-1'],
      ['item-1', 'item-2'],
    ]);
    await memory.close();
  });
});

describe('a question for items that names no scope', () => {
  const leftAndKept = async (settings: Partial<SettingsInput>) => {
    const { engine } = await testEngine({ limits: { maxItems: 1 }, ...settings });
    await memorize(engine, 'The kiln fires at 980 degrees.');
    await memorize(engine, 'The kiln needs a thermocouple.');
    return engine;
  };
  const found = async (engine: Engine, options?: RecallOptions) =>
    (await ask(engine, 'kiln', options)).map(({ id, archived }) => `${id}${archived ? ' left' : ''}`).sort();

  it('looks in the store and the long tail by default, and marks what has left', async () => {
    const engine = await leftAndKept({});
    expect(await found(engine)).toEqual(['item-1 left', 'item-2']);
    expect(await found(engine, { scope: undefined } as object)).toEqual(['item-1 left', 'item-2']);
    expect(await found(engine, { scope: 'items' })).toEqual(['item-2']);
    expect(await engine.whyNot('item-1', 'kiln')).toMatchObject({ because: 'found' });
    for (const ranking of RANKINGS) expect(await found(engine, { ranking })).toEqual(['item-1 left', 'item-2']);
  });

  it.each(['queue', 'priority'] as const)('looks in the store alone in the profile %s', async (profile) => {
    const engine = await leftAndKept({ profile });
    expect(await found(engine)).toEqual(['item-2']);
    expect(await found(engine, { scope: ['items', 'tail'] })).toEqual(['item-1 left', 'item-2']);
    expect(await engine.whyNot('item-1', 'kiln')).toMatchObject({ because: 'left' });
  });

  it('looks where the option says', async () => {
    const engine = await leftAndKept({ recall: { scope: 'tail' } });
    expect(await found(engine)).toEqual(['item-1 left']);
    const both = await leftAndKept({ profile: 'queue', recall: { scope: ['tail', 'items'] } });
    expect(await found(both)).toEqual(['item-1 left', 'item-2']);
  });

  it('never merges two items, so it gives as many as were asked for', async () => {
    const { engine } = await testEngine({ limits: { maxItems: 2 }, doubles: 'keep' });
    await memorize(engine, ...Array.from({ length: 4 }, () => 'The kiln fires at 980 degrees.'));
    const hits = await ask(engine, 'kiln', { limit: 3 });
    expect(hits.map(({ also }) => also)).toEqual([undefined, undefined, undefined]);
  });
});

describe('a question that is no question', () => {
  it.each([
    ['scope', { scope: 'everywhere' }],
    ['scope', { scope: [] }],
    ['scope', { scope: ['items', 'all'] }],
    ['ranking', { ranking: 'best' }],
    ['limit', { limit: 0 }],
    ['filters.userId', { filters: { userId: 7 } }],
    ['depth', { depth: 3 }],
  ])('names %s and what it may be: %j', async (argument, options) => {
    const { engine } = await testEngine();
    await expect(recalled(engine, 'x', options as RecallOptions)).rejects.toMatchObject({
      code: 'invalid-input',
      details: { argument },
    });
  });
});
