// The recall evaluation apart from its metrics: sets, rankings, counts and printing.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../bench/eval/evaluate.ts';
import { moduleRanker } from '../../bench/eval/rankers/module-ranker.ts';
import { nonsenseFor } from '../../bench/eval/nonsense.ts';
import { bm25 } from '../../bench/eval/rankers/bm25.ts';
import { minisearch, orama } from '../../bench/eval/rankers/peer-rankers.ts';
import { planOf } from '../../bench/eval/plan.ts';
import { openChecked, type Ranker } from '../../bench/eval/rankers/ranker.ts';
import { limited, readStores, type Store } from '../../bench/eval/stores.ts';
import { summaryOf } from '../../bench/eval/summary.ts';
import { table } from '../../bench/eval/table.ts';
import { seeded } from '../../bench/random.ts';
import { answering, store } from '../support/made-up-stores.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

describe('a retrieval set', () => {
  const line = { group: 'g', lang: 'en', corpus: [{ id: 'a', text: 'tea', ts: 1 }] };
  const question = { q: 'tea?', relevant: ['a'], ts: 2 };

  const written = async (name: string, ...lines: unknown[]): Promise<string> => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, `${name}.jsonl`), lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
    return folder;
  };

  it('is read line by line, without stores that ask nothing', async () => {
    const folder = await written('notes', { ...line, queries: [question] }, { ...line, queries: [] });
    expect(readStores(folder, 'notes')).toEqual([{ set: 'notes', ...line, queries: [question] }]);
  });

  it('is missing when it has no file', async () => {
    expect(readStores(await temporaryFolder(), 'notes')).toBeUndefined();
  });

  it('of meetings leaves out questions with more than 20 pieces of evidence', async () => {
    const corpus = Array.from({ length: 21 }, (_, index) => ({ id: `${index}`, text: 'word', ts: index }));
    const ids = corpus.map(({ id }) => id);
    const queries = [20, 21].map((count) => ({ q: `${count}`, relevant: ids.slice(0, count), ts: 99 }));
    const asked = async (set: string) => {
      const stores = readStores(await written(set, { ...line, corpus, queries }), set);
      return stores?.flatMap((one) => one.queries.map(({ q }) => q));
    };
    expect(await asked('qmsum')).toEqual(['20']);
    expect(await asked('other')).toEqual(['20', '21']);
  });

  it.each([
    ['a store that is none', { group: 'g' }, /a store is/],
    ['a text without a time', { ...line, corpus: [{ id: 'a', text: 'tea' }], queries: [] }, /a text is/],
    ['one id for two texts', { ...line, corpus: [...line.corpus, ...line.corpus], queries: [] }, /have the id a/],
    ['a question without evidence', { ...line, queries: [{ ...question, relevant: [] }] }, /a question is/],
    ['evidence that is no text', { ...line, queries: [{ ...question, relevant: ['b'] }] }, /id b is not/],
    ['evidence named twice', { ...line, queries: [{ ...question, relevant: ['a', 'a'] }] }, /relevant twice/],
  ])('is refused with its line for %s', async (_, wrong, message) => {
    const folder = await written('notes', { ...line, queries: [question] }, wrong);
    expect(() => readStores(folder, 'notes')).toThrow(message);
    expect(() => readStores(folder, 'notes')).toThrow(/notes\.jsonl, line 2/);
  });

  it('is limited by questions, spread over its stores', () => {
    const stores = ['a', 'b', 'c', 'd'].map((group) =>
      store(
        group,
        ['tea'],
        [
          ['one', [`${group}0`]],
          ['two', [`${group}0`]],
        ],
      ),
    );
    const asked = limited(stores, 2).map(({ group, queries }) => [group, queries.map(({ q }) => q)]);
    expect(asked).toEqual([
      ['a', ['one']],
      ['c', ['one']],
    ]);
    expect(limited(stores, 100)).toEqual(stores);
  });
});

