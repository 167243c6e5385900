// From texts to stored vectors, and from a prompt to its query vector.
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { EmbeddingStatus } from '../../../src/api/embedding.ts';
import { SharedEmbedder } from '../../../src/client/embedding/shared-embedder.ts';
import { fusionOf } from '../../../src/transformers/models.ts';
import { testEmbedding } from '../../support/embedding-client.ts';
import {
  hanging,
  PROBE,
  scriptedEmbedder,
  throwing,
  vectorOf,
  vectorsOf,
} from '../../support/fakes/scripted-embedder.ts';
import { VectorStore } from '../../support/fakes/vector-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Lets everything run that waits for no timer. */
const calm = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

function opened(...args: Parameters<typeof testEmbedding>): ReturnType<typeof testEmbedding> {
  const test = testEmbedding(...args);
  onTestFinished(() => test.embedding.close());
  return test;
}

function storeOf(...texts: readonly string[]): VectorStore {
  const store = new VectorStore();
  store.add(...texts);
  return store;
}

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `text ${index}`);

describe('texts without a vector', () => {
  it('get one after opening, in batches, each stored as soon as it is made', async () => {
    const store = storeOf(...numbered(40));
    const { embedding, embedder } = opened({}, { store });
    await embedding.settled();
    expect(store.done).toEqual(numbered(40));
    expect(embedder.calls.map(({ texts }) => texts.length)).toEqual([1, 16, 16, 8]);
    expect(store.commits).toBe(3);
    expect(embedding.status()).toEqual({ state: 'idle', model: 'test/model@1', waiting: 0, stored: 40, leftOut: 0 });
  });

  it('get unit vectors, whatever length the embedder gives', async () => {
    const { embedding, store, commit } = opened({}, { embedder: scriptedEmbedder((texts) => texts.map(() => [3, 4])) });
    commit('a');
    await embedding.settled();
    expect([...store.vectors.values()][0]).toEqual(Float32Array.of(0.6, 0.8));
  });

  it('get one after a commit that brought them', async () => {
    const { embedding, store, commit } = opened();
    await embedding.settled();
    commit('one');
    commit('two');
    await calm();
    expect(store.done).toEqual(['one', 'two']);
    expect(embedding.status().stored).toBe(2);
  });

  it('are asked for once for commits that come together, and not after one that brought none', async () => {
    const { embedding, store } = opened();
    await embedding.settled();
    const before = store.asked;
    embedding.heard({ events: [{ type: 'step-advanced', step: 1 }] });
    await calm();
    expect(store.asked).toBe(before);
    for (let index = 0; index < 100; index++) {
      embedding.heard({ events: [{ type: 'message-appended', index, role: 'user' }] });
    }
    await calm();
    expect(store.asked).toBe(before + 1);
  });

  it('load no model for as long as there are none and nobody asks', async () => {
    const { embedding, embedder } = opened();
    await embedding.settled();
    expect(embedder.calls).toEqual([]);
    expect(embedding.status().state).toBe('idle');
  });

  it('that are gone before they are stored are not counted', async () => {
    const store = storeOf('stays', 'goes');
    const embedder = scriptedEmbedder((texts, call) => {
      store.texts.delete('key of goes');
      return vectorsOf(texts, call);
    });
    const { embedding } = opened({}, { store, embedder });
    await embedding.settled();
    expect(embedding.status()).toMatchObject({ stored: 1, waiting: 0 });
  });

  it('are tidied in storage once after opening and after every 256', async () => {
    const { embedding, store, commit } = opened();
    await embedding.settled();
    expect(store.seals).toBe(1);
    commit(...numbered(255));
    await embedding.settled();
    expect(store.seals).toBe(1);
    commit('one more', 'and another');
    await embedding.settled();
    expect(store.seals).toBe(2);
  });

  it('are put in order after a hard forget, which drops whole blocks of them', async () => {
    const { embedding, store } = opened();
    await embedding.settled();
    embedding.heard({
      events: [
        { type: 'item-forgotten', id: 'a', mode: 'hard', place: 'items' },
        { type: 'vectors-dropped', reason: 'forgotten', blocks: 1 },
      ],
    });
    await calm();
    expect(store.seals).toBe(2);
  });

  it('that cannot be read are not waited for', async () => {
    const store = storeOf('damaged');
    store.unembedded = async () => ({ texts: [], waiting: 1 });
    const { embedding } = opened({}, { store });
    await embedding.settled();
    expect(embedding.status()).toMatchObject({ state: 'idle', waiting: 0 });
  });
});

