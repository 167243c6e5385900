// Rows that the library did not write: every kind of bad record in place of a good one.
import { describe, expect, it } from 'vitest';
import { countingIds } from '../support/fakes/fakes.ts';
import { testEngine } from '../support/engine.ts';
import { recalled } from '../support/recall.ts';
import { openedStorage, type OpenedStorage } from '../support/storage/damage.ts';
import { withChecksum } from '../../src/engine/session/row-checksum.ts';
import type { Row } from '../../src/storage/port.ts';

const SECRET = 'a forged text about herons';

/** Three items, a file, a message and one item in the long tail. */
async function lived(): Promise<OpenedStorage> {
  const opened = openedStorage();
  const { engine } = await testEngine({ limits: { maxItems: 3 } }, { storage: opened.storage });
  await engine.appendMessages([{ role: 'user', text: 'a message' }]);
  await engine.writeFile('detail/plan.md', 'the plan');
  for (const text of ['gone', 'one', 'two', 'three']) await engine.memorize([{ text }]);
  await engine.close();
  return opened;
}

const reopened = (opened: OpenedStorage, maxItems = 3) =>
  testEngine({ limits: { maxItems } }, { storage: opened.storage, ids: countingIds('again') });

/** Bad values in place of a row; those that are not objects represent a record that is garbage altogether. */
const KINDS: Readonly<Record<string, (row: Row) => unknown>> = {
  'a text': () => 'garbage',
  null: () => null,
  'a number': () => 42,
  'a list': () => [1, 2, 3],
  'an empty object': () => ({}),
  'a map': () => new Map([['text', SECRET]]),
  'a date': () => new Date(0),
  'a regular expression': () => /x/,
  bytes: () => new Uint8Array([1, 2, 3]),
  'only its check': ({ check }) => ({ check }),
  'without its check': ({ check: _, ...fields }) => fields,
  'with an empty check': (row) => ({ ...row, check: '' }),
  'with the check of another row': (row) => ({ ...row, check: 'c' }),
  'without a text': ({ text: _, ...row }) => row,
  'with a forged text': (row) => ({ ...row, text: SECRET }),
  'with half a surrogate pair': (row) => ({ ...row, text: 'a\ud800b' }),
  'with a text of five million letters': (row) => ({ ...row, text: 'x'.repeat(5_000_000) }),
  'with a number for a text': (row) => ({ ...row, text: 5 }),
  'with importance NaN': (row) => ({ ...row, importance: Number.NaN }),
  'with importance "high"': (row) => ({ ...row, importance: 'high' }),
  'with importance 2': (row) => ({ ...row, importance: 2 }),
  'with importance −1': (row) => ({ ...row, importance: -1 }),
  'with tokens NaN': (row) => ({ ...row, tokens: Number.NaN }),
  'with a billion tokens': (row) => ({ ...row, tokens: 1e9 }),
  'of the year 287396': (row) => ({ ...row, createdAt: 9e15 }),
  'of no time': (row) => ({ ...row, createdAt: Number.NaN }),
  'from before 1970': (row) => ({ ...row, createdAt: -1 }),
  'of step −5': (row) => ({ ...row, step: -5 }),
  'of step 1.5': (row) => ({ ...row, step: 1.5 }),
  'with the sequence of another row': (row) => ({ ...row, sequence: 0 }),
  'with an object for a sequence': (row) => ({ ...row, sequence: {} }),
  'with a field that nobody knows': (row) => ({ ...row, v: 99 }),
  'with the prototype of something else': (row) =>
    JSON.parse(`{"__proto__":{"polluted":1},${JSON.stringify(row).slice(1)}`),
};

it('there are 33 bad forms of a row', () => expect(Object.keys(KINDS)).toHaveLength(33));

describe('F57: a stored item', () => {
  for (const [kind, change] of Object.entries(KINDS)) {
    it(`that is ${kind} is set aside and told of; the others are open`, async () => {
      const opened = await lived();
      opened.damage('items', 'item-3', (row) => change(row) as object);
      const { engine } = await reopened(opened);
      const { recovery, quarantined } = await engine.status();
      expect(quarantined).toEqual([{ store: 'items', key: 'item-3' }]);
      expect(recovery).toMatchObject({ kind: 'partial', lost: { items: 1 } });
      expect((await engine.listItems()).map(({ text }) => text)).toEqual(['one', 'three']);
      expect((await recalled(engine, 'herons two')).hits.filter(({ snippet }) => /herons|two/.test(snippet))).toEqual(
        [],
      );
      expect(({} as { polluted?: number }).polluted).toBeUndefined();
      expect((await engine.memorize([{ text: 'four' }])).evicted).toEqual([]);
    });
  }
});

describe('F57: a row of any store', () => {
  for (const [store, key] of [
    ['sessions', 'session'],
    ['tail', 'item-1'],
    ['files', 'detail/plan.md'],
    ['files', 'overview.md'],
    ['messages', '000000000'],
  ] as const) {
    it(`${store} ${key} may be garbage: the session opens and goes on`, async () => {
      const opened = await lived();
      const place = [...opened.session().rows.keys()].find((id) => id.startsWith(`${store} `) && id.includes(key));
      opened.damage(store, place?.slice(store.length + 1) ?? key, () => 'garbage' as unknown as object);
      const { engine } = await reopened(opened);
      await recalled(engine, 'message', { scope: 'transcript' });
      await expect.poll(async () => (await engine.status()).recovery.kind).toBe('partial');
      expect((await engine.listItems()).map(({ text }) => text)).toEqual(['one', 'two', 'three']);
      await engine.appendMessages([{ role: 'user', text: 'another message' }]);
      await engine.memorize([{ text: 'four' }]);
    });
  }
});

