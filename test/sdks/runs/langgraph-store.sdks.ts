// Items of a memory as a LangGraph store: its own in-memory store is the reference, its own classes are the callers.
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { END, getStore, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { AsyncBatchedStore, type BaseStore, InMemoryStore } from '@langchain/langgraph-checkpoint';
import fc from 'fast-check';
import { createAgent, fakeModel } from 'langchain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { type LangChainStore, langchainMiddleware, langchainStore } from '../../../src/entries/langchain.ts';
import { memoryStorage } from '../../../src/entries/index.ts';
import { openFixed } from '../../support/fixed-memory.ts';
import { fakeClock } from '../../support/fakes/fakes.ts';

let memory: WorkingMemory;
let store: LangChainStore;
beforeEach(async () => {
  memory = await openFixed({ workspace: 'ann' });
  store = langchainStore(memory.shared);
});
afterEach(() => memory.close());

type Entry = Awaited<ReturnType<BaseStore['search']>>[number];
const plain = (entry: Pick<Entry, 'namespace' | 'key' | 'value'> | null) =>
  entry && { namespace: entry.namespace, key: entry.key, value: entry.value };
/** The order of entries without a query is each store's own. */
const inOrder = (entries: readonly Entry[]) => entries.map((entry) => JSON.stringify(plain(entry))).sort();

describe('what LangGraph asks of a store', () => {
  const label = fc.constantFrom('a', 'A', 'b', 'users', '北京');
  const namespace = fc.array(label, { minLength: 1, maxLength: 3 });
  const key = fc.constantFrom('k', 'K', 'two words', '["x"]\n', 'x'.repeat(300));
  const value = fc.record({
    name: fc.constantFrom('Ann', 'ann', ' ann ', 'Ａnn'),
    age: fc.nat(3),
    more: fc.jsonValue(),
  });
  const comparison = fc.constantFrom(
    { age: 1 },
    { age: { $gte: 1, $lt: 3 } },
    { name: { $in: ['Ann', 'ann'] } },
    { name: { $ne: 'Ann' } },
  );
  const paths = fc.array(fc.oneof(label, fc.constant('*')), { maxLength: 3 });
  const operation = fc.oneof(
    { weight: 4, arbitrary: fc.record({ type: fc.constant('put' as const), namespace, key, value }) },
    fc.record({ type: fc.constant('delete' as const), namespace, key }),
    fc.record({ type: fc.constant('get' as const), namespace, key }),
    fc.record({
      type: fc.constant('search' as const),
      prefix: fc.array(label, { maxLength: 2 }),
      filter: fc.option(comparison),
    }),
    fc.record({
      type: fc.constant('list' as const),
      prefix: paths,
      suffix: paths,
      maxDepth: fc.integer({ min: 1, max: 3 }),
    }),
  );

  it('is answered as by its in-memory store, over any sequence of calls', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 25 }), async (operations) => {
        await using fresh = await openFixed({ workspace: 'ann' });
        const ours = langchainStore(fresh.shared);
        const model = new InMemoryStore();
        for (const each of operations) {
          if (each.type === 'put') {
            await model.put(each.namespace, each.key, JSON.parse(JSON.stringify(each.value)) as object);
            await ours.put(each.namespace, each.key, each.value);
          } else if (each.type === 'delete') {
            await model.delete(each.namespace, each.key);
            await ours.delete(each.namespace, each.key);
          } else if (each.type === 'get') {
            expect(plain(await ours.get(each.namespace, each.key))).toEqual(
              plain(await model.get(each.namespace, each.key)),
            );
          } else if (each.type === 'search') {
            const options = { limit: 100, ...(each.filter && { filter: each.filter }) };
            expect(inOrder(await ours.search(each.prefix, options))).toEqual(
              inOrder(await model.search(each.prefix, options)),
            );
          } else {
            const known = (await ours.search([], { limit: 1000 })).map((entry) => JSON.stringify(entry.namespace));
            // The model goes on listing a namespace whose last entry was deleted.
            const listed = (await model.listNamespaces({ prefix: each.prefix, suffix: each.suffix, limit: 1000 }))
              .filter((name) => known.includes(JSON.stringify(name)))
              .map((name) => JSON.stringify(name.slice(0, each.maxDepth)));
            const got = (await ours.listNamespaces({ ...each, limit: 1000 })).map((name) => JSON.stringify(name));
            expect([...got].sort()).toEqual([...new Set(listed)].sort());
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('in one batch: reads find what was there before, the last write of a key counts', async () => {
    const operations = [
      { namespace: ['a'], key: 'k', value: { n: 1 } },
      { namespace: ['a'], key: 'k', value: { n: 2 } },
      { namespace: ['a'], key: 'k' },
      { namespacePrefix: ['a'], limit: 10, offset: 0 },
      { limit: 10, offset: 0 },
      { namespace: ['b'], key: 'gone', value: { n: 3 } },
      { namespace: ['b'], key: 'gone', value: null },
    ];
    expect(await (store as BaseStore).batch(operations)).toEqual([
      undefined,
      undefined,
      null,
      [],
      [],
      undefined,
      undefined,
    ]);
    expect((await store.search([])).map(plain)).toEqual([{ namespace: ['a'], key: 'k', value: { n: 2 } }]);
  });
});

describe('a store of LangGraph over the items of a workspace', () => {
  it('finds by a query, best first, within the prefix and the filter', async () => {
    await store.put(['users', 'ann'], 'food', { likes: 'sushi and pizza', kind: 'taste' });
    await store.put(['users', 'ann'], 'pet', { keeps: 'a parrot called Kiwi', kind: 'pet' });
    await store.put(['users', 'bob'], 'pet', { keeps: 'a parrot called Coco', kind: 'pet' });
    const [best] = await store.search(['users', 'ann'], { query: 'What is the parrot called?' });
    expect(best).toMatchObject({ namespace: ['users', 'ann'], key: 'pet', score: expect.any(Number) });
    const named = async (options: object) =>
      (await store.search(['users'], options)).map(({ namespace }) => namespace[1]);
    expect((await named({ query: 'parrot', filter: { kind: 'pet' } })).sort()).toEqual(['ann', 'bob']);
    expect(await named({ query: 'parrot', filter: { kind: 'taste' } })).toEqual([]);
    expect(await named({ query: 'parrot', limit: 1, offset: 1 })).toHaveLength(1);
    await expect(store.search([], { filter: { kind: { $like: 'p%' } } })).rejects.toThrow(
      'filter.kind must be a value, or one of $eq',
    );
  });

  it('keeps when a key was put first, over changes of its value, and lists what was put last first', async () => {
    const clock = fakeClock();
    await using timed = await openFixed({ workspace: 'ann', clock });
    const kept = langchainStore(timed.shared);
    const first = clock.now;
    await kept.put(['a'], 'k', { n: 1 });
    clock.now += 1000;
    await kept.put(['a'], 'other', { n: 1 });
    for (const n of [2, 3]) {
      clock.now += 1000;
      await kept.put(['a'], 'k', { n });
    }
    const listed = await kept.search(['a']);
    expect(listed.map(plain)).toEqual([
      { namespace: ['a'], key: 'k', value: { n: 3 } },
      { namespace: ['a'], key: 'other', value: { n: 1 } },
    ]);
    expect(listed[0]).toMatchObject({ createdAt: new Date(first), updatedAt: new Date(first + 3000) });
  });

  it('still has what the limits moved to the long tail, and more than one query can list', async () => {
    await using small = await openFixed({ workspace: 'ann', shared: { maxItems: 4 } });
    const kept = langchainStore(small.shared);
    const operations = Array.from({ length: 1200 }, (_, index) => ({
      namespace: ['n', `g${index % 7}`],
      key: `${index}`,
      value: { index },
    }));
    await (kept as BaseStore).batch(operations);
    expect((await small.shared.items.capacity()).usage.items).toBe(4);
    expect(await kept.get(['n', 'g0'], '0')).toMatchObject({ value: { index: 0 } });
    const all = await kept.search(['n'], { limit: 5000 });
    expect(new Set(all.map(({ key }) => key)).size).toBe(1200);
    expect(await kept.listNamespaces({ prefix: ['n'] })).toHaveLength(7);
  });

  it('erases a value with all former ones', async () => {
    await store.put(['a'], 'pin', { code: 'crimson-4711' });
    await store.put(['a'], 'pin', { code: 'azure-0815' });
    await store.delete(['a'], 'pin');
    expect(await store.get(['a'], 'pin')).toBeNull();
    expect(await memory.shared.items.remember('crimson-4711 azure-0815', { former: true })).toMatchObject({ hits: [] });
  });

  it('leaves out an item whose text was revised as one, and the next value takes its place', async () => {
    await store.put(['a'], 'k', { n: 1 });
    const [item] = await memory.shared.items.list();
    await memory.shared.items.revise(item?.id ?? '', 'Something else.');
    expect(await store.get(['a'], 'k')).toBeNull();
    await store.put(['a'], 'k', { n: 2 });
    expect(await store.get(['a'], 'k')).toMatchObject({ value: { n: 2 } });
    expect(await memory.shared.items.list()).toHaveLength(1);
  });

  it.each([[[]], [['']], [['a.b']], [['a:b']], [['langgraph']], [[1]]])(
    'refuses the namespace %j as LangGraph does',
    async (namespace) => {
      await expect(new InMemoryStore().put(namespace as string[], 'k', {})).rejects.toThrow();
      await expect(store.put(namespace as string[], 'k', {})).rejects.toThrow('namespace must be a list of texts');
    },
  );

  it('is there after a reload, in another conversation of the workspace', async () => {
    const storage = memoryStorage();
    const monday = await openFixed({ storage, workspace: 'ann', session: 'monday' });
    await langchainStore(monday.shared).put(['users'], 'ann', { city: 'Oslo' });
    await monday.close();
    await using tuesday = await openFixed({ storage, workspace: 'ann', session: 'tuesday' });
    expect(await langchainStore(tuesday.shared).get(['users'], 'ann')).toMatchObject({ value: { city: 'Oslo' } });
  });
});

describe('the classes of LangGraph with this store', () => {
  it('batch calls of several callers', async () => {
    const batched = new AsyncBatchedStore(store);
    batched.start();
    await Promise.all([batched.put(['a'], 'k', { n: 1 }), batched.put(['b'], 'k', { n: 2 })]);
    expect(
      await Promise.all([batched.get(['a'], 'k'), batched.search([], { query: 'nothing like it' })]),
    ).toMatchObject([{ value: { n: 1 } }, []]);
    await batched.delete(['a'], 'k');
    expect(await batched.get(['a'], 'k')).toBeNull();
    await batched.stop();
  });

  it('hand it to the nodes of a graph', async () => {
    const graph = new StateGraph(MessagesAnnotation)
      .addNode('keep', async () => {
        await getStore()?.put(['users'], 'ann', { city: 'Oslo' });
        return { messages: [] };
      })
      .addNode('find', async () => {
        const [found] = (await getStore()?.search(['users'], { query: 'Oslo' })) ?? [];
        return { messages: [new AIMessage(`found ${found?.key}`)] };
      })
      .addEdge(START, 'keep')
      .addEdge('keep', 'find')
      .addEdge('find', END)
      .compile({ store });
    const { messages } = await graph.invoke({ messages: [] });
    expect(messages.at(-1)?.text).toBe('found ann');
  });

  it('hand it to the tools of an agent, and what they put comes with the next question', async () => {
    const keep = tool(
      async ({ pet }: { pet: string }) => {
        await getStore()?.put(['users', 'ann'], 'pet', { pet });
        return 'Kept.';
      },
      { name: 'keep', description: 'Keeps the pet.', schema: z.object({ pet: z.string() }) },
    );
    const model = fakeModel()
      .respondWithTools([{ id: 'c1', name: 'keep', args: { pet: 'a parrot called Kiwi' } }])
      .respond(new AIMessage('I will remember.'))
      .respond(new AIMessage('Kiwi.'));
    const agent = createAgent({
      model,
      tools: [keep],
      store,
      middleware: [await langchainMiddleware(memory, { only: [] })],
    });
    await agent.invoke({ messages: [new HumanMessage('I have a new pet.')] });
    await using next = await memory.sessions.open('next');
    const later = createAgent({ model, tools: [], store, middleware: [await langchainMiddleware(next, { only: [] })] });
    await later.invoke({ messages: [new HumanMessage('What is my parrot called?')] });
    expect(JSON.stringify(model.calls.at(-1)?.messages)).toContain('called Kiwi');
  });
});
