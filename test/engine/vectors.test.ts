// Vectors in the engine: which texts wait for one, what is stored, and when it is deleted.
import { describe, expect, it } from 'vitest';
import { compactStorage } from '../../src/engine/session/stored/compact-storage.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import type { Engine, Meaning } from '../../src/boundary/engine.ts';
import { WorkingMemoryError } from '../../src/errors.ts';
import type { RowChange, Storage } from '../../src/storage/port.ts';
import { testEngine } from '../support/engine.ts';
import { recalled } from '../support/recall.ts';
import { appended } from '../support/messages/transcript.ts';

const MODEL = 'concepts@1';
const ADDRESS = { workspace: '/', session: 'test' };
const CONCEPTS = ['drink', 'travel', 'money', 'weather'] as const;
const WORDS: Record<string, (typeof CONCEPTS)[number]> = {
  coffee: 'drink',
  espresso: 'drink',
  beverage: 'drink',
  train: 'travel',
  journey: 'travel',
  budget: 'money',
  price: 'money',
  rain: 'weather',
};

/** One axis for each concept, and one that every text shares a little of. */
function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(CONCEPTS.length + 1);
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    const concept = WORDS[word];
    if (concept) vector[CONCEPTS.indexOf(concept)] = 1;
  }
  vector[CONCEPTS.length] = 0.1;
  return vector;
}

const meaningOf = (prompt: string, model = MODEL): Meaning => ({
  model,
  vector: vectorOf(prompt),
  weight: 1,
  floor: 0.2,
});

/** Embeds all that waits; the texts, in their order. */
async function embedAll(engine: Engine, model = MODEL, batch = 16): Promise<string[]> {
  await engine.useVectors(model);
  const embedded: string[] = [];
  for (;;) {
    const { texts } = await engine.unembedded(batch, []);
    if (texts.length === 0) return embedded;
    await engine.storeVectors(
      model,
      texts.map(({ key, text }) => ({ key, vector: vectorOf(text) })),
    );
    embedded.push(...texts.map(({ text }) => text));
  }
}

const blocks = async (storage: Storage): Promise<readonly RowChange[]> => storage.rows(ADDRESS, 'vectors', '', 1000);

const found = async (engine: Engine, prompt: string, options = {}): Promise<string[]> => {
  const { hits } = await engine.recall(prompt, options, meaningOf(prompt));
  return hits.map(({ snippet }) => snippet);
};

describe('texts that wait for a vector', () => {
  it('are items, what left the store, files and messages, in that order, each text once', async () => {
    const { engine } = await testEngine({ limits: { maxItems: 1 } });
    await appended(engine, [{ role: 'user', text: 'how is the train' }]);
    await engine.writeFile('detail/plan.md', '# Plan\n\nby train');
    await engine.memorize([{ text: 'old coffee' }]);
    await engine.memorize([{ text: 'new espresso' }]);
    await appended(engine, [{ role: 'user', text: 'new espresso' }]);
    await engine.useVectors(MODEL);
    const { texts, waiting } = await engine.unembedded(10, []);
    expect(texts.map(({ text }) => text.trim())).toEqual([
      'new espresso',
      'old coffee',
      'Plan\n# Plan\n\nby train',
      'how is the train',
    ]);
    expect(waiting).toBe(4);
  });

  it('are counted without those that the caller leaves out, and given out up to the limit', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'one' }, { text: 'two' }, { text: 'three' }]);
    await engine.useVectors(MODEL);
    const { texts } = await engine.unembedded(1, []);
    const rest = await engine.unembedded(
      1,
      texts.map(({ key }) => key),
    );
    expect([texts[0]?.text, rest.texts[0]?.text, rest.waiting]).toEqual(['one', 'two', 2]);
  });

  it('wait no longer once they have one, also where the same text comes again', async () => {
    const { engine } = await testEngine({ doubles: 'keep' });
    await engine.memorize([{ text: 'coffee' }]);
    expect(await embedAll(engine)).toEqual(['coffee']);
    await engine.memorize([{ text: 'coffee' }]);
    expect(await embedAll(engine)).toEqual([]);
    expect(await found(engine, 'espresso')).toEqual(['coffee', 'coffee']);
  });

  it('keep it where a file is written anew around them', async () => {
    const { engine } = await testEngine();
    const section = (name: string, text: string): string => `# ${name}\n\n${text.padEnd(700, ' .')}\n\n`;
    await engine.writeFile('detail/a.md', section('One', 'coffee') + section('Two', 'train'));
    await embedAll(engine);
    await engine.writeFile('detail/a.md', section('One', 'coffee') + section('Two', 'rain'));
    expect((await embedAll(engine)).map((text) => text.slice(0, 3))).toEqual(['Two']);
    expect(await found(engine, 'espresso', { scope: 'files' })).toEqual([expect.stringContaining('coffee')]);
  });
});