describe('the status', () => {
  it('tells its listeners what happens, the files of the model too, until they end', async () => {
    const embedder = scriptedEmbedder(async (texts, call) => {
      if (texts[0] === PROBE) call.onProgress({ file: 'model.onnx', loaded: 1, total: 2 });
      return vectorsOf(texts, call);
    });
    const { embedding, commit } = opened({}, { embedder });
    const told: EmbeddingStatus[] = [];
    const end = embedding.subscribe((status) => told.push(status));
    commit('a');
    await embedding.settled();
    expect(told.map(({ state }) => state)).toEqual(expect.arrayContaining(['loading', 'embedding', 'idle']));
    expect(told.find(({ progress }) => progress)?.progress).toEqual({ file: 'model.onnx', loaded: 1, total: 2 });
    expect(told.at(-1)).toEqual(embedding.status());
    expect(embedding.status().progress).toBeUndefined();
    end();
    const before = told.length;
    commit('b');
    await embedding.settled();
    expect(told).toHaveLength(before);
  });
});

describe('F64: a text that cannot be embedded', () => {
  const bad: readonly (readonly [string, (text: string) => unknown])[] = [
    ['has NaN', () => [Number.NaN, 1, 1, 1]],
    ['is infinite', () => [Infinity, 1, 1, 1]],
    ['is too large for its length to be known', () => [1e300, 1e300, 1, 1]],
    ['is zero', () => new Float32Array(4)],
    ['has another length', () => [1, 2, 3]],
    ['is empty', () => []],
    ['holds no numbers', () => ['1', '2', '3', '4']],
    ['is no vector', () => undefined],
  ];
  for (const [what, vector] of bad) {
    it(`is left out when what comes back ${what} three times; the others are stored`, async () => {
      const embedder = scriptedEmbedder(
        (texts) => texts.map((text) => (text === 'bad' ? vector(text) : vectorOf(text))) as Float32Array[],
      );
      const { embedding, store } = opened({}, { embedder, store: storeOf('one', 'bad', 'two') });
      await calm();
      expect(store.done).toEqual(['one', 'two']);
      expect(embedding.status()).toMatchObject({
        state: 'waiting',
        waiting: 1,
        error: { code: 'embedder-unavailable', retryAt: Date.now() + 1000 },
      });
      const settled = embedding.settled();
      await vi.advanceTimersByTimeAsync(10_000);
      await settled;
      expect(store.done).toEqual(['one', 'two']);
      expect(embedding.status()).toMatchObject({ state: 'idle', waiting: 0, stored: 2, leftOut: 1 });
      expect(embedding.status().error).toMatchObject({ code: 'embedder-unavailable' });
      expect(embedder.texts().filter((text) => text === 'bad')).toHaveLength(4);
    });
  }

  const spoiling: readonly (readonly [string, ReturnType<typeof throwing>])[] = [
    ['makes the embedder throw', throwing('cannot read it')],
    ['makes the embedder hang', hanging],
    ['makes the embedder give too few vectors', (texts) => texts.slice(1).map((text) => vectorOf(text))],
    ['makes the embedder give no array', () => 'vectors' as never],
  ];
  for (const [what, spoiled] of spoiling) {
    it(`and ${what} is found by halves and left out; the others are stored once`, async () => {
      const embedder = scriptedEmbedder((texts, call) =>
        (texts.includes('text 11') ? spoiled : vectorsOf)(texts, call),
      );
      const { embedding, store } = opened(
        { embedding: { timeoutMs: 5000 } },
        { embedder, store: storeOf(...numbered(20)) },
      );
      const settled = embedding.settled();
      await vi.advanceTimersByTimeAsync(5 * 60_000);
      await settled;
      expect(store.done).toEqual(numbered(20).filter((text) => text !== 'text 11'));
      expect([...store.timesStored.values()].every((times) => times === 1)).toBe(true);
      expect(embedding.status()).toMatchObject({ state: 'idle', stored: 19, leftOut: 1 });
      const alone = embedder.calls.filter(({ texts }) => texts.length === 1 && texts[0] === 'text 11');
      expect(alone).toHaveLength(3);
    });
  }

  it('does not hold up what comes later', async () => {
    const embedder = scriptedEmbedder((texts, call) => (texts.includes('bad') ? throwing() : vectorsOf)(texts, call));
    const { store, commit } = opened({}, { embedder, store: storeOf('bad', 'good') });
    await calm();
    expect(store.done).toEqual([]);
    commit('later');
    await calm();
    expect(store.done).toEqual(['later']);
  });

  it('is tried again when the session is opened again', async () => {
    const store = storeOf('bad');
    const first = opened(
      {},
      { store, embedder: scriptedEmbedder((texts) => texts.map((text) => (text === 'bad' ? [] : [1]))) },
    );
    await vi.advanceTimersByTimeAsync(60_000);
    expect(first.embedding.status().leftOut).toBe(1);
    await first.embedding.close();
    const { embedding } = opened({}, { store });
    await embedding.settled();
    expect(store.done).toEqual(['bad']);
  });
});

