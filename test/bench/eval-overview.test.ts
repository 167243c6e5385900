// The recall evaluation over all sets: orders, classes of questions, and the table of all sets.
import { describe, expect, it } from 'vitest';
import { classesOf } from '../../bench/eval/classes.ts';
import { evaluate } from '../../bench/eval/evaluate.ts';
import { ordered } from '../../bench/eval/orders.ts';
import { overview } from '../../bench/eval/overview.ts';
import { summaryOf } from '../../bench/eval/summary.ts';
import { answering, store } from '../support/made-up-stores.ts';

describe('a set in another order', () => {
  const notes = store('n', ['one', 'two', 'three', 'four', 'five'], [['Where does Catherine drink coffee?', ['n0']]]);

  it('is a heap of the same texts, without conversations, whose times stay where they were', () => {
    const said = { ...notes, corpus: notes.corpus.map((text) => ({ ...text, session: 1 })) };
    const [heap] = ordered([said], 'shuffled');
    expect(heap?.corpus.map(({ id }) => id)).not.toEqual(notes.corpus.map(({ id }) => id));
    expect(heap?.corpus.map(({ id }) => id).sort()).toEqual(notes.corpus.map(({ id }) => id));
    expect(heap?.corpus.map(({ ts }) => ts)).toEqual(notes.corpus.map(({ ts }) => ts));
    expect(heap?.corpus.every((text) => !('session' in text))).toBe(true);
    expect(ordered([said], 'shuffled')).toEqual([heap]);
    expect(ordered([said], 'in order')).toEqual([said]);
  });
});

describe('classes', () => {
  it('are what the set calls a question, and dates, names and lists in it', () => {
    const texts = ['tea', 'cake', 'jam'];
    const asked = store('c', texts, [
      ['What did Mara say last Tuesday?', ['c0']],
      ['Which drinks?', ['c0', 'c1', 'c2']],
      ['昨天喝了什么？', ['c0']],
    ]);
    const corpus = asked.corpus.map((text) => ({ ...text, speaker: 'Mara Lee' }));
    const queries = asked.queries.map((question, at) => (at === 1 ? { ...question, cat: 'multi-hop' } : question));
    expect(classesOf([{ ...asked, corpus, queries }])).toEqual([['date', 'name'], ['multi-hop', 'list'], ['date']]);
  });
});

describe('the table of all sets', () => {
  it('compares with BM25 and the best peer, and names the sets that fall behind', async () => {
    const stores = [
      store(
        'a',
        ['tea', 'milk', 'cake'],
        Array.from({ length: 8 }, () => ['tea', ['a0']] as const),
      ),
    ];
    const rankers = [
      answering('ours', () => ['a1']),
      answering('shipped', () => []),
      answering('baseline', () => ['a0']),
      answering('weak', () => []),
      answering('strong', () => ['a0']),
      answering('other', () => ['a0']),
    ];
    const summary = summaryOf('made-up', stores, await evaluate(stores, rankers), 'ours');
    const roles = { ours: 'ours', baseline: 'baseline', shipped: 'shipped', peers: ['weak', 'strong'] };
    const lines = overview([summary], roles).split('\n');
    expect(lines[2]).toBe(
      '| made-up | 8 | 100.0 | 100.0 strong | **0.0** [0.0, 0.0] | −100.0 [−100.0, −100.0] | −100.0 [−100.0, −100.0] | 0.0 |',
    );
    expect(lines[4]).toBe('More than 1 point below BM25 with the same terms: made-up (−100.0).');
    expect(lines[5]).toBe('Behind a peer, the whole interval: made-up (strong).');
    const even = overview([{ ...summary, rankings: summary.rankings.slice(0, 1) }], roles).split('\n');
    expect(even.slice(4)).toEqual([
      'More than 1 point below BM25 with the same terms: no set.',
      'Behind a peer, the whole interval: no set.',
    ]);
  });
});