describe('recall with a meaning', () => {
  it('finds what shares no word with the prompt, and says that it compared vectors', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'She orders an espresso' }, { text: 'The budget is tight' }]);
    expect((await recalled(engine, 'a favourite beverage')).hits).toEqual([]);
    await embedAll(engine);
    const { hits, mode } = await engine.recall('a favourite beverage', { explain: true }, meaningOf('beverage'));
    expect(hits.map(({ snippet }) => snippet)).toEqual(['She orders an espresso']);
    expect(hits[0]?.parts?.dense).toBeCloseTo(1);
    expect(mode).toBe('hybrid');
  });

  it('answers by words alone before, without, and for a model whose vectors are not here', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'an espresso' }]);
    const modes = async () => [
      (await engine.recall('espresso')).mode,
      (await engine.recall('espresso', {}, meaningOf('espresso'))).mode,
      (await engine.recall('espresso', {}, meaningOf('espresso', 'another@1'))).mode,
    ];
    expect(await modes()).toEqual(['lexical', 'lexical', 'lexical']);
    await embedAll(engine);
    expect(await modes()).toEqual(['lexical', 'hybrid', 'lexical']);
  });

  it('scores texts with and without a vector in one list', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'an espresso at noon' }]);
    await embedAll(engine);
    await engine.memorize([{ text: 'the beverage list' }, { text: 'the train is late' }]);
    expect((await found(engine, 'beverage')).sort()).toEqual(['an espresso at noon', 'the beverage list']);
  });

  it('leaves the formula of the source alone, which compares words', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'an espresso' }, { text: 'the budget' }]);
    await embedAll(engine);
    const query = { ranking: 'seed', explain: true } as const;
    expect(await recalled(engine, 'beverage', query, meaningOf('beverage'))).toEqual({
      hits: [],
      mode: 'lexical',
      confidence: 0,
    });
    const asked = await recalled(engine, 'espresso', query, meaningOf('espresso'));
    expect(asked).toEqual(await recalled(engine, 'espresso', query));
    expect(asked.hits).toHaveLength(1);
  });

  it('explains an absence by the same order', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'an espresso' }]);
    await embedAll(engine);
    expect(await engine.whyNot('item-1', 'beverage')).toMatchObject({ because: 'not-relevant' });
    expect(await engine.whyNot('item-1', 'beverage', {}, meaningOf('beverage'))).toMatchObject({
      because: 'found',
      rank: 0,
    });
  });

  it('goes on with its vectors when the index is built anew', async () => {
    const { engine } = await testEngine({ limits: { maxItems: 2 }, longTail: { maxItems: 0 } });
    await engine.memorize([{ text: 'an espresso', pinned: true }]);
    await embedAll(engine);
    for (let turn = 0; turn < 200; turn++) await engine.memorize([{ text: `note ${turn}` }]);
    expect(await found(engine, 'beverage')).toEqual(['an espresso']);
  });
});

