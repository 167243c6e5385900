// The real pipeline over a tiny model, without a network, in Node as on a server.
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import * as transformers from '@xenova/transformers';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { isWorkingMemoryError, type WorkingMemoryError } from '../../src/errors.ts';
import type { EmbedCall, Embedder, EmbedderProgress } from '../../src/ports/embedder.ts';
import { transformersEmbedder } from '../../src/transformers/embedder.ts';
import type { TransformersSettings } from '../../src/transformers/settings.ts';
import { makeTinyModel, TINY } from '../support/browser/tiny-model.ts';

let models: string;
beforeAll(() => {
  models = makeTinyModel('tests/multilingual-e5-small');
  // It lies beside the package and would keep what the hubs of these tests answer.
  transformers.env.useFSCache = false;
});

const embedders: Embedder[] = [];
function embedder(settings: Partial<TransformersSettings> = {}): Embedder {
  const made = transformersEmbedder({ model: TINY, localModelPath: models, ...settings });
  embedders.push(made);
  return made;
}
afterEach(async () => {
  for (const made of embedders.splice(0)) await made.release?.();
});

const call = (given: Partial<EmbedCall> = {}): EmbedCall => ({
  kind: 'passage',
  signal: new AbortController().signal,
  onProgress: () => undefined,
  ...given,
});

const vectorsOf = async (texts: readonly string[], from = embedder(), given: Partial<EmbedCall> = {}) =>
  (await from.embed(texts, call(given))).map((vector) => [...vector]);

const failure = async (work: Promise<unknown>): Promise<WorkingMemoryError> => {
  const outcome = await work.then(
    () => new Error('it resolved'),
    (error: unknown) => error,
  );
  if (!isWorkingMemoryError(outcome)) throw outcome;
  return outcome;
};