describe('an evaluation', () => {
  const stores = [
    store(
      'a',
      ['green tea', 'black tea', 'coffee'],
      [
        ['tea', ['a0', 'a1']],
        ['milk', ['a2']],
      ],
    ),
    store('b', ['coffee'], [['coffee', ['b0']]]),
  ];
  const evidence = answering('ours', (q) => ({ tea: ['a0', 'a1'], milk: ['a2'], coffee: ['b0'] })[q] ?? []);
  const half = answering('half', (q) => ({ tea: ['a1'], coffee: ['b0'] })[q] ?? []);

  it('scores every question, in the order of the questions whoever is asked first', async () => {
    const [best, other] = await evaluate(stores, [evidence, half]);
    expect(best?.answers.map(({ recall10 }) => recall10)).toEqual([1, 1, 1]);
    expect(other?.answers.map(({ group, recall10, found }) => [group, recall10, found])).toEqual([
      ['a', 0.5, 1],
      ['a', 0, 0],
      ['b', 1, 1],
    ]);
  });

  it('counts for how much nonsense something was found', async () => {
    const sure = answering('sure', (q) => (q === 'coffee' ? ['b0'] : ['a0']));
    const [modest, always] = await evaluate(stores.slice(0, 1), [evidence, sure]);
    expect(modest?.nonsense).toEqual({ english: { asked: 60, found: 0 }, chinese: { asked: 60, found: 0 } });
    expect(always?.nonsense).toEqual({ english: { asked: 60, found: 60 }, chinese: { asked: 60, found: 60 } });
  });

  it('compares question by question with the reference', async () => {
    const { rankings, ...counts } = summaryOf('made-up', stores, await evaluate(stores, [half, evidence]), 'ours');
    expect(counts).toEqual({ set: 'made-up', stores: 2, texts: 4, questions: 3 });
    const [other, reference] = rankings;
    // The gaps are 0.5, 1 and 0; all three draws hit the same one in 1 of 27 resamples, more than 2.5 %.
    expect(other?.behind?.recall10).toEqual({ mean: 0.5, low: 0, high: 1 });
    expect(other?.foundNothing).toBe(1);
    expect(reference?.behind).toBeUndefined();
    expect(reference?.scores.recall10).toBe(1);
  });

  it('prints a row per ranking, with signs where a difference is one', async () => {
    const summary = summaryOf('made-up', stores, await evaluate(stores, [half, evidence]), 'ours');
    const lines = table(summary).split('\n');
    expect(lines[0]).toBe('### made-up: 3 questions, 2 stores, 4 texts');
    expect(lines[4]).toMatch(
      /^\| half \| 50\.0 \| 50\.0 \[0\.0, 100\.0\] \| 66\.7 \| 53\.8 \| \+50\.0 \[0\.0, \+100\.0\] \| 1 \|/,
    );
    expect(lines[5]).toMatch(/^\| ours \| 100\.0 \| 100\.0 \[100\.0, 100\.0\] \| 100\.0 \| 100\.0 \| {2}\| 0 \|/);
    expect(new Set(lines.slice(2).map((line) => line.split('|').length))).toEqual(new Set([11]));
  });

  it.each([
    ['is none of the store', ['a0', 'elsewhere'], /"elsewhere" is not the id of a text/],
    ['comes twice', ['a0', 'a0'], /given twice/],
  ])('fails when an id %s, naming ranker and store', async (_, ids, message) => {
    const broken = answering('broken', () => ids);
    await expect(evaluate(stores, [broken])).rejects.toThrow(message);
    await expect(evaluate(stores, [broken])).rejects.toThrow(/broken on made-up, a:/);
  });

  it('fails when more ids come than were asked for', async () => {
    const open = await openChecked(
      answering('eager', () => ['a0', 'a1']),
      stores[0] as Store,
    );
    await expect(open.search({ q: 'tea', ts: 0 }, 1)).rejects.toThrow(/2 ids were given where 1/);
  });
});