describe('an embedder that is out of order', () => {
  const outages: readonly (readonly [string, ReturnType<typeof throwing>])[] = [
    ['throws', throwing('no network')],
    ['gives nothing but zeros', (texts) => texts.map(() => new Float32Array(4))],
    ['gives too much', (texts) => [...texts, ''].map((text) => vectorOf(text))],
  ];
  for (const [what, broken] of outages) {
    it(`and ${what} is tried again after 1 s, 2 s, 4 s, … and no text is blamed for it`, async () => {
      const { embedding, embedder, store } = opened(
        {},
        { embedder: scriptedEmbedder(broken), store: storeOf('a', 'b') },
      );
      await calm();
      for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
        const before = embedder.calls.length;
        expect(embedding.status()).toMatchObject({
          state: 'waiting',
          waiting: 2,
          leftOut: 0,
          error: { code: 'embedder-unavailable', retryAt: Date.now() + seconds * 1000 },
        });
        await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
        expect(embedder.calls).toHaveLength(before);
        await vi.advanceTimersByTimeAsync(1);
        expect(embedder.calls).toHaveLength(before + 1);
      }
      embedder.script = vectorsOf;
      await vi.advanceTimersByTimeAsync(300_000);
      expect(store.done).toEqual(['a', 'b']);
      expect(embedding.status().error).toBeUndefined();
    });
  }

  it('in the middle of the work loses nothing and blames no text', async () => {
    const { embedding, embedder, store } = opened({ embedding: { batch: 2 } }, { store: storeOf(...numbered(10)) });
    let good = 3;
    embedder.script = (texts, call) => (good-- > 0 ? vectorsOf : throwing('gone'))(texts, call);
    await calm();
    expect(store.done).toHaveLength(4);
    await vi.advanceTimersByTimeAsync(7000);
    expect(embedding.status()).toMatchObject({ state: 'waiting', waiting: 6, leftOut: 0 });
    embedder.script = vectorsOf;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.done).toHaveLength(10);
  });

  it('that hangs is aborted after its time, let go of and loaded again', async () => {
    const { embedding, embedder, store } = opened(
      { embedding: { timeoutMs: 2000 } },
      { embedder: scriptedEmbedder(hanging), store: storeOf('a') },
    );
    await vi.advanceTimersByTimeAsync(1999);
    expect(embedding.status().state).toBe('loading');
    await vi.advanceTimersByTimeAsync(1);
    expect(embedder.calls[0]?.call.signal.aborted).toBe(true);
    expect(embedder.released).toBe(1);
    expect(embedding.status().error?.message).toMatch(/2000 ms \(embedding\.timeoutMs\)/);
    embedder.script = vectorsOf;
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.done).toEqual(['a']);
  });

  it('may load for longer than its time as long as files come in', async () => {
    const embedder = scriptedEmbedder(async (texts, call) => {
      for (let loaded = 1; loaded <= 10; loaded++) {
        await new Promise((resolve) => setTimeout(resolve, 1500));
        call.onProgress({ file: 'model.onnx', loaded, total: undefined });
      }
      return vectorsOf(texts, call);
    });
    const { store } = opened({ embedding: { timeoutMs: 2000 } }, { embedder, store: storeOf('a') });
    await vi.advanceTimersByTimeAsync(40_000);
    expect(store.done).toEqual(['a']);
  });

  it('rejects those who wait for it with its error, and start tries at once', async () => {
    const { embedding, embedder, store } = opened(
      {},
      { embedder: scriptedEmbedder(throwing('no network')), store: storeOf('a') },
    );
    await expect(embedding.settled()).rejects.toMatchObject({
      code: 'embedder-unavailable',
      message: 'The embedder test/model@1 failed: no network',
      details: { reason: 'failed', model: 'test/model@1' },
    });
    await expect(embedding.start()).rejects.toMatchObject({ code: 'embedder-unavailable' });
    embedder.script = vectorsOf;
    await embedding.start();
    await embedding.settled();
    expect(store.done).toEqual(['a']);
  });

  it('and gives other lengths than are stored stops with an error that says so, until start', async () => {
    const store = storeOf('old');
    store.dimension = 7;
    const { embedding, embedder } = opened({}, { store });
    await expect(embedding.settled()).rejects.toMatchObject({ code: 'embedder-unavailable' });
    expect(embedding.status()).toMatchObject({
      state: 'stopped',
      error: { message: expect.stringMatching(/have 4 numbers.*Give the embedder another `model`/) },
    });
    expect(embedder.released).toBe(1);
    expect(await embedding.queryVector(store, 'anything')).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
    store.dimension = 4;
    await embedding.start();
    await embedding.settled();
    expect(store.done).toEqual(['old']);
  });
});

