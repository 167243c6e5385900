// Recall by meaning through a whole memory: real engine, real storage port, an embedder that knows a few words.
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { memoryStorage } from '../../../src/storage/memory.ts';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import type { OpenOptions } from '../../../src/entries/index.ts';
import { conceptEmbedder } from '../../support/fakes/concept-embedder.ts';
import { countingIds } from '../../support/fakes/fakes.ts';
import { openFixed } from '../../support/fixed-memory.ts';
import { hanging, PROBE, throwing } from '../../support/fakes/scripted-embedder.ts';

async function opened(options: Partial<OpenOptions>): Promise<WorkingMemory> {
  const memory = await openFixed(options);
  onTestFinished(() => memory.close());
  return memory;
}

/** Opened, loaded, and nothing waits. */
async function settled(options: Partial<OpenOptions>): Promise<WorkingMemory> {
  const memory = await opened(options);
  await memory.embedding.start();
  await memory.embedding.settled();
  return memory;
}

const TEXTS = ['Rex is a young beagle', 'The invoice of March is paid', 'We meet at the harbour on Sunday'];

describe('a memory with an embedder', () => {
  it('finds what a prompt means although they share no word', async () => {
    const memory = await settled({ embedder: conceptEmbedder() });
    for (const text of TEXTS) await memory.items.memorize(text);
    await memory.embedding.settled();
    expect(memory.embedding.status()).toMatchObject({ state: 'idle', waiting: 0 });
    const { hits, mode } = await memory.items.remember('my puppy');
    expect(mode).toBe('hybrid');
    expect(hits[0]?.item.text).toBe('Rex is a young beagle');
    expect((await memory.items.remember('salary')).hits[0]?.item.text).toBe('The invoice of March is paid');
  });

  it('compares words alone where a question asks for that', async () => {
    const memory = await settled({ embedder: conceptEmbedder() });
    for (const text of TEXTS) await memory.items.memorize(text);
    await memory.embedding.settled();
    expect(await memory.items.remember('my puppy', { meaning: false })).toMatchObject({ hits: [], mode: 'lexical' });
    const wrong = { meaning: 'no' } as unknown as { meaning: boolean };
    await expect(memory.items.remember('my puppy', wrong)).rejects.toThrow(/meaning/);
  });

  it('finds files and messages by meaning too', async () => {
    const memory = await settled({ embedder: conceptEmbedder() });
    await memory.files.write('detail/trip.md', '# Trip\n\nThe boat leaves at nine.');
    await memory.transcript.append({ role: 'user', text: 'My hound barks at night.' });
    await memory.embedding.settled();
    expect((await memory.files.search('ocean')).hits[0]).toMatchObject({ path: 'detail/trip.md' });
    expect((await memory.files.search('puppy')).hits[0]).toMatchObject({ scope: 'transcript', message: 0 });
  });

  it('says why a text is found, by meaning too', async () => {
    const memory = await settled({ embedder: conceptEmbedder() });
    const { items } = await memory.items.memorize('Rex is a young beagle');
    const id = items[0]?.id ?? '';
    expect(await memory.items.whyNot(id, 'salary')).toMatchObject({ because: 'not-relevant' });
    await memory.embedding.settled();
    expect(await memory.items.whyNot(id, 'my puppy')).toMatchObject({ because: 'found' });
  });

  it('knows words alone as long as the model is not loaded, and without the meaning of a text that waits', async () => {
    const embedder = conceptEmbedder();
    const storage = memoryStorage();
    const first = await settled({ embedder, storage });
    await first.items.memorize('Rex is a young beagle');
    await first.embedding.settled();
    await first.close();
    const memory = await opened({ embedder, storage, ids: countingIds('later') });
    expect(await memory.items.remember('beagle')).toMatchObject({
      mode: 'lexical',
      hits: [{ id: expect.any(String) }],
    });
    await memory.embedding.start();
    expect(await memory.items.remember('my puppy')).toMatchObject({
      mode: 'hybrid',
      hits: [{ id: expect.any(String) }],
    });
    const { script } = embedder;
    embedder.script = (texts, call) => (call.kind === 'passage' ? hanging : script)(texts, call);
    await memory.items.memorize('The boat is in the harbour');
    const mixed = await memory.items.remember('puppy in a harbour');
    expect(mixed.mode).toBe('hybrid');
    expect(mixed.hits.map(({ item }) => item.text)).toEqual(
      expect.arrayContaining(['The boat is in the harbour', 'Rex is a young beagle']),
    );
  });

  it('counts for nothing with a weight of 0: hits, scores and order are those without an embedder', async () => {
    const asked = async (options: Partial<OpenOptions>) => {
      const memory = await settled(options);
      for (const text of [...TEXTS, 'The beagle met a puppy on Sunday', 'A boat is no car'])
        await memory.items.memorize(text);
      await memory.embedding.settled();
      const prompts = ['my puppy', 'beagle on Sunday', 'the boat in the harbour', 'salary', ''];
      return Promise.all(prompts.map((prompt) => memory.items.remember(prompt, { explain: true })));
    };
    const embedder = conceptEmbedder();
    expect(await asked({ embedder, recall: { fusion: { weight: 0 } } })).toEqual(await asked({}));
    expect(embedder.texts()).toContain('A boat is no car');
    expect(await asked({ embedder })).not.toEqual(await asked({}));
  });

  it('asks for no meaning where the ranking compares words alone, named or by the profile', async () => {
    const embedder = conceptEmbedder();
    for (const options of [{ ranking: 'seed' }, { ranking: 'importance-recency' }, {}] as const) {
      const profile = 'ranking' in options ? 'default' : 'queue';
      const memory = await settled({ embedder, profile });
      await memory.items.memorize('Rex is a young beagle');
      await memory.embedding.settled();
      expect(await memory.items.remember('my puppy', options)).toEqual({ hits: [], mode: 'lexical', confidence: 0 });
      expect((await memory.items.whyNot('item-1', 'my puppy', options)).because).toBe('not-relevant');
      expect(embedder.texts()).not.toContain('my puppy');
      await memory.close();
    }
    const memory = await settled({ embedder, profile: 'queue' });
    await memory.items.memorize('Rex is a young beagle');
    await memory.embedding.settled();
    expect((await memory.items.remember('my puppy', { scope: 'all' })).mode).toBe('hybrid');
    await memory.close();
  });
});