describe('a peer', () => {
  const drinks = store('d', ['green tea from China', 'black coffee', '我喜欢绿茶'], []);

  it.each([minisearch, orama, bm25])('answers with the ids of texts: $name', async (peer) => {
    const open = await openChecked(peer, drinks);
    expect(await open.search({ q: 'coffee', ts: 0 }, 10)).toEqual(['d1']);
    expect(await open.search({ q: 'spoon', ts: 0 }, 10)).toEqual([]);
  });

  it('finds a word inside of a Chinese sentence only with our terms', async () => {
    const found = async (peer: Ranker) => (await openChecked(peer, drinks)).search({ q: '绿茶', ts: 0 }, 10);
    expect(await found(bm25)).toEqual(['d2']);
    expect(await found(minisearch)).toEqual([]);
    expect(await found(orama)).toEqual([]);
  });

  it('can be a file of somebody else, which is told set and time', async () => {
    const file = join(await temporaryFolder(), 'newest.mjs');
    const source = `let ids, told;
      export const index = (corpus, info) => { ids = corpus.map(({ id }) => id); told = info.set; };
      export const search = async (query, k, { ts }) => (told === 'made-up' && ts === 7 ? ids.reverse().slice(0, k) : []);`;
    await writeFile(file, source);
    const ranker = await moduleRanker(file);
    expect(ranker.name).toBe('newest');
    expect(await (await openChecked(ranker, drinks)).search({ q: '', ts: 7 }, 2)).toEqual(['d2', 'd1']);
  });

  it('is refused when its file lacks a function', async () => {
    const file = join(await temporaryFolder(), 'half.mjs');
    await writeFile(file, 'export const index = () => {};');
    await expect(moduleRanker(file)).rejects.toThrow(/must export index\(corpus, info\) and search/);
  });
});

describe('nonsense', () => {
  const texts = ['Mara drinks tea', 'Mara drinks coffee', 'the kettle of Mara'];

  it('is made-up words with one frequent word, and Chinese characters', () => {
    const { english, chinese } = nonsenseFor(texts, 20, seeded(1));
    const known = new Set(texts.join(' ').toLowerCase().split(' '));
    for (const question of english) {
      const words = question.split(' ');
      expect(words.slice(0, 3).filter((word) => known.has(word))).toEqual([]);
      expect(known).toContain(words[3]);
      expect(words[3]).not.toBe('the');
    }
    for (const question of chinese) expect(question).toMatch(/^\p{Script=Han}{6}$/u);
    expect(new Set([...english, ...chinese]).size).toBe(40);
  });

  it('is the same each time, and needs no texts', () => {
    expect(nonsenseFor(texts, 5, seeded(1))).toEqual(nonsenseFor(texts, 5, seeded(1)));
    expect(nonsenseFor([], 1, seeded(1)).english[0]?.split(' ')).toHaveLength(3);
  });
});

describe('the command line', () => {
  it('needs the data folder', () => {
    expect(() => planOf([])).toThrow(/--data DIR/);
  });

  it('names sets once, and modules as often as wanted', () => {
    const plan = planOf(['--data', 'd', '--sets', 'b,a,b', '--module', 'x.mjs', '--module', 'y.mjs', '--sample', '5']);
    expect(plan).toMatchObject({ data: 'd', sets: ['b', 'a'], modules: ['x.mjs', 'y.mjs'], sample: 5 });
    expect(planOf(['--data', 'd'])).toMatchObject({ modules: [], sample: Infinity, model: undefined, embedded: 1 });
  });

  it('names a model, and the share of texts that it has embedded', () => {
    expect(planOf(['--data', 'd', '--model', 'm', '--embedded', '0.5'])).toMatchObject({ model: 'm', embedded: 0.5 });
    for (const share of ['0', '1.5', 'half']) {
      expect(() => planOf(['--data', 'd', '--embedded', share])).toThrow(/no share above 0/);
    }
  });

  it('refuses a sample that is none', () => {
    for (const limit of ['0', '1.5', 'many']) {
      expect(() => planOf(['--data', 'd', '--sample', limit])).toThrow(/whole number above 0/);
    }
  });
});