describe('F57: a row that matches its check but is none of its store', () => {
  const WRONG: readonly (readonly [store: 'items' | 'tail' | 'files', what: string, (row: Row) => object])[] = [
    ['items', 'without a text', ({ text: _, ...row }) => row],
    ['items', 'with a text for tokens', (row) => ({ ...row, tokens: '5' })],
    ['tail', 'with nothing at all', () => ({})],
    ['tail', 'without its departure', ({ left: _, ...row }) => row],
    ['tail', 'with a departure that is a text', (row) => ({ ...row, left: 'yesterday' })],
    ['files', 'without a revision', ({ revision: _, ...row }) => row],
    ['files', 'with a number for a text', (row) => ({ ...row, text: 5 })],
  ];
  for (const [store, what, change] of WRONG) {
    it(`in ${store}, ${what}, is set aside; the others are open`, async () => {
      const opened = await lived();
      const key = { items: 'item-3', tail: 'item-1', files: 'detail/plan.md' }[store];
      opened.damage(store, key, ({ check: _, ...row }) => withChecksum(change(row as Row)));
      const { engine } = await reopened(opened);
      const { recovery, quarantined } = await engine.status();
      expect(quarantined).toEqual([{ store, key }]);
      expect(recovery.kind).toMatch(/partial|repaired/);
      const others = store === 'items' ? ['one', 'three'] : ['one', 'two', 'three'];
      expect((await engine.listItems()).map(({ text }) => text)).toEqual(others);
      await engine.memorize([{ text: 'four' }]);
    });
  }
});

/** The newer of two rows counts, once; the other one is set aside. */
async function expectOnce(opened: OpenedStorage, text: string, ids: readonly string[], aside: object): Promise<void> {
  const { engine } = await reopened(opened);
  expect((await engine.listItems()).map(({ id }) => id)).toEqual(ids);
  expect((await recalled(engine, text)).hits).toHaveLength(1);
  expect((await engine.capacity()).usage.items).toBe(ids.length);
  expect((await engine.status()).quarantined).toEqual([aside]);
}

describe('F59: rows that contradict each other', () => {
  it('of an item that left the store do not bring it back', async () => {
    const opened = openedStorage();
    const { engine } = await testEngine({ limits: { maxItems: 3 } }, { storage: opened.storage });
    await engine.memorize([{ text: 'gone' }]);
    const former = structuredClone(opened.session().rows.get('items item-1') as Row);
    for (const text of ['one', 'two', 'three']) await engine.memorize([{ text }]);
    opened.session().rows.set('items item-1', former);
    await expectOnce(opened, 'gone', ['item-2', 'item-3', 'item-4'], { store: 'items', key: 'item-1' });
  });

  it('of an item that came back to the store do not send it away', async () => {
    const opened = await lived();
    const former = structuredClone(opened.session().rows.get('tail item-1') as Row);
    const { engine } = await reopened(opened);
    await engine.touch(['item-1']);
    opened.session().rows.set('tail item-1', former);
    await expectOnce(opened, 'gone', ['item-3', 'item-4', 'item-1'], { store: 'tail', key: 'item-1' });
  });

  it('of an item that was forgotten do not bring it back', async () => {
    const opened = await lived();
    const row = opened.session().rows.get('items item-3') as Row;
    const { engine } = await reopened(opened);
    await engine.forget({ ids: ['item-3'] }, 'hard');
    await engine.close();
    opened.session().rows.set('items item-3', row);
    const again = await reopened(opened);
    expect((await again.engine.listItems()).map(({ id }) => id)).toEqual(['item-2', 'item-4']);
    expect((await again.engine.status()).quarantined).toEqual([{ store: 'items', key: 'item-3' }]);
    await again.engine.dismissQuarantined();
    expect(opened.session().rows.has('items item-3')).toBe(false);
  });

  it('by a sequence that two items have stay in one order, and the next item gets a number of its own', async () => {
    const opened = await lived();
    const row = opened.session().rows.get('items item-3') as Row;
    opened.session().rows.set('items twin', row);
    const { engine } = await reopened(opened, 10);
    expect((await engine.status()).recovery.kind).toBe('repaired');
    const order = (await engine.listItems()).map(({ id }) => id);
    expect([...order].sort()).toEqual(['item-2', 'item-3', 'item-4', 'twin']);
    expect((await (await reopened(opened, 10)).engine.listItems()).map(({ id }) => id)).toEqual(order);
    const { items, usage } = await engine.memorize([{ text: 'four' }]);
    expect(usage.after.items).toBe(5);
    expect((await engine.listItems()).at(-1)).toMatchObject({ id: items[0]?.id, sequence: 4 });
  });

  it('an overview that names a file which is lost opens, and the file is told of as lost', async () => {
    const opened = await lived();
    expect(opened.session().rows.has('files detail/plan.md')).toBe(true);
    opened.lose('fileHistory');
    opened.damage('files', 'detail/plan.md');
    const { engine } = await reopened(opened);
    expect((await engine.status()).recovery).toMatchObject({ kind: 'partial', lost: { files: 1 } });
    expect((await engine.listFiles()).map(({ path }) => path)).not.toContain('detail/plan.md');
    await engine.writeFile('detail/plan.md', 'a new plan');
    expect((await engine.readFile('detail/plan.md')).text).toBe('a new plan');
  });
});