describe('a storage that fails', () => {
  const lost = () => new Error('the disk is gone');

  it('is tried again with growing waits, and no text is embedded twice', async () => {
    const { embedding, embedder, store } = opened({}, { store: storeOf('a', 'b') });
    store.failures.push(lost(), lost(), lost());
    await calm();
    expect(embedding.status()).toMatchObject({
      state: 'waiting',
      error: { code: 'storage-unavailable', retryAt: Date.now() + 1000 },
    });
    await expect(embedding.settled()).rejects.toMatchObject({ code: 'storage-unavailable' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(embedding.status().error?.retryAt).toBe(Date.now() + 2000);
    await vi.advanceTimersByTimeAsync(2000);
    await vi.advanceTimersByTimeAsync(4000);
    expect(store.done).toEqual(['a', 'b']);
    expect(embedder.texts()).toEqual(['a', 'b']);
    expect(embedding.status()).toMatchObject({ state: 'idle', stored: 2 });
  });

  it('is not asked before its time because of a commit', async () => {
    const { store, commit } = opened({}, { store: storeOf('a') });
    store.failures.push(lost());
    await calm();
    commit('b');
    await calm();
    expect(store.done).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.done).toEqual(['a', 'b']);
  });

  it('and is full gets no more vectors for this opening; prompts still get their vector', async () => {
    const { embedding, embedder, store, commit } = opened({}, { store: storeOf('a') });
    store.failures.push(Object.assign(new Error('full'), { name: 'WorkingMemoryError', code: 'storage-quota' }));
    await calm();
    commit('b', 'c');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(store.done).toEqual([]);
    expect(embedding.status()).toMatchObject({ state: 'waiting', waiting: 3, error: { code: 'storage-quota' } });
    expect(embedding.status().error?.retryAt).toBeUndefined();
    expect(embedder.texts()).toEqual(['a']);
    await expect(embedding.settled()).rejects.toMatchObject({ code: 'storage-quota' });
    expect(await embedding.queryVector(store, 'anything')).toBeUndefined();
    await calm();
    expect(await embedding.queryVector(store, 'anything')).toMatchObject({ model: 'test/model@1' });
  });

  it('and fills up in the middle of the work gets what is being made, and no more', async () => {
    const { embedding, embedder, store } = opened({ embedding: { batch: 1 } }, { store: storeOf(...numbered(20)) });
    embedder.script = (texts, call) => {
      if (texts.includes('text 3')) {
        embedding.heard({ events: [{ type: 'vectors-dropped', reason: 'storage-quota', blocks: 1 }] });
      }
      return vectorsOf(texts, call);
    };
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.done).toEqual(numbered(4));
    expect(embedding.status()).toMatchObject({ state: 'waiting', waiting: 16, error: { code: 'storage-quota' } });
  });

  it('and drops vectors for want of room is spared as well', async () => {
    const { embedding, store, commit } = opened({}, { store: storeOf('a') });
    await embedding.settled();
    embedding.heard({ events: [{ type: 'vectors-dropped', reason: 'storage-quota', blocks: 1 }] });
    commit('b');
    await calm();
    expect(store.done).toEqual(['a']);
    expect(embedding.status()).toMatchObject({ state: 'waiting', error: { code: 'storage-quota' } });
  });
});

