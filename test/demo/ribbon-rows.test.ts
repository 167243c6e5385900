import { describe, expect, it } from 'vitest';
import type { Block } from '../../demo/agent/request-record.ts';
import { firstLine, linesOf, notesIn, rowsOf } from '../../demo/views/rows/ribbon-rows.ts';

const block = (part: Partial<Block>): Block => ({
  key: `message-${part.index ?? 0}`,
  kind: 'message',
  role: 'user',
  state: 'cached',
  isCached: true,
  text: '',
  own: '',
  tokens: 10,
  tools: [],
  chips: [],
  isStub: false,
  ...part,
});

const head = [block({ key: 'system', kind: 'system', role: 'system' }), block({ key: 'overview', kind: 'overview' })];
const hidden = (index: number, path?: string): Block =>
  block({ index, state: 'hidden', tokens: 100, ...(path !== undefined && { path }) });

describe('the rows of the ribbon', () => {
  it('have system prompt and overview at the head, and what is hidden behind them as one fold', () => {
    const blocks = [...head, hidden(1, 'archive/a.md'), hidden(2, 'archive/b.md'), block({ index: 3 })];
    const rows = rowsOf({ blocks });
    expect(rows.head.map(({ key }) => key)).toEqual(['system', 'overview']);
    expect(rows.fold).toMatchObject({ first: 1, last: 2, tokens: 200, paths: ['archive/a.md', 'archive/b.md'] });
    expect(rows.history.map(({ kind }) => kind)).toEqual(['block']);
  });

  it('show a later fold in its place', () => {
    const blocks = [...head, block({ index: 1 }), hidden(2), hidden(3), block({ index: 4 }), hidden(5)];
    const { fold, history } = rowsOf({ blocks });
    expect(fold).toBeUndefined();
    expect(
      history.map((row) => (row.kind === 'fold' ? `${row.fold.first}-${row.fold.last}` : row.block.index)),
    ).toEqual([1, '2-3', 4, '5-5']);
  });
});

describe('a block', () => {
  it('is taller the longer its message is', () => {
    expect([5, 60, 200, 500, 5000].map(linesOf)).toEqual([1, 2, 3, 4, 5]);
  });

  it('shows the beginning of its text on one line', () => {
    expect(firstLine('one\n\n  two', 100)).toBe('one two');
    expect(firstLine('one two three', 8)).toBe('one two…');
  });

  it('shows of the overview the notes alone', () => {
    const pinned =
      'Stands between …\n\n<working_memory nonce="1">\n| # Notes\n| <!-- how\n| to -->\n| - a\n</working_memory>';
    expect(notesIn(pinned).trim()).toBe('# Notes\n\n- a');
  });
});
