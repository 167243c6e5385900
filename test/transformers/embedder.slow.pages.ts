// The real pipeline in the package's own worker, in real pages, with everything from the page's own origin.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Embedder, EmbedderProgress } from '../../src/ports/embedder.ts';
import { transformersEmbedder } from '../../src/transformers/embedder.ts';
import type { TransformersSettings } from '../../src/transformers/settings.ts';
import { type ModelSite, serveModels } from '../support/browser/model-site.ts';
import { startBrowser } from '../support/browser/pages.ts';
import { makeTinyModel, TINY } from '../support/browser/tiny-model.ts';

declare global {
  interface Window {
    exported: Record<string, (settings: object) => Embedder>;
    embedder: Embedder;
    /** Every model worker that the page started. */
    workers: Worker[];
    ask(texts: readonly string[], kind?: 'query' | 'passage'): Promise<Answer>;
  }
}

interface Answer {
  readonly vectors?: readonly (readonly number[])[];
  readonly error?: { readonly code: string; readonly message: string; readonly details: { readonly reason?: string } };
  readonly progress: readonly EmbedderProgress[];
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NOTES = ['The release is planned for Friday', 'Coffee is on the third floor', 'The parrot is called Kiwi'];
const NAMED: TransformersSettings = { model: TINY, localModelPath: '/models/', wasmPaths: '/ort/' };
const LOCAL: TransformersSettings = { ...NAMED, moduleUrl: '/peer/transformers.min.js' };

let browser: Browser;
let context: BrowserContext;
let site: ModelSite;
let models: string;

beforeAll(async () => {
  models = makeTinyModel();
  browser = await startBrowser();
  site = await serveModels();
});
afterAll(async () => {
  await browser.close();
  await site.close();
});
beforeEach(async () => {
  context = await browser.newContext();
});
afterEach(() => context.close());

/** A page with an embedder, which the function `name` of the module `entry` makes. */
async function open(
  settings: TransformersSettings = LOCAL,
  at = site,
  [entry, name] = ['/transformers.js', 'transformersEmbedder'],
): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${at.origin}/page?entry=${entry}`);
  await page.waitForFunction(() => window.exported !== undefined);
  await page.evaluate(
    ([given, exported]) => {
      window.workers = [];
      window.Worker = class extends Worker {
        constructor(...args: ConstructorParameters<typeof Worker>) {
          super(...args);
          window.workers.push(this);
        }
      };
      window.embedder = window.exported[exported]?.(given) as Embedder;
      window.ask = async (texts, kind = 'passage') => {
        const progress: EmbedderProgress[] = [];
        const { signal } = new AbortController();
        try {
          const onProgress = (one: EmbedderProgress): void => void progress.push(one);
          const vectors = await window.embedder.embed(texts, { kind, signal, onProgress });
          return { vectors: vectors.map((vector) => [...vector]), progress };
        } catch (thrown) {
          const { code, message, details } = thrown as Required<Answer>['error'];
          return { error: { code, message, details }, progress };
        }
      };
    },
    [settings, name ?? ''] as const,
  );
  return page;
}

const ask = (page: Page, texts: readonly string[] = NOTES, kind: 'query' | 'passage' = 'passage'): Promise<Answer> =>
  page.evaluate(([given, of]) => window.ask(given, of), [texts, kind] as const);

const serve = async (...how: Parameters<typeof serveModels>): Promise<ModelSite> => {
  const other = await serveModels(...how);
  onTestFinished(() => other.close());
  return other;
};

describe('a page', () => {
  it('gets the vectors that a server gets, from a worker, and hears how far the files are', async () => {
    const page = await open();
    const { vectors, progress, error } = await ask(page);
    expect(error).toBeUndefined();
    const here = transformersEmbedder({ model: TINY, localModelPath: models });
    const call = { kind: 'passage', signal: new AbortController().signal, onProgress: () => undefined } as const;
    const expected = await here.embed(NOTES, call);
    vectors?.forEach((vector, row) =>
      vector.forEach((value, index) => expect(value).toBeCloseTo(expected[row]?.[index] ?? 0, 6)),
    );
    expect(vectors).toHaveLength(3);
    expect(await page.evaluate(() => window.workers.length)).toBe(1);
    const weights = progress.filter(({ file }) => file === 'onnx/model_quantized.onnx').at(-1);
    expect(weights).toMatchObject({ loaded: weights?.total, total: expect.any(Number) });
    expect(await ask(page)).toEqual({ vectors, progress: [] });
  });

  it('fetches the files of a model once: a worker or a page that comes later has them from the browser', async () => {
    const own = await serve();
    const page = await open(LOCAL, own);
    const { vectors } = await ask(page);
    const fetched = own.asked.filter((path) => path.startsWith('/models/'));
    await page.evaluate(() => window.embedder.release?.());
    expect((await ask(page)).vectors).toEqual(vectors);
    expect((await ask(await open(LOCAL, own))).vectors).toEqual(vectors);
    expect(own.asked.filter((path) => path.startsWith('/models/'))).toEqual(fetched);
    expect(new Set(fetched).size).toBe(4);
  });

  it('F48: whose browser gave the files of a model up fetches them again', async () => {
    const own = await serve();
    const page = await open(LOCAL, own);
    const { vectors } = await ask(page);
    const fetched = own.asked.filter((path) => path.startsWith('/models/'));
    expect(
      await page.evaluate(async () => Promise.all((await caches.keys()).map((name) => caches.delete(name)))),
    ).toContain(true);
    await page.evaluate(() => window.embedder.release?.());
    expect((await ask(page)).vectors).toEqual(vectors);
    expect(own.asked.filter((path) => path.startsWith('/models/'))).toHaveLength(2 * fetched.length);
  });

  it('that lets go of the model ends its worker, and a later call starts another one', async () => {
    const page = await open();
    const { vectors } = await ask(page);
    const pending = page.evaluate(async () => {
      const answer = window.ask(Array.from({ length: 5000 }, (_, index) => `note ${index}`));
      await window.embedder.release?.();
      return answer;
    });
    expect((await pending).error).toMatchObject({ code: 'embedder-unavailable', details: { reason: 'lost' } });
    expect((await ask(page)).vectors).toEqual(vectors);
    expect(await page.evaluate(() => window.workers.length)).toBe(2);
  });

  it('whose call is aborted waits no longer, and neither does the next one', async () => {
    const page = await open();
    await ask(page);
    const order = await page.evaluate(async () => {
      const done: string[] = [];
      const controller = new AbortController();
      const texts = Array.from({ length: 200_000 }, (_, index) => `note ${index}`);
      const call = { kind: 'passage', signal: controller.signal, onProgress: () => undefined } as const;
      const long = window.embedder.embed(texts, call).then(
        () => done.push('long'),
        ({ code }) => done.push(code),
      );
      await window.ask(['a question'], 'query').then(() => done.push('query'));
      const note = window.ask(['a note']).then(() => done.push('note'));
      controller.abort();
      await Promise.all([long, note]);
      return done;
    });
    expect(order).toEqual(['query', 'aborted', 'note']);
  });

  it('whose worker dies in the middle hears it at once, and the next call starts another one', async () => {
    const page = await open();
    const { vectors } = await ask(page);
    const killed = page.evaluate(async () => {
      const answers = [window.ask(Array.from({ length: 20_000 }, () => 'note')), window.ask(['y'], 'query')];
      await answers[1];
      window.workers.at(-1)?.terminate();
      return answers[0];
    });
    expect((await killed)?.error).toMatchObject({ code: 'embedder-unavailable', details: { reason: 'lost' } });
    expect((await ask(page)).vectors).toEqual(vectors);
  });

  it('has the worker from its source where the file is missing, if the module has an address', async () => {
    const own = await serve({}, (path) => (path === '/embedding-worker.js' ? 404 : undefined));
    expect((await ask(await open(LOCAL, own))).vectors).toHaveLength(3);
    const { error } = await ask(await open(NAMED, own));
    expect(error).toMatchObject({ code: 'embedder-unavailable', details: { reason: 'no-worker' } });
    expect(error?.message).toMatch(/Put dist\/embedding-worker\.js beside the bundle/);
  });

  describe('that is bundled finds transformers.js by its name', () => {
    const app = `${ROOT}build/embedding-app-source/`;

    /** Returns the answer of an embedder in this module, built by Vite. */
    const answer = async (source: string): Promise<Answer> => {
      mkdirSync(app, { recursive: true });
      writeFileSync(`${app}app.js`, source);
      await build({
        root: app,
        base: '/app/',
        configFile: false,
        logLevel: 'silent',
        resolve: {
          alias: {
            'working-memory/transformers': `${ROOT}dist/transformers.js`,
            'working-memory/embedding-worker': `${ROOT}dist/serve-embedder.js`,
          },
        },
        build: {
          outDir: `${ROOT}build/embedding-app`,
          emptyOutDir: true,
          minify: false,
          lib: { entry: { app: `${app}app.js` }, formats: ['es'] },
        },
      });
      return ask(await open(NAMED, site, ['/app/app.js', 'embedder']));
    };

    it('in the library’s worker, by Vite’s defaults', async () => {
      const { vectors, error } = await answer(
        "export { transformersEmbedder as embedder } from 'working-memory/transformers';",
      );
      expect(error).toBeUndefined();
      expect(vectors).toHaveLength(3);
    });

    it('in a worker of the app, by Vite’s defaults', async () => {
      mkdirSync(app, { recursive: true });
      writeFileSync(
        `${app}own-worker.js`,
        `import * as transformers from '@xenova/transformers/dist/transformers.min.js';
         import { serveEmbedder } from 'working-memory/embedding-worker';
         serveEmbedder(transformers);`,
      );
      const { vectors, error } = await answer(
        `import { transformersEmbedder } from 'working-memory/transformers';
         const worker = () => new Worker(new URL('./own-worker.js', import.meta.url), { type: 'module' });
         export const embedder = (settings) => transformersEmbedder({ ...settings, worker });`,
      );
      expect(error).toBeUndefined();
      expect(vectors).toHaveLength(3);
    });
  });
});

describe('F63: a page says what is missing', () => {
  const failure = async (settings: Partial<TransformersSettings>, at = site): Promise<Required<Answer>['error']> => {
    const { error } = await ask(await open({ ...LOCAL, ...settings }, at));
    if (!error) throw new Error('it gave vectors');
    return error;
  };

  it('when the model is not served', async () => {
    const error = await failure({ model: 'absent' });
    expect(error).toMatchObject({ code: 'embedder-unavailable', details: { reason: 'not-found', model: 'absent' } });
    expect(error.message).toMatch(
      /\/models\/absent\/\w+\.json answered with status 404\. Put config\.json, tokenizer\.json/,
    );
  });

  it('when the weights alone are missing', async () => {
    const at = await serve({}, (path) => (path.endsWith('.onnx') ? 404 : undefined));
    expect((await failure({}, at)).message).toMatch(/onnx\/model_quantized\.onnx answered with status 404/);
  });

  it('when ONNX Runtime’s wasm is not served', async () => {
    const error = await failure({ wasmPaths: '/elsewhere/' });
    expect(error).toMatchObject({ details: { reason: 'not-found' } });
    expect(error.message).toMatch(/\/elsewhere\/ort-wasm-simd\.wasm answered with status 404.*wasmPaths/);
  });

  it('when the module is not at its address', async () => {
    const error = await failure({ moduleUrl: '/peer/absent.js' });
    expect(error).toMatchObject({ details: { reason: 'no-peer' } });
    expect(error.message).toMatch(/\/peer\/absent\.js could not be imported/);
  });

  it('when the package is not bundled and has no address', async () => {
    expect((await ask(await open(NAMED))).error).toMatchObject({
      details: { reason: 'no-peer' },
      message: expect.stringMatching(
        /@xenova\/transformers could not be imported.*npm install @xenova\/transformers.*moduleUrl/,
      ),
    });
  });

  it('when nothing answers, and goes on once it does', async () => {
    const page = await open();
    await page.evaluate(() => window.embedder.release?.());
    await context.route('**/models/**', (route) => route.abort('internetdisconnected'));
    expect((await ask(page)).error).toMatchObject({
      details: { reason: 'offline' },
      message: expect.stringMatching(/\/models\/tiny\/\w+\.json cannot be reached: no network/),
    });
    await context.unroute('**/models/**');
    expect((await ask(page)).vectors).toHaveLength(3);
  });

  it('when the Content-Security-Policy forbids WebAssembly, or the address of the model', async () => {
    const policy = (more: string): Record<string, string> => ({
      'content-security-policy': `default-src 'self'; ${more}`,
    });
    const strict = await serve(policy("script-src 'self'"));
    expect(await failure({}, strict)).toMatchObject({
      details: { reason: 'blocked' },
      message: expect.stringContaining("script-src 'self' 'wasm-unsafe-eval'"),
    });
    const closed = await serve(policy("script-src 'self' 'wasm-unsafe-eval'"));
    expect(await failure({ localModelPath: `${site.origin}/models/` }, closed)).toMatchObject({
      details: { reason: 'blocked' },
      message: expect.stringContaining(`connect-src ${site.origin}`),
    });
    const right = await ask(await open(LOCAL, closed));
    expect(right.error).toBeUndefined();
  });
});
