import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compactEntry,
  compactManifest,
  wholeEntry,
  wholeManifest,
} from '../../src/engine/session/stored/compact-commits.ts';
import { memoryStorage, openWorkingMemory } from '../../src/entries/index.ts';
import { type PlainMessage, plainMessages } from '../../src/entries/lenses.ts';
import { durableObjectStorage } from '../../src/entries/durable-object.ts';
import type { JournalEntry, Manifest, Storage } from '../../src/storage/port.ts';
import { fakeDurableObject } from '../support/fakes/fake-durable-object.ts';
import { countingStorage, handedBytes } from '../support/storage/counting-storage.ts';

const fact = (index: number): string => `Short fact number ${index} about trains`;

async function counted(inner: Storage = memoryStorage()) {
  const { storage, commits } = countingStorage(inner);
  const memory = await openWorkingMemory({ session: 'counted', storage, worker: false });
  /** Returns the batches that storage received during the work. */
  const during = async (work: () => Promise<unknown>) => {
    commits.length = 0;
    await work();
    return [...commits];
  };
  return { memory, commits, during };
}

describe('a commit', () => {
  it('of one item hands two rows over, and an entry of at most 120 bytes', async () => {
    const { memory, during } = await counted();
    for (let index = 0; index < 60; index++) {
      const [commit, ...others] = await during(() => memory.items.memorize(fact(index)));
      expect(others).toEqual([]);
      expect(commit?.rows).toBe(2);
      expect(commit?.entryBytes).toBeLessThanOrEqual(120);
      expect(commit?.manifestBytes).toBeLessThanOrEqual(190);
    }
    await memory.close();
  });

  it('hands two rows more over for each item that leaves', async () => {
    const { memory, during } = await counted();
    await memory.items.memorize(Array.from({ length: 64 }, (_, index) => ({ text: fact(index) })));
    expect((await during(() => memory.items.memorize(fact(64)))).map(({ rows }) => rows)).toEqual([4]);
    const three = [65, 66, 67].map((index) => ({ text: fact(index) }));
    expect((await during(() => memory.items.memorize(three))).map(({ rows }) => rows)).toEqual([1 + 3 + 2 * 3]);
    await memory.close();
  });

  it('of a prepared request hands three rows over, one more for each further message, and once that of the session', async () => {
    const { memory, during } = await counted();
    const list: PlainMessage[] = [{ role: 'user', content: 'Hello' }];
    const prepared = () => during(() => memory.context.prepare(plainMessages, list));
    // The session's own row gets its title from the first words.
    expect((await prepared()).map(({ rows }) => rows)).toEqual([3 + 1]);
    list.push({ role: 'assistant', content: 'Hello, Ana.' }, { role: 'user', content: 'Plan my trip' });
    expect((await prepared()).map(({ rows }) => rows)).toEqual([4]);
    await memory.close();
  });

  it('hands over at most 12 kB for a whole session of 64 short items', async () => {
    const { memory, commits } = await counted();
    await memory.items.memorize(Array.from({ length: 64 }, (_, index) => ({ text: fact(index) })));
    expect(handedBytes(commits)).toBeLessThanOrEqual(12_000);
    await memory.close();
  });

  it('hands over half of what format 1 did for 64 items that come one by one', async () => {
    const { memory, commits } = await counted();
    for (let index = 0; index < 64; index++) await memory.items.memorize(fact(index));
    expect(handedBytes(commits), 'format 1: 60,112').toBeLessThanOrEqual(28_500);
    await memory.close();
  });

  it('writes as many keys of a Durable Object as rows were handed over', async () => {
    const object = fakeDurableObject();
    const { memory, during } = await counted(durableObjectStorage(object));
    await memory.items.memorize(fact(0));
    const before = object.keys().length;
    const [commit] = await during(() => memory.items.memorize(fact(1)));
    expect(object.keys().length - before).toBe(commit?.rows);
    await memory.close();
  });
});