describe('vectors', () => {
  it('outlive the memory: nothing is embedded twice', async () => {
    const embedder = conceptEmbedder();
    const storage = memoryStorage();
    const first = await settled({ embedder, storage });
    for (const text of TEXTS) await first.items.memorize(text);
    await first.embedding.settled();
    await first.close();
    const before = embedder.texts().length;
    const memory = await settled({ embedder, storage });
    expect(embedder.texts()).toHaveLength(before);
    expect((await memory.items.remember('my puppy')).hits[0]?.item.text).toBe('Rex is a young beagle');
  });

  it('that are missing after a crash are made by the next opening, and only those', async () => {
    const embedder = conceptEmbedder();
    const { script } = embedder;
    const storage = memoryStorage();
    const first = await settled({ embedder, storage, embedding: { batch: 1 } });
    let left = 2;
    embedder.script = (texts, call) =>
      (texts[0] === PROBE || left-- > 0 ? script : throwing('the tab is gone'))(texts, call);
    await first.items.memorize(TEXTS.map((text) => ({ text })));
    await expect.poll(() => first.embedding.status().state).toBe('waiting');
    await first.close();
    embedder.script = script;
    const before = embedder.texts().length;
    const memory = await settled({ embedder, storage });
    expect(embedder.texts().slice(before)).toHaveLength(1);
    expect(memory.embedding.status()).toMatchObject({ state: 'idle', waiting: 0, stored: 1 });
  });

  it('of another model are left aside, and all texts get new ones', async () => {
    const storage = memoryStorage();
    const first = await settled({ embedder: conceptEmbedder('one@1'), storage });
    for (const text of TEXTS) await first.items.memorize(text);
    await first.embedding.settled();
    await first.close();
    const embedder = conceptEmbedder('other@1');
    const memory = await settled({ embedder, storage });
    expect(embedder.texts()).toEqual(expect.arrayContaining(TEXTS));
    expect(await memory.items.remember('my puppy')).toMatchObject({ mode: 'hybrid' });
  });

  it('of another length under the same name are refused with an error that says what to do', async () => {
    const storage = memoryStorage();
    const first = await settled({ embedder: conceptEmbedder(), storage });
    await first.items.memorize('Rex is a young beagle');
    await first.embedding.settled();
    await first.close();
    const embedder = conceptEmbedder();
    embedder.script = (texts) => texts.map(() => [1, 2, 3]);
    const memory = await opened({ embedder, storage, ids: countingIds('later') });
    await memory.items.memorize('The boat is in the harbour');
    await expect(memory.embedding.settled()).rejects.toMatchObject({
      code: 'embedder-unavailable',
      details: { reason: 'wrong-vectors' },
    });
    expect(memory.embedding.status().state).toBe('stopped');
    expect(await memory.items.remember('harbour')).toMatchObject({ mode: 'lexical', hits: [{}] });
  });

  it('are made while the app goes on writing', async () => {
    const memory = await settled({ embedder: conceptEmbedder(), limits: { maxItems: 1000, maxTokens: 100_000 } });
    const writes = Array.from({ length: 200 }, (_, index) => memory.items.memorize(`note ${index} on a boat`));
    await Promise.all(writes);
    await memory.embedding.settled();
    expect(memory.embedding.status()).toMatchObject({ state: 'idle', waiting: 0, leftOut: 0 });
    expect((await memory.items.remember('ocean', { limit: 1000 })).hits).toHaveLength(200);
  });
});