/** A hub that answers every file in one way. */
async function hub(answer: (path: string) => [status: number, type: string, body: string]): Promise<string> {
  const server: Server = createServer((request, response) => {
    const [status, type, body] = answer(request.url ?? '/');
    response.writeHead(status, { 'content-type': type, 'content-length': body.length }).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => new Promise((closed) => void server.close(() => closed())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const cosine = (a: readonly number[] = [], b: readonly number[] = []): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

const NOTES = ['The release is planned for Friday', 'Coffee is on the third floor', 'The parrot is called Kiwi'];

describe('vectors', () => {
  it('come one for each text, in their order, of one length, with length 1', async () => {
    const vectors = await vectorsOf(NOTES);
    expect(vectors.map(({ length }) => length)).toEqual([64, 64, 64]);
    for (const vector of vectors) expect(cosine(vector, vector)).toBeCloseTo(1, 5);
    const [alone] = await vectorsOf([NOTES[1] as string]);
    expect(vectors[1]).toEqual(alone);
    expect(await vectorsOf([])).toEqual([]);
  });

  it('tell what belongs together, also where no word is shared', async () => {
    const [release, coffee, parrot] = await vectorsOf(NOTES);
    const [launch, drink, tea] = await vectorsOf(['when is the launch', 'which drink', '茶在哪里'], undefined, {
      kind: 'query',
    });
    expect(cosine(launch, release)).toBeGreaterThan(0.3 + cosine(launch, coffee));
    expect(cosine(drink, coffee)).toBeGreaterThan(0.3 + cosine(drink, parrot));
    expect(cosine(tea, coffee)).toBeGreaterThan(0.3 + cosine(tea, parrot));
  });

  it('are the same in every run, alone and in any company', async () => {
    const one = embedder();
    const other = embedder();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme', maxLength: 80 }), { maxLength: 6 }), async (texts) => {
        const together = await vectorsOf(texts, one);
        const alone: number[][] = [];
        for (const text of texts) alone.push(...(await vectorsOf([text], other)));
        expect(together).toEqual(alone);
      }),
      { numRuns: 30 },
    );
  });

  it('cut a text that is longer than the model reads, and take an empty one', async () => {
    const vectors = await vectorsOf([`${NOTES[0]} `.repeat(2000), '']);
    expect(vectors.flat().every(Number.isFinite)).toBe(true);
  });

  it('are made with the words that the model wants before a question and before a text', async () => {
    const e5 = embedder({ model: 'tests/multilingual-e5-small' });
    const plain = embedder();
    const [passage] = await vectorsOf(['Kiwi is green'], e5);
    const [query] = await vectorsOf(['Kiwi is green'], e5, { kind: 'query' });
    expect(passage).toEqual((await vectorsOf(['passage: Kiwi is green'], plain))[0]);
    expect(query).toEqual((await vectorsOf(['query: Kiwi is green'], plain))[0]);
    expect(await vectorsOf(['Kiwi'], plain)).toEqual(await vectorsOf(['Kiwi'], plain, { kind: 'query' }));
  });

  it('differ by pooling, and by no setting of another embedder in this process', async () => {
    const [mean, cls] = await Promise.all([
      vectorsOf(NOTES, embedder({ pooling: 'mean' })),
      vectorsOf(NOTES, embedder({ pooling: 'cls' })),
      vectorsOf(NOTES, embedder({ localModelPath: `${models}tests/`, model: 'multilingual-e5-small' })),
    ]);
    expect(mean).not.toEqual(cls);
    expect(cls[0]).toEqual(cls[1]);
  });

  it('come from an injected module too, whose environment stays as it was', async () => {
    const before = { ...transformers.env };
    expect(await vectorsOf(NOTES, embedder({ module: transformers }))).toEqual(await vectorsOf(NOTES));
    expect({ ...transformers.env }).toEqual(before);
  });
});

describe('version 4', () => {
  it('which finds no tokenizer under a whole address, is given a path and gets what lies at the address', async () => {
    const asked: string[] = [];
    const host = await hub((path) => {
      asked.push(path);
      return [200, 'application/json', '{}'];
    });
    const env = { version: '4.0.0', localModelPath: '/before/', fetch: globalThis.fetch, backends: {} };
    const pipeline = async (_task: string, model: string) => {
      expect(env.localModelPath).toBe('/models/');
      expect((await env.fetch(`${env.localModelPath}${model}/config.json`)).status).toBe(200);
      return async () => ({ dims: [1, 2], data: [0.6, 0.8] });
    };
    expect(
      await vectorsOf(['x'], embedder({ module: { env, pipeline }, localModelPath: `${host}models/` })),
    ).toHaveLength(1);
    expect(asked).toEqual(['/models/tiny/config.json']);
    expect(env).toMatchObject({ localModelPath: '/before/', fetch: globalThis.fetch });
  });
});

describe('the name of a model', () => {
  it('holds everything that changes the vectors that are kept', () => {
    const named = (settings: Partial<TransformersSettings>) => embedder(settings).model;
    expect(named({})).toBe('tiny@main q8 mean');
    expect(named({ revision: 'v2', dtype: 'fp32', pooling: 'cls' })).toBe('tiny@v2 fp32 cls');
    expect(named({ model: 'Xenova/bge-small-en-v1.5' })).toBe('Xenova/bge-small-en-v1.5@main q8 cls');
    expect(named({ model: 'Xenova/e5-small-v2' })).toBe('Xenova/e5-small-v2@main q8 mean "passage: "');
  });
});

describe('calls', () => {
  it('that ask go before texts that wait', async () => {
    const one = embedder();
    const order: string[] = [];
    const passages = one
      .embed(
        Array.from({ length: 40 }, (_, index) => `note ${index}`),
        call(),
      )
      .then(() => order.push('passages'));
    const query = one.embed(['which note'], call({ kind: 'query' })).then(() => order.push('query'));
    await Promise.all([passages, query]);
    expect(order).toEqual(['query', 'passages']);
  });

  it('let a timer of the app in between two texts', async () => {
    const one = embedder();
    await vectorsOf(['warm'], one);
    const order: string[] = [];
    const done = one
      .embed(
        Array.from({ length: 40 }, (_, index) => `note ${index}`),
        call(),
      )
      .then(() => order.push('vectors'));
    setTimeout(() => order.push('timer'));
    await done;
    expect(order).toEqual(['timer', 'vectors']);
  });

  it('end when they are aborted, before and in the middle, and hold up nobody', async () => {
    const one = embedder();
    const controller = new AbortController();
    const long = failure(
      one.embed(
        Array.from({ length: 20_000 }, (_, index) => `note ${index}`),
        call({ signal: controller.signal }),
      ),
    );
    const waiting = vectorsOf(['after it'], one);
    setTimeout(() => controller.abort(), 30);
    expect(await long).toMatchObject({ code: 'aborted' });
    expect(await waiting).toHaveLength(1);
    expect(await failure(one.embed(['x'], call({ signal: AbortSignal.abort() })))).toMatchObject({ code: 'aborted' });
  });

  it('load the model again after it was let go of', async () => {
    const one = embedder();
    const before = await vectorsOf(NOTES, one);
    await one.release?.();
    await one.release?.();
    expect(await vectorsOf(NOTES, one)).toEqual(before);
    const pending = failure(one.embed(NOTES, call()));
    await one.release?.();
    expect(await pending).toMatchObject({ code: 'embedder-unavailable', details: { reason: 'lost', model: TINY } });
    expect(await vectorsOf(NOTES, one)).toEqual(before);
  });

  it('hear how far each file has come', async () => {
    const seen: EmbedderProgress[] = [];
    await embedder().embed(['x'], call({ onProgress: (progress) => seen.push(progress) }));
    const weights = seen.filter(({ file }) => file === 'onnx/model_quantized.onnx').at(-1);
    expect(weights?.loaded).toBeGreaterThan(300_000);
    expect(weights?.total).toBe(weights?.loaded);
  });
});

describe('F63: a model cannot be loaded', () => {
  const fromHub = (remoteHost: string, model: string): Embedder =>
    transformersEmbedder({ model, remoteHost, revision: `test-${process.pid}` });

  it('because its folder is not there; the error says what to put where, and another model loads', async () => {
    const error = await failure(embedder({ model: 'no-such-model' }).embed(['x'], call()));
    expect(error).toMatchObject({
      code: 'embedder-unavailable',
      details: { reason: 'not-found', model: 'no-such-model' },
    });
    expect(error.message).toContain(`onnx/model_quantized.onnx into ${models}no-such-model`);
    expect(await vectorsOf(['x'])).toHaveLength(1);
  });

  it('because the hub has no such repository', async () => {
    const host = await hub(() => [404, 'text/plain', 'Entry not found']);
    const error = await failure(fromHub(host, 'nobody/nothing').embed(['x'], call()));
    expect(error).toMatchObject({ details: { reason: 'not-found' } });
    expect(error.message).toMatch(
      /nobody\/nothing\/resolve\/test-\d+\/\w+\.json answered with status 404.*Check its name/,
    );
  });

  it('because a server answers everything with its page', async () => {
    const host = await hub(() => [200, 'text/html; charset=utf-8', '<!doctype html>']);
    const error = await failure(fromHub(host, `some/page-${process.pid}`).embed(['x'], call()));
    expect(error).toMatchObject({ details: { reason: 'not-found' } });
    expect(error.message).toMatch(/answered with a web page/);
  });

  it('because nothing answers', async () => {
    const error = await failure(fromHub('http://127.0.0.1:1/', 'some/model').embed(['x'], call()));
    expect(error).toMatchObject({ details: { reason: 'offline' } });
    expect(error.message).toMatch(/cannot be reached: no network/);
  });

  it('because this version of the module does not know what was asked for', async () => {
    for (const settings of [{ dtype: 'q4' }, { device: 'webgpu' }] as const) {
      const error = await failure(embedder(settings).embed(['x'], call()));
      expect(error).toMatchObject({ code: 'invalid-option' });
      expect(error.message).toMatch(/@huggingface\/transformers supports it from version 3 on/);
    }
  });

  it('because its module is not where it should be', async () => {
    const error = await failure(embedder({ moduleUrl: 'file:///nowhere/transformers.js' }).embed(['x'], call()));
    expect(error).toMatchObject({ code: 'embedder-unavailable', details: { reason: 'no-peer' } });
    expect(error.message).toMatch(/file:\/\/\/nowhere\/transformers\.js could not be imported.*Check the address/);
  });

  it('because it gives something else than a vector', async () => {
    const module = {
      env: { version: '4.0.0', backends: {} },
      pipeline: async () => async () => ({ dims: [1, 2, 3], data: [1, 2, 3, 4, 5, 6] }),
    };
    const error = await failure(embedder({ module }).embed(['x'], call()));
    expect(error).toMatchObject({ code: 'embedder-unavailable', details: { reason: 'wrong-vectors' } });
  });

  it('because version 4 went on without a tokenizer', async () => {
    const host = await hub(() => [404, 'text/plain', '']);
    const module = {
      env: { version: '4.0.0', backends: {} },
      pipeline: async () => Object.assign(() => undefined, { tokenizer: undefined }),
    };
    const error = await failure(embedder({ module, localModelPath: `${host}models/` }).embed(['x'], call()));
    expect(error).toMatchObject({ details: { reason: 'not-found' } });
    expect(error.message).toContain(`${host}models/tiny/tokenizer_config.json answered with status 404`);
  });

  it('because it failed on a text: everyone who waits hears it, and the next call loads it anew', async () => {
    let loads = 0;
    const module = {
      env: { version: '4.0.0', backends: {} },
      pipeline: async () => {
        const mine = ++loads;
        return async () => {
          if (mine === 1) throw new Error('memory access out of bounds');
          return { dims: [1, 2], data: [0.6, 0.8] };
        };
      },
    };
    const one = embedder({ module });
    const errors = await Promise.all([failure(one.embed(['x'], call())), failure(one.embed(['y'], call()))]);
    expect(errors.map(({ message }) => message)).toEqual(
      Array(2).fill(expect.stringContaining('memory access out of bounds')),
    );
    expect((await vectorsOf(['z'], one))[0]).toEqual([0.6, 0.8].map(Math.fround));
    expect(loads).toBe(2);
  });
});

describe('settings', () => {
  const refused = (settings: unknown): WorkingMemoryError => {
    try {
      transformersEmbedder(settings as TransformersSettings);
    } catch (error) {
      if (isWorkingMemoryError(error, 'invalid-option')) return error;
      throw error;
    }
    throw new Error('accepted');
  };
  it('that are wrong are refused with what is expected', () => {
    const cases: readonly (readonly [object, RegExp])[] = [
      [{}, /transformers\.model must be a model's id/],
      [{ model: '' }, /model/],
      [{ model: 'a b' }, /model/],
      [{ model: 'm', dtpye: 'q8' }, /dtpye is unknown\. Did you mean embedder\.transformers\.dtype\?/],
      [{ model: 'm', dtype: 'q9' }, /dtype must be 'q8' or 'fp32'/],
      [{ model: 'm', pooling: 'max' }, /pooling must be 'mean' or 'cls'/],
      [{ model: 'm', numThreads: 0 }, /numThreads must be a whole number from 1 to 64/],
      [{ model: 'm', allowRemoteModels: false }, /localModelPath must be given/],
      [{ model: 'm', wasmPaths: { a: 1 } }, /wasmPaths/],
      [{ model: 'm', module: {} }, /module must be the module of transformers\.js/],
      [{ model: 'm', module: transformers, moduleUrl: './x.js' }, /moduleUrl must be left out beside module/],
      [{ model: 'm', worker: 'x' }, /worker must be a function/],
    ];
    for (const [settings, message] of cases) expect(refused(settings).message).toMatch(message);
    expect(refused(null).message).toMatch(/must be an object such as/);
  });
});