describe('stored vectors', () => {
  it('are there after reopening, and nothing is embedded twice', async () => {
    const storage = memoryStorage();
    const first = await testEngine({}, { storage });
    await first.engine.memorize([{ text: 'an espresso' }]);
    await embedAll(first.engine);
    await first.engine.close();
    const { engine } = await testEngine({}, { storage });
    expect(await embedAll(engine)).toEqual([]);
    expect(await found(engine, 'beverage')).toEqual(['an espresso']);
  });

  it('are there in a fork, also after it has stored its own', async () => {
    const storage = memoryStorage();
    const { engine } = await testEngine({}, { storage });
    await engine.memorize([{ text: 'coffee' }]);
    await embedAll(engine);
    await engine.forkSession('fork');
    const open = async () => (await testEngine({ session: 'fork' }, { storage, ids: () => 'own' })).engine;
    const fork = await open();
    await fork.memorize([{ text: 'train' }]);
    expect(await embedAll(fork)).toEqual(['train']);
    const reopened = await open();
    expect(await embedAll(reopened)).toEqual([]);
    expect(await found(reopened, 'beverage')).toEqual(['coffee']);
  });

  it('reach another owner of the session with its next command', async () => {
    const storage = memoryStorage();
    const first = await testEngine({}, { storage });
    const second = await testEngine({}, { storage });
    await first.engine.memorize([{ text: 'an espresso' }]);
    await second.engine.useVectors(MODEL);
    await embedAll(first.engine);
    await second.engine.step();
    expect(await found(second.engine, 'beverage')).toEqual(['an espresso']);
    expect((await second.engine.unembedded(1, [])).waiting).toBe(0);
  });

  it('that could not be read are read with the next question for them', async () => {
    const inner = memoryStorage();
    const first = await testEngine({}, { storage: inner });
    await first.engine.memorize([{ text: 'an espresso' }]);
    await embedAll(first.engine);
    let failures = 2;
    const rows: Storage['rows'] = async (address, store, after, limit) => {
      if (store === 'vectors' && failures-- > 0) throw new Error('the disk is gone');
      return inner.rows(address, store, after, limit);
    };
    const { engine } = await testEngine({}, { storage: { ...inner, rows } });
    await expect(engine.useVectors(MODEL)).rejects.toThrow('the disk is gone');
    await expect(engine.forget('oldest', 'hard')).rejects.toThrow('the disk is gone');
    expect(await embedAll(engine)).toEqual([]);
    expect(await found(engine, 'beverage')).toEqual(['an espresso']);
  });

  it('of another model are never compared; the texts wait anew and the former vectors go when blocks are sealed', async () => {
    const storage = memoryStorage();
    const { engine } = await testEngine({}, { storage });
    await engine.memorize([{ text: 'an espresso' }]);
    await embedAll(engine);
    await engine.useVectors('concepts@2');
    expect((await engine.recall('beverage', {}, meaningOf('beverage', 'concepts@2'))).mode).toBe('lexical');
    expect(await embedAll(engine, 'concepts@2')).toEqual(['an espresso']);
    await engine.sealVectors();
    expect((await blocks(storage)).map(({ value }) => value?.['model'])).toEqual(['concepts@2']);
    expect((await engine.recall('beverage', {}, meaningOf('beverage', 'concepts@2'))).mode).toBe('hybrid');
  });

  it('are put together from small blocks, and those of texts that are gone left out', async () => {
    const storage = memoryStorage();
    const { engine } = await testEngine({ longTail: { maxItems: 0 } }, { storage });
    const texts = Array.from({ length: 20 }, (_, turn) => ({ text: `coffee ${turn}` }));
    await engine.memorize(texts);
    await embedAll(engine, MODEL, 3);
    expect(await blocks(storage)).toHaveLength(7);
    await engine.forget('oldest', 'hard');
    await engine.sealVectors();
    const [only, ...others] = await blocks(storage);
    expect(others).toEqual([]);
    // The other vectors of the forgotten one's block were still in memory.
    expect(only?.value).toMatchObject({ keys: expect.objectContaining({ length: 19 }) });
    await engine.sealVectors();
    expect((await blocks(storage)).map(({ key }) => key)).toEqual([only?.key]);
    expect((await found(engine, 'espresso', { limit: 30 })).length).toBe(19);
  });

  it('that are damaged count as missing, and are made again', async () => {
    const storage = memoryStorage();
    const first = await testEngine({}, { storage });
    await first.engine.memorize([{ text: 'an espresso' }]);
    await embedAll(first.engine);
    const whole = compactStorage(storage);
    const { manifest } = await whole.load(ADDRESS, []);
    const [row] = await blocks(storage);
    const data = Float32Array.from(row?.value?.['data'] as Float32Array, (value) => value + 1);
    const head = (manifest?.head ?? 0) + 1;
    const usage = { items: 1, tokens: 1 };
    await whole.commit(ADDRESS, manifest ?? { head: 0 }, {
      manifest: { ...(manifest as NonNullable<typeof manifest>), head },
      entry: { head, time: 0, step: 0, usage: { before: usage, after: usage }, events: [], touched: [] },
      rows: [{ store: 'vectors', key: row?.key ?? '', value: { ...row?.value, check: row?.value?.check ?? '', data } }],
      dropJournalUpTo: 0,
    });
    const { engine } = await testEngine({}, { storage });
    expect(await embedAll(engine)).toEqual(['an espresso']);
    await engine.sealVectors();
    expect(await blocks(storage)).toHaveLength(1);
  });

  it('are refused when they have no direction, another length or another model; nothing is stored', async () => {
    const storage = memoryStorage();
    const { engine } = await testEngine({}, { storage });
    await engine.memorize([{ text: 'an espresso' }, { text: 'a train' }]);
    await engine.useVectors(MODEL);
    const { texts } = await engine.unembedded(2, []);
    const key = texts[0]?.key ?? '';
    const good = { key: texts[1]?.key ?? '', vector: vectorOf('train') };
    for (const bad of [
      Float32Array.of(0, 0, 0, 0, 0),
      Float32Array.of(NaN, 1, 1, 1, 1),
      Float32Array.of(Infinity, 1, 1, 1, 1),
      Float32Array.of(1, 2),
    ]) {
      await expect(engine.storeVectors(MODEL, [good, { key, vector: bad }])).rejects.toMatchObject({
        code: 'invalid-input',
      });
    }
    await expect(engine.storeVectors('another', [good])).rejects.toMatchObject({ code: 'invalid-input' });
    expect(await blocks(storage)).toEqual([]);
    expect(await engine.storeVectors(MODEL, [good])).toEqual({ stored: 1 });
    await expect(engine.storeVectors(MODEL, [{ key, vector: Float32Array.of(1, 2) }])).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });

  it('are not kept for a text that was forgotten while it was embedded', async () => {
    const storage = memoryStorage();
    const { engine } = await testEngine({}, { storage });
    await engine.memorize([{ text: 'an espresso' }]);
    await engine.useVectors(MODEL);
    const { texts } = await engine.unembedded(1, []);
    await engine.forget('oldest', 'hard');
    const vectors = texts.map(({ key, text }) => ({ key, vector: vectorOf(text) }));
    expect(await engine.storeVectors(MODEL, vectors)).toEqual({ stored: 0 });
    expect(await blocks(storage)).toEqual([]);
  });
});