describe('sessions with one embedder', () => {
  it('share its model, and the last close lets go of it', async () => {
    const embedder = conceptEmbedder();
    const one = await settled({ embedder });
    const two = await one.sessions.open('another');
    await two.embedding.start();
    expect(embedder.calls).toHaveLength(1);
    await one.close();
    expect(embedder.released).toBe(0);
    await two.close();
    expect(embedder.released).toBe(1);
  });
});

describe('the option embedder', () => {
  it('is none by default: recall knows words, and there is nothing to wait for', async () => {
    for (const options of [{}, { embedder: 'none' as const }]) {
      const { embedding, items } = await opened(options);
      await embedding.start();
      await embedding.settled();
      await embedding.stop();
      embedding.subscribe(() => undefined)();
      expect(embedding.status()).toEqual({ state: 'off', waiting: 0, stored: 0, leftOut: 0 });
      expect((await items.remember('anything')).mode).toBe('lexical');
    }
  });

  it('takes a model of transformers.js, and loads nothing of it before a text waits', async () => {
    const memory = await opened({
      embedder: { transformers: { model: 'Xenova/all-MiniLM-L6-v2', localModelPath: '/nowhere' } },
    });
    await expect.poll(() => memory.embedding.status().waiting).toBe(0);
    expect(memory.embedding.status()).toMatchObject({ model: 'Xenova/all-MiniLM-L6-v2@main q8 mean' });
  });

  it('is refused when it is none of these', async () => {
    const bad: readonly unknown[] = [
      'transformers',
      5,
      null,
      {},
      { model: 'x' },
      { model: ' ', embed: async () => [] },
      { model: 'x', embed: async () => [], release: 1 },
      { transformers: {} },
      { transformers: { model: 'x', modle: 'y' } },
      { transformers: { model: 'x' }, model: 'y' },
    ];
    for (const embedder of bad) {
      await expect(openFixed({ embedder: embedder as never })).rejects.toMatchObject({ code: 'invalid-option' });
    }
  });
});

describe('a process', () => {
  it('is not kept alive by an embedder that is out of order or idle', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => timers.mockRestore());
    const embedder = conceptEmbedder();
    const memory = await settled({ embedder });
    embedder.script = throwing();
    await memory.items.memorize('Rex is a young beagle');
    await expect.poll(() => memory.embedding.status().state).toBe('waiting');
    // The first wait after a failure, and idleMs.
    for (const ms of [1000, 300_000]) {
      const set = timers.mock.calls.findIndex(([, delay]) => delay === ms);
      expect(timers.mock.results[set]?.value.hasRef()).toBe(false);
    }
  });
});