describe('an engine', () => {
  it('is told the model once, and so is the one that comes after it', async () => {
    const [first, second] = [storeOf('a'), storeOf('a', 'b')];
    let engine = first;
    const { embedding, commit } = opened({}, { store: second, engine: async () => engine });
    await embedding.settled();
    commit();
    await embedding.settled();
    expect(first.models).toEqual(['test/model@1']);
    engine = second;
    let done!: () => void;
    const inPlace = new Promise<void>((resolve) => (done = resolve));
    vi.spyOn(second, 'useVectors').mockReturnValue(inPlace);
    expect(await embedding.queryVector(second, 'a prompt')).toBeUndefined();
    await calm();
    expect(await embedding.queryVector(second, 'a prompt')).toBeUndefined();
    done();
    await calm();
    expect(second.useVectors).toHaveBeenCalledExactlyOnceWith('test/model@1', undefined);
    expect(await embedding.queryVector(second, 'a prompt')).toBeDefined();
    expect(await embedding.queryVector(first, 'a prompt')).toBeUndefined();
    expect(second.done).toEqual(['a', 'b']);
  });

  it('that was lost in the middle is asked for anew', async () => {
    const store = storeOf('a');
    const { embedding } = opened({}, { store });
    store.failures.push(Object.assign(new Error('gone'), { name: 'WorkingMemoryError', code: 'worker-lost' }));
    await calm();
    expect(embedding.status().error?.code).toBe('worker-lost');
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.done).toEqual(['a']);
  });
});

