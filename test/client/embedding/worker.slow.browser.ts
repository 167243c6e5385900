// Embedding in a page, over an engine in a real worker, with real locks.
import { describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { freshSession, newest, open } from '../../support/browser/hooked-memories.ts';
import { conceptEmbedder } from '../../support/fakes/concept-embedder.ts';
import { PROBE } from '../../support/fakes/scripted-embedder.ts';

const roomy = { limits: { maxItems: 1000, maxTokens: 100_000 } };
const first = async (memory: WorkingMemory, prompt: string): Promise<string | undefined> =>
  (await memory.items.remember(prompt)).hits[0]?.item.text;

describe('an embedder in the page of a memory in a worker', () => {
  it('gives it vectors, which are there after it was closed', async () => {
    const session = freshSession();
    const embedder = conceptEmbedder();
    const memory = await open({ session, embedder });
    expect(memory.runtime.place).toBe('worker');
    await memory.items.memorize('Rex is a young beagle');
    await memory.embedding.settled();
    expect(await memory.items.remember('my puppy')).toMatchObject({ mode: 'hybrid', hits: [{}] });
    await memory.close();

    const before = embedder.texts().length;
    const again = await open({ session, embedder });
    await again.embedding.start();
    await again.embedding.settled();
    expect(await first(again, 'my hound')).toBe('Rex is a young beagle');
    expect(embedder.texts().slice(before)).toEqual(['my hound']);
  });

  it('goes on with the worker that comes after one that was lost', async () => {
    const embedder = conceptEmbedder();
    const memory = await open({ embedder });
    await memory.items.memorize('Rex is a young beagle');
    await memory.embedding.settled();
    newest().terminate();
    await expect.poll(() => memory.items.list().catch(() => [])).toHaveLength(1);
    expect(memory.runtime.reason).toMatch(/started again/);
    await memory.items.memorize('The boat is in the harbour');
    // It may have asked the worker that was lost, and then says so until it has tried again.
    await memory.embedding.start();
    await memory.embedding.settled();
    expect(await first(memory, 'my puppy')).toBe('Rex is a young beagle');
    expect(await first(memory, 'ocean')).toBe('The boat is in the harbour');
    expect(embedder.texts().filter((text) => text.includes('beagle'))).toHaveLength(1);
  });

  it('embeds no text twice when the worker is lost in the middle', async () => {
    const embedder = conceptEmbedder();
    const { script } = embedder;
    let losses = 1;
    embedder.script = (texts, call) => {
      // The vectors of this call find no worker that takes them.
      if (texts[0] !== PROBE && losses-- > 0) newest().terminate();
      return script(texts, call);
    };
    const memory = await open({ embedder, ...roomy });
    await memory.items.memorize(Array.from({ length: 50 }, (_, index) => ({ text: `note ${index} on a boat` })));
    await expect
      .poll(
        () =>
          memory.embedding.settled().then(
            () => true,
            () => false,
          ),
        { timeout: 20_000 },
      )
      .toBe(true);
    expect((await memory.items.remember('ocean', { limit: 100 })).hits).toHaveLength(50);
    const passages = embedder.texts().filter((text) => text.startsWith('note'));
    expect(new Set(passages).size).toBe(passages.length);
  });
});

describe('two owners of one session', () => {
  it('take turns, store every vector once, and both find by meaning', async () => {
    const session = freshSession();
    const embedders = [conceptEmbedder(), conceptEmbedder()];
    for (const embedder of embedders) {
      const { script } = embedder;
      embedder.script = async (texts, call) => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return script(texts, call);
      };
    }
    const [one, two] = await Promise.all(embedders.map((embedder) => open({ session, embedder, ...roomy })));
    if (!one || !two) throw new Error('both were opened');
    const notes = Array.from({ length: 60 }, (_, index) => ({ text: `note ${index} on a boat` }));
    await one.items.memorize(notes);
    await Promise.all([one.embedding.settled(), two.embedding.settled()]);
    let stored = 0;
    for await (const { event } of one.items.audit()) if (event.type === 'vectors-stored') stored += event.count;
    expect(stored).toBe(60);
    // The one whose turn comes may not have heard yet of the last batch of the other.
    expect(embedders.flatMap((embedder) => embedder.texts()).length).toBeLessThan(120);
    for (const memory of [one, two]) {
      await memory.embedding.start();
      await expect.poll(async () => (await memory.items.remember('ocean', { limit: 100 })).hits.length).toBe(60);
    }
  });
});
