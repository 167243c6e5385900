// The whole path with a real model: the option, transformers.js, the queue, the engine, recall.
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import type { OpenOptions } from '../../../src/entries/index.ts';
import { openFixed } from '../../support/fixed-memory.ts';
import { makeTinyModel, TINY } from '../../support/browser/tiny-model.ts';

let models: string;
beforeAll(() => {
  models = makeTinyModel();
});

async function opened(options: Partial<OpenOptions>): Promise<WorkingMemory> {
  const memory = await openFixed({ session: 'real', ...options });
  onTestFinished(() => memory.close());
  return memory;
}

describe('a memory with a model of transformers.js', () => {
  it('finds what a prompt means although they share no word', async () => {
    const memory = await opened({
      embedder: { transformers: { model: TINY, localModelPath: models } },
      recall: { fusion: { floor: 0.2 } },
    });
    for (const text of ['Rex is a young dog', 'The price of the trip', 'A new car stands outside']) {
      await memory.items.memorize(text);
    }
    await memory.embedding.settled();
    expect(memory.embedding.status()).toMatchObject({ state: 'idle', stored: expect.any(Number), leftOut: 0 });
    const { hits, mode } = await memory.items.remember('automobile');
    expect(mode).toBe('hybrid');
    expect(hits[0]?.item.text).toBe('A new car stands outside');
  });

  it('that is not there goes on with words and says which file is missing', async () => {
    const memory = await opened({ embedder: { transformers: { model: 'tests/missing', localModelPath: models } } });
    await memory.items.memorize('Rex is a young dog');
    await expect(memory.embedding.settled()).rejects.toMatchObject({
      code: 'embedder-unavailable',
      details: { reason: 'not-found', model: 'tests/missing' },
    });
    expect(memory.embedding.status()).toMatchObject({
      state: 'waiting',
      error: { message: expect.stringContaining('tests/missing'), retryAt: expect.any(Number) },
    });
    expect(await memory.items.remember('dog')).toMatchObject({ mode: 'lexical', hits: [{}] });
  });
});
