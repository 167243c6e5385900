// Several tabs on one session: one makes the vectors, because the others would make the same ones.
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { whileAlone } from '../../../src/client/embedding/work-lock.ts';
import { testEmbedding } from '../../support/embedding-client.ts';
import { FakeLocks } from '../../support/fakes/fake-locks.ts';
import { type Script, scriptedEmbedder, vectorsOf } from '../../support/fakes/scripted-embedder.ts';
import { VectorStore } from '../../support/fakes/vector-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function withLocks(locks: object): void {
  vi.stubGlobal('navigator', { locks });
}

const slow: Script = async (texts, call) => {
  await new Promise((resolve) => setTimeout(resolve, 100));
  return vectorsOf(texts, call);
};

/** A tab on the rows of `store`. */
function tab(store: VectorStore) {
  const test = testEmbedding({}, { store, embedder: scriptedEmbedder(slow) });
  onTestFinished(() => test.embedding.close());
  return test;
}

function storeOf(count: number): VectorStore {
  const store = new VectorStore();
  store.add(...Array.from({ length: count }, (_, index) => `text ${index}`));
  return store;
}

describe('two tabs with one session', () => {
  it('embed every text once; the second waits and says so', async () => {
    const locks = new FakeLocks();
    withLocks(locks);
    const store = storeOf(40);
    const [one, two] = [tab(store), tab(store)];
    await vi.advanceTimersByTimeAsync(50);
    expect(two.embedding.status()).toMatchObject({ state: 'waiting', waiting: 40 });
    expect(two.embedding.status().error).toBeUndefined();
    const settled = Promise.all([one.embedding.settled(), two.embedding.settled()]);
    await vi.advanceTimersByTimeAsync(5000);
    await settled;
    expect([...store.timesStored.values()].every((times) => times === 1)).toBe(true);
    expect(two.embedder.texts()).toEqual([]);
    expect(two.embedding.status()).toMatchObject({ state: 'idle', waiting: 0, stored: 0 });
    expect(new Set(locks.names)).toEqual(new Set(['working-memory embedding ["/","test"]']));
  });

  it('take turns: when the one is closed in the middle, the other goes on', async () => {
    withLocks(new FakeLocks());
    const store = storeOf(40);
    const [one, two] = [tab(store), tab(store)];
    await vi.advanceTimersByTimeAsync(250);
    expect(store.done).toHaveLength(16);
    await one.embedding.close();
    await vi.advanceTimersByTimeAsync(5000);
    expect(store.done).toHaveLength(40);
    expect(two.embedding.status().stored).toBe(24);
  });

  it('both answer prompts by meaning, whoever is at work', async () => {
    withLocks(new FakeLocks());
    const store = storeOf(1000);
    const [, two] = [tab(store), tab(store)];
    void two.embedding.start();
    await vi.advanceTimersByTimeAsync(150);
    const vector = two.embedding.queryVector(store, 'who?');
    await vi.advanceTimersByTimeAsync(150);
    expect(await vector).toBeDefined();
    expect(two.embedding.status().state).toBe('waiting');
  });

  it('let the lock go while an embedder is out of order', async () => {
    withLocks(new FakeLocks());
    const store = storeOf(3);
    const one = tab(store);
    one.embedder.script = () => {
      throw new Error('no network');
    };
    await vi.advanceTimersByTimeAsync(0);
    expect(one.embedding.status().state).toBe('waiting');
    tab(store);
    await vi.advanceTimersByTimeAsync(500);
    expect(store.done).toHaveLength(3);
  });
});

describe('work that is done alone', () => {
  const { signal } = new AbortController();
  const never = (): void => expect.fail('nobody holds the lock');

  it('is done without a lock where there are none, or where they refuse', async () => {
    vi.stubGlobal('navigator', undefined);
    expect(await whileAlone('a', signal, never, async () => 1)).toBe(1);
    withLocks({ request: () => Promise.reject(new DOMException('opaque origin', 'SecurityError')) });
    expect(await whileAlone('a', signal, never, async () => 2)).toBe(2);
  });

  it('is done once, also when it fails', async () => {
    withLocks(new FakeLocks());
    const work = vi.fn(() => Promise.reject(new Error('it failed')));
    await expect(whileAlone('a', signal, never, work)).rejects.toThrow('it failed');
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('is not done when it was ended while it waited', async () => {
    withLocks(new FakeLocks());
    let done!: () => void;
    const first = whileAlone('a', signal, never, () => new Promise<void>((resolve) => (done = resolve)));
    const controller = new AbortController();
    const waits = vi.fn();
    const work = vi.fn(async () => undefined);
    const second = whileAlone('a', controller.signal, waits, work);
    await vi.advanceTimersByTimeAsync(0);
    expect(waits).toHaveBeenCalledTimes(1);
    controller.abort();
    await expect(second).rejects.toMatchObject({ name: 'AbortError' });
    done();
    await first;
    await vi.advanceTimersByTimeAsync(0);
    expect(work).not.toHaveBeenCalled();
  });
});