describe('a journal entry', () => {
  const id = fc.oneof(
    fc.constantFrom('item-1', 'item-2', 'item-3', '0', '1'),
    fc.string({ minLength: 1, maxLength: 6 }),
  );
  const count = fc.nat(99);
  const place = fc.constantFrom(
    'items' as const,
    'tail' as const,
    'sessions' as const,
    'parts' as const,
    'messages' as const,
  );
  const event = fc.oneof(
    fc.record(
      {
        type: fc.constant('item-memorized'),
        id,
        importance: fc.constantFrom(0.5, 0, 1),
        pinned: fc.boolean(),
        source: fc.constantFrom('user', 'tool', 'assistant'),
        trust: fc.constantFrom(0, 1, 2),
        tokens: count,
        sequence: count,
        createdAt: fc.constantFrom(5, 6),
        expiresAt: count,
      },
      { requiredKeys: ['type', 'id', 'importance', 'pinned', 'source', 'trust', 'tokens', 'sequence', 'createdAt'] },
    ),
    fc.record({ type: fc.constant('item-evicted'), id, position: count, reason: fc.constant('capacity-exceeded') }),
    fc.record({ type: fc.constant('item-touched'), id, sequence: count }),
    fc.record({ type: fc.constant('step-advanced'), step: count }),
    fc.record({ type: fc.constant('message-appended'), index: count, role: fc.constantFrom('user', 'assistant') }),
    fc.record({ type: fc.constant('transcript-trimmed'), from: count, to: count, bytes: count }),
    fc.record({ type: fc.constant('session-renamed') }),
    // Events of a later release, whose field names have another meaning here.
    fc.record({ type: fc.string(), i: count, e: count, id: count, x: fc.string() }, { requiredKeys: ['type'] }),
  );
  const usage = fc.record({ items: count, tokens: count });

  it('says the same whether it is stored in full or compact', () => {
    fc.assert(
      fc.property(
        fc.record({
          head: count,
          time: fc.constantFrom(5, 6),
          step: count,
          usage: fc.record({ before: usage, after: usage }),
          events: fc.array(event, { maxLength: 6 }),
          touched: fc.uniqueArray(fc.record({ store: place, key: id }), {
            maxLength: 6,
            selector: ({ store, key }) => `${store} ${key}`,
          }),
        }),
        (entry) => {
          const order = ({ touched, ...rest }: JournalEntry) => ({
            ...rest,
            touched: touched.map(({ store, key }) => `${store} ${key}`).sort(),
          });
          const stored = JSON.parse(JSON.stringify(compactEntry(entry as JournalEntry)));
          expect(order(wholeEntry(stored))).toEqual(order(entry as JournalEntry));
        },
      ),
      { seed: 22, numRuns: 2000 },
    );
  });

  it('stands beside a manifest that says the same, too', () => {
    const rows = fc.record({
      sessions: count,
      tail: count,
      files: count,
      ledger: count,
      tombstones: count,
      messages: count,
    });
    const optional = {
      bytes: count,
      jumpedFrom: count,
      generation: fc.string(),
      commit: fc.string(),
      rows,
      check: fc.string(),
    };
    const counters = { version: count, head: count, time: count, step: count, nextSequence: count };
    const manifest = fc.record(
      { ...counters, items: count, tokens: count, messages: count, ...optional },
      { requiredKeys: ['version', 'head', 'time', 'step', 'nextSequence', 'items', 'tokens', 'messages'] },
    );
    fc.assert(
      fc.property(manifest, (whole) => {
        const stored = JSON.parse(JSON.stringify(compactManifest(whole as Manifest)));
        expect(wholeManifest(stored)).toEqual(whole);
      }),
      { seed: 23, numRuns: 500 },
    );
  });

  it('of format 1 is read as it is', () => {
    const former = { head: 1, time: 5, step: 0, usage: {}, events: [{ type: 'step-advanced', step: 1 }], touched: [] };
    expect(wholeEntry(former)).toBe(former);
  });
});