describe('the query vector of a prompt', () => {
  async function loaded(...args: Parameters<typeof testEmbedding>) {
    const test = opened(...args);
    await test.embedding.start();
    await test.embedding.settled();
    return test;
  }

  it('is its vector with what the model’s cosines are worth', async () => {
    const { embedding, embedder, store } = await loaded();
    const vector = await embedding.queryVector(store, 'who is it?');
    expect(vector).toEqual({ model: 'test/model@1', vector: expect.any(Float32Array), ...fusionOf('test/model@1') });
    expect(embedder.calls.at(-1)).toMatchObject({ texts: ['who is it?'], call: { kind: 'query' } });
  });

  it('is worth what the options say', async () => {
    const { embedding, store } = await loaded({ recall: { fusion: { weight: 2, floor: 0.3 } } });
    expect(await embedding.queryVector(store, 'who?')).toMatchObject({ weight: 2, floor: 0.3 });
    const without = await loaded({ recall: { fusion: { weight: 0 } } });
    expect(await without.embedding.queryVector(without.store, 'who?')).toBeUndefined();
    expect(without.embedder.texts()).toEqual([]);
  });

  it('is none for a blank prompt', async () => {
    const { embedding, embedder, store } = await loaded();
    for (const prompt of ['', ' \n']) expect(await embedding.queryVector(store, prompt)).toBeUndefined();
    expect(embedder.texts()).toEqual([]);
  });

  it('waits for no model: the first prompt has none, and loads it', async () => {
    const { embedding, embedder, store } = opened();
    await embedding.settled();
    expect(await embedding.queryVector(store, 'who?')).toBeUndefined();
    expect(embedding.status().state).toBe('loading');
    await calm();
    expect(embedder.calls.map(({ texts }) => texts)).toEqual([[PROBE]]);
    expect(await embedding.queryVector(store, 'who?')).toBeDefined();
  });

  it('is none while the embedder is out of order, and nobody asks it before its time', async () => {
    const { embedding, embedder, store } = opened({}, { embedder: scriptedEmbedder(throwing()) });
    for (let count = 0; count < 5; count++) {
      expect(await embedding.queryVector(store, 'who?')).toBeUndefined();
      await calm();
    }
    expect(embedder.calls).toHaveLength(1);
    expect(embedding.status()).toMatchObject({ state: 'waiting', error: { retryAt: expect.any(Number) } });
  });

  it('comes within queryMs or not at all, and is there for the next time', async () => {
    const { embedding, embedder, store } = await loaded({ embedding: { queryMs: 100 } });
    embedder.script = async (texts, call) => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      return vectorsOf(texts, call);
    };
    const late = embedding.queryVector(store, 'who?');
    await vi.advanceTimersByTimeAsync(100);
    expect(await late).toBeUndefined();
    await vi.advanceTimersByTimeAsync(50);
    expect(await embedding.queryVector(store, 'who?')).toBeDefined();
    expect(embedder.texts()).toEqual(['who?']);
  });

  it('that fails leaves the words, and the embedder is tried with a word of its own before the next', async () => {
    const { embedding, embedder, store } = await loaded();
    embedder.script = (texts, call) => (texts[0] === 'bad?' ? throwing() : vectorsOf)(texts, call);
    expect(await embedding.queryVector(store, 'bad?')).toBeUndefined();
    expect(await embedding.queryVector(store, 'good?')).toBeUndefined();
    await calm();
    expect(await embedding.queryVector(store, 'good?')).toBeDefined();
    expect(embedder.calls.map(({ texts }) => texts[0])).toEqual([PROBE, 'bad?', PROBE, 'good?']);
  });

  it('goes before the next batch of texts', async () => {
    const { embedding, embedder, store, commit } = await loaded({ embedding: { batch: 1 } });
    embedder.script = async (texts, call) => {
      await new Promise((resolve) => setTimeout(resolve, call.kind === 'query' ? 50 : 10));
      return vectorsOf(texts, call);
    };
    commit('one', 'two');
    await calm();
    const vector = embedding.queryVector(store, 'who?');
    await vi.advanceTimersByTimeAsync(49);
    expect(embedder.texts()).toEqual(['one', 'who?']);
    await vi.advanceTimersByTimeAsync(1);
    expect(await vector).toBeDefined();
    expect(embedder.texts()).toEqual(['one', 'who?', 'two']);
  });

  it('holds the texts up for no longer than queryMs', async () => {
    const { embedding, embedder, store, commit } = await loaded({ embedding: { queryMs: 100 } });
    embedder.script = (texts, call) => (call.kind === 'query' ? hanging : vectorsOf)(texts, call);
    void embedding.queryVector(store, 'who?');
    commit('one');
    await vi.advanceTimersByTimeAsync(99);
    expect(store.done).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(store.done).toEqual(['one']);
  });

  it('is asked for once for the same prompt, and kept for the 64 latest', async () => {
    const { embedding, embedder, store } = await loaded();
    await Promise.all(['same', 'same'].map((prompt) => embedding.queryVector(store, prompt)));
    expect(embedder.texts()).toEqual(['same']);
    for (let index = 0; index < 63; index++) await embedding.queryVector(store, `prompt ${index}`);
    await embedding.queryVector(store, 'same');
    await embedding.queryVector(store, 'one more');
    await embedding.queryVector(store, 'same');
    expect(embedder.texts().filter((text) => text === 'same')).toHaveLength(1);
    await embedding.queryVector(store, 'prompt 0');
    expect(embedder.texts().filter((text) => text === 'prompt 0')).toHaveLength(2);
  });
});