describe('a hard forget', () => {
  it('removes the vectors of the item, of files and messages that quoted it, and of former revisions', async () => {
    const storage = memoryStorage();
    const { engine } = await testEngine({}, { storage });
    const secret = 'the secret espresso recipe of the house';
    await engine.memorize([{ text: secret }, { text: 'a train' }]);
    await appended(engine, [{ role: 'user', text: `remember ${secret}` }]);
    await engine.writeFile('detail/a.md', `# A\n\n${secret}`);
    await embedAll(engine, MODEL, 1);
    await engine.writeFile('detail/a.md', '# A\n\nnothing here', { force: true });
    await embedAll(engine, MODEL, 1);
    const before = await blocks(storage);
    await engine.forget({ ids: ['item-1'] }, 'hard');
    const after = await blocks(storage);
    expect([before.length, after.length]).toEqual([5, 2]);
    expect(await embedAll(engine)).toEqual([]);
  });

  it('removes them where no model is in use', async () => {
    const storage = memoryStorage();
    const first = await testEngine({}, { storage });
    await first.engine.memorize([{ text: 'an espresso' }]);
    await embedAll(first.engine);
    await first.engine.close();
    const { engine } = await testEngine({}, { storage });
    await engine.forget('oldest', 'hard');
    expect(await blocks(storage)).toEqual([]);
  });

  it('removes those that another owner stored in the meantime', async () => {
    const storage = memoryStorage();
    const first = await testEngine({}, { storage });
    await first.engine.memorize([{ text: 'an espresso' }]);
    const second = await testEngine({}, { storage });
    await first.engine.useVectors(MODEL);
    await embedAll(second.engine);
    await first.engine.forget('oldest', 'hard');
    expect(await blocks(storage)).toEqual([]);
  });
});

describe('where storage is full', () => {
  it('vectors go first, the command is done, and recall goes on with what is in memory', async () => {
    const inner = memoryStorage();
    let isFull = false;
    const storage: Storage = {
      ...inner,
      commit: (address, head, batch) => {
        const grows = batch.rows.some(({ value }) => value);
        if (isFull && grows) throw new WorkingMemoryError('storage-quota', 'full', {});
        if (!grows) isFull = false;
        return inner.commit(address, head, batch);
      },
    };
    const { engine, journal } = await testEngine({}, { storage });
    await engine.memorize([{ text: 'an espresso' }]);
    await embedAll(engine);
    isFull = true;
    expect((await engine.memorize([{ text: 'a train' }])).items[0]).toMatchObject({ stored: true });
    expect(await blocks(inner)).toEqual([]);
    expect((await journal()).flatMap(({ events }) => events)).toContainEqual({
      type: 'vectors-dropped',
      reason: 'storage-quota',
      blocks: 1,
    });
    expect(await found(engine, 'beverage')).toEqual(['an espresso']);
  });

  it('storing vectors drops none of those that are there', async () => {
    const inner = memoryStorage();
    let isFull = false;
    const storage: Storage = {
      ...inner,
      commit: (address, head, batch) => {
        if (isFull) throw new WorkingMemoryError('storage-quota', 'full', {});
        return inner.commit(address, head, batch);
      },
    };
    const { engine } = await testEngine({}, { storage });
    await engine.memorize([{ text: 'an espresso' }]);
    await embedAll(engine);
    await engine.memorize([{ text: 'a train' }]);
    isFull = true;
    await expect(embedAll(engine)).rejects.toMatchObject({ code: 'storage-quota' });
    expect(await blocks(inner)).toHaveLength(1);
  });
});
