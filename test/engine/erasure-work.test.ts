// Rows that a hard forget reads: those that quote the text, not the whole transcript.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../src/storage/memory.ts';
import type { RowStore, Storage } from '../../src/storage/port.ts';
import { QuotationSearch } from '../../src/tree/quotations/quotation-search.ts';
import { redactor } from '../../src/tree/quotations/redaction.ts';
import { testEngine } from '../support/engine.ts';

const SECRET = 'The door code of the house is 47k11';
const said = (index: number): string => `message ${index} ${'about this and that, '.repeat(10)}`.slice(0, 200);

/** Rows that were read of each store. */
function watched(inner: Storage) {
  const read: Partial<Record<RowStore, number>> = {};
  const count = (store: RowStore, rows: number): void => void (read[store] = (read[store] ?? 0) + rows);
  const storage: Storage = {
    ...inner,
    async rows(address, store, after, limit) {
      const found = await inner.rows(address, store, after, limit);
      count(store, found.length);
      return found;
    },
    async row(address, store, key) {
      count(store, 1);
      return inner.row(address, store, key);
    },
  };
  return { storage, read, forgetReads: () => Object.keys(read).forEach((store) => delete read[store as RowStore]) };
}

describe('a hard forget beside 10,000 messages', () => {
  it('reads the few that can quote the text, and rewrites those that do', async () => {
    const { storage, read, forgetReads } = watched(memoryStorage());
    const { engine } = await testEngine({}, { storage });
    await engine.memorize([{ text: SECRET }, { text: 'Something else' }]);
    for (let from = 0; from < 10_000; from += 1000) {
      const page = Array.from({ length: 1000 }, (_, at) => ({ role: 'user' as const, text: said(from + at) }));
      await engine.appendMessages(page);
    }
    await engine.appendMessages([
      { role: 'user', text: SECRET },
      { role: 'assistant', text: `Noted: ${SECRET}.` },
      {
        role: 'assistant',
        text: '',
        calls: [{ id: 'call-1', name: 'memorize', arguments: JSON.stringify({ text: SECRET }) }],
      },
    ]);
    await engine.recall('code', { scope: 'transcript' });
    forgetReads();
    await engine.forget({ ids: ['item-1'] }, 'hard');
    expect(read.messages).toBeGreaterThanOrEqual(3);
    expect(read.messages, 'one in a thousand is read in vain at most').toBeLessThanOrEqual(13);
    expect(read.tombstones).toBeUndefined();
    const stored = JSON.stringify(await engine.readMessages(9_990, 100));
    expect(stored).not.toContain('47k11');
    expect(stored).toContain('message 9999');
  });

  it('reads nothing for an item that is not there', async () => {
    const { storage, read, forgetReads } = watched(memoryStorage());
    const { engine } = await testEngine({}, { storage });
    await engine.memorize([{ text: SECRET }]);
    await engine.appendMessages([{ role: 'user', text: SECRET }]);
    await engine.recall('code', { scope: 'transcript' });
    forgetReads();
    await engine.forget({ ids: ['item-9'] }, 'hard').catch(() => undefined);
    expect(read.messages).toBeUndefined();
  });
});

describe('a hard forget after others', () => {
  it('finds its text in former revisions that were looked at before, and in those written since', async () => {
    const storage = memoryStorage();
    const { engine } = await testEngine({}, { storage });
    const other = 'The alarm of the garage is switched off by nine';
    await engine.memorize([{ text: 'Something else that nobody wrote down' }, { text: SECRET }, { text: other }]);
    const write = (text: string) => engine.writeFile('detail/notes.md', text, { force: true });
    await write(`Noted: ${other}.`);
    await write('Nothing.');
    const former = async () =>
      JSON.stringify(await storage.rows({ workspace: '/', session: 'test' }, 'fileHistory', '', 100));
    await engine.forget({ ids: ['item-1'] }, 'hard');
    await write(`Noted: ${SECRET}.`);
    await write('Nothing again.');
    expect(await former()).toContain(SECRET);
    await engine.forget({ ids: ['item-2'] }, 'hard');
    expect(await former()).not.toContain('47k11');
    expect(await former()).toContain(other);
    const { erasure } = await engine.forget({ ids: ['item-3'] }, 'hard');
    expect(erasure?.revisions).toBe(1);
    expect(await former()).not.toContain('garage');
  });
});

describe('the search for quotations', () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.constantFrom('47k11', '"', '\\', '\n', '\u0007', '任务', 'é', '🙂', '\ud83d', ' word ', '/'),
  );
  const text = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
  /** A text inside JSON, inside JSON again, and as other programs escape it. */
  const wrap = fc.constantFrom(
    (words: string) => words,
    (words: string) => JSON.stringify({ words }),
    (words: string) => JSON.stringify([JSON.stringify({ words: JSON.stringify([words]) })]),
    (words: string) =>
      JSON.stringify({ words }).replaceAll(
        /[^\u0000-\u007f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    (words: string) => JSON.stringify({ words }).replaceAll('/', '\\/'),
  );

  it('names every message from which something would be cut', () => {
    fc.assert(
      fc.property(text, text, text, wrap, (before, passage, after, wrapped) => {
        const said = wrapped(before + passage + after);
        if (passage.trim() === '' || redactor([passage])(said) === said) return;
        const search = new QuotationSearch();
        search.take(3, { role: 'user', text: said });
        expect(search.candidates([passage])).toEqual([3]);
      }),
      { seed: 8, numRuns: 500 },
    );
  });

  it('names few others, and each that cannot be read', () => {
    const search = new QuotationSearch();
    for (let index = 0; index < 1000; index++) search.take(index, { role: 'user', text: said(index) });
    search.take(5, undefined);
    search.remove(6);
    const named = search.candidates([SECRET]);
    expect(named).toContain(5);
    expect(named.length).toBeLessThanOrEqual(3);
    expect(search.candidates(['message 6 ']).includes(6)).toBe(false);
    search.keep(new Set([5]));
    expect([search.has(5), search.has(7)]).toEqual([true, false]);
  });
});