describe('stop and start', () => {
  it('end what runs, let go of the model and go on where it was', async () => {
    const { embedding, embedder, store } = opened({}, { embedder: scriptedEmbedder(), store: storeOf('a') });
    embedder.script = (texts, call) => (texts[0] === PROBE ? vectorsOf : hanging)(texts, call);
    await calm();
    expect(embedding.status().state).toBe('embedding');
    const settled = embedding.settled();
    settled.catch(() => undefined);
    await embedding.stop();
    await expect(settled).rejects.toMatchObject({ code: 'aborted', details: { method: 'embedding.settled' } });
    expect(embedder.calls.at(-1)?.call.signal.aborted).toBe(true);
    expect(embedder.released).toBe(1);
    expect(embedding.status()).toMatchObject({ state: 'stopped', waiting: 1 });
    expect(embedding.status().error).toBeUndefined();
    expect(await embedding.queryVector(store, 'who?')).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);

    embedder.script = vectorsOf;
    await embedding.start();
    await embedding.settled();
    expect(store.done).toEqual(['a']);
  });

  it('that come together end in what was said last', async () => {
    const { embedding, embedder, store } = opened({}, { store: storeOf('a') });
    const stopped = embedding.stop();
    const started = embedding.start();
    await Promise.all([stopped, started]);
    await embedding.settled();
    expect(store.done).toEqual(['a']);
    const restarted = embedding.start();
    await embedding.stop();
    await expect(restarted).rejects.toMatchObject({ code: 'aborted', details: { method: 'embedding.start' } });
    expect(embedding.status().state).toBe('stopped');
    expect(embedder.released).toBe(2);
  });

  it('of which the start is not waited for leave no rejection that nobody handles', async () => {
    const { embedding } = opened({}, { embedder: scriptedEmbedder(throwing()) });
    void embedding.start();
    await calm();
    expect(embedding.status()).toMatchObject({ state: 'waiting', error: { code: 'embedder-unavailable' } });
  });
});

describe('the model', () => {
  it('is let go of when nothing was asked for idleMs, and loaded again by the next prompt', async () => {
    const { embedding, embedder, store, commit } = opened({ embedding: { idleMs: 5000 } });
    commit('a');
    await embedding.settled();
    await embedding.queryVector(store, 'known?');
    await vi.advanceTimersByTimeAsync(4999);
    expect(embedder.released).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(embedder.released).toBe(1);
    expect(await embedding.queryVector(store, 'known?')).toBeDefined();
    expect(await embedding.queryVector(store, 'unknown?')).toBeUndefined();
    await calm();
    expect(await embedding.queryVector(store, 'unknown?')).toBeDefined();
  });

  it('stays for ever with idleMs: Infinity', async () => {
    const { embedding, embedder } = opened({ embedding: { idleMs: Infinity } });
    await embedding.start();
    await vi.advanceTimersByTimeAsync(1e9);
    expect(embedder.released).toBe(0);
  });

  it('is one for all sessions that share an embedder, and the last close lets go of it', async () => {
    const embedder = scriptedEmbedder();
    const shared = new SharedEmbedder(embedder, { timeoutMs: 1000, idleMs: 1000 });
    const one = opened({}, { shared, store: storeOf('a') });
    const two = opened({}, { shared, store: storeOf('b') });
    await Promise.all([one.embedding.settled(), two.embedding.settled()]);
    expect(embedder.calls.filter(({ texts }) => texts[0] === PROBE)).toHaveLength(1);
    await one.embedding.close();
    expect(embedder.released).toBe(0);
    expect(await two.embedding.queryVector(two.store, 'who?')).toBeDefined();
    await two.embedding.close();
    expect(embedder.released).toBe(1);
  });
});

describe('close', () => {
  it('cancels what runs, lets go of the model and leaves no timer', async () => {
    for (const script of [vectorsOf, hanging, throwing()]) {
      const { embedding, embedder, store } = testEmbedding(
        {},
        { embedder: scriptedEmbedder(script), store: storeOf('a') },
      );
      await calm();
      const settled = embedding.settled().catch((error: unknown) => error);
      await embedding.close();
      expect(vi.getTimerCount()).toBe(0);
      expect(embedder.released).toBe(1);
      await settled;
      await expect(embedding.settled()).rejects.toMatchObject({ code: 'closed' });
      await expect(embedding.start()).rejects.toMatchObject({ code: 'closed' });
      await embedding.stop();
      await embedding.close();
      expect(await embedding.queryVector(store, 'who?')).toBeUndefined();
      expect(embedder.released).toBe(1);
    }
  });

  it('does not wait for ever for a model that does not let go', async () => {
    const embedder = scriptedEmbedder();
    embedder.release = () => new Promise(() => undefined);
    const { embedding } = testEmbedding({}, { embedder });
    const closed = embedding.close();
    await vi.advanceTimersByTimeAsync(5000);
    await closed;
  });

  it('is not stopped by a model that fails to let go', async () => {
    const embedder = scriptedEmbedder();
    embedder.release = () => Promise.reject(new Error('no'));
    await testEmbedding({}, { embedder }).embedding.close();
  });
});
