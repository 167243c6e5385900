// One job in every runtime: the same answers, scores and exported bytes, and the texts are found again.
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EdgeRuntime } from 'edge-runtime';
import { build } from 'esbuild';
import type { Miniflare } from 'miniflare';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Runtime } from '../../src/entries/index.ts';
import { WEEK } from '../support/week.ts';
import { emptyConsumer, installedIn, PACKAGING } from './tarball.ts';
import { type BundledWorker, bundleWorker, startWorkerd } from './workerd.ts';

interface Life extends Readonly<Record<string, unknown>> {
  readonly runtime: unknown;
}
interface Lives {
  readonly first: Life;
  readonly second: Life;
}
interface Place {
  readonly found: readonly string[];
  readonly runtime: Runtime;
}

const RUNTIMES = join(PACKAGING, 'runtimes');
const installed = (name: string): string => join(PACKAGING, 'node_modules/.bin', name);

const PROCESSES = {
  [`Node ${process.versions.node}`]: [process.execPath],
  'the newest Node': [installed('node')],
  Deno: [installed('deno'), 'run', '--allow-all', '--node-modules-dir=manual'],
  Bun: [installed('bun')],
};

let folder: string;
let expected: Lives;

/** Runs a program of `runtimes/` and returns what it prints. */
function run<Printed = Partial<Lives>>(command: readonly string[], ...args: readonly string[]): Printed {
  const [program = '', ...given] = command;
  return JSON.parse(execFileSync(program, [...given, ...args], { cwd: folder, encoding: 'utf8' })) as Printed;
}

/** The part of a life that must be equal everywhere: all but the runtime. */
const workOf = ({ runtime: _runtime, ...work }: Partial<Life> = {}): object => work;

beforeAll(async () => {
  folder = await emptyConsumer();
  cpSync(RUNTIMES, folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "dependencies": { "working-memory": "*" } }');
  expected = run<Lives>([process.execPath], 'process.js', 'both');
});

it('does the job in this Node, over memory', () => {
  const { first, second } = expected;
  const trip = '# Trip\n\nThe ferry to Corsica leaves at seven.';
  const texts = { english: ['The parrot is called Kiwi'], chinese: ['会议改到下午三点，地点是二楼'], secret: [] };
  expect(first).toMatchObject({
    ...texts,
    runtime: { place: 'same-thread', storage: 'memory', quarantined: [] },
    ferry: [expect.stringContaining('ferry to Corsica')],
    forgotten: 1,
    imported: [...texts.chinese, trip],
    shared: { stored: 50, kept: 50, inOrder: true },
  });
  expect(second).toEqual({
    ...texts,
    quarantined: 0,
    trip,
    sessions: ['copy: 2', 'job: 2', 'shared: 50'],
    zip: first['zip'],
  });
});

for (const [name, command] of Object.entries(PROCESSES)) {
  describe(name, () => {
    it('does the same over memory', () => {
      const { first, second } = run(command, 'process.js', 'both');
      expect(workOf(first)).toEqual(workOf(expected.first));
      expect(second).toEqual(expected.second);
    });

    it('does the same over files, which the next process finds', () => {
      const root = join(folder, `data of ${name}`);
      const { first } = run(command, 'process.js', 'first', root);
      expect(workOf(first)).toEqual(workOf(expected.first));
      expect(first?.runtime).toMatchObject({ place: 'same-thread', storage: 'file-system', quarantined: [] });
      expect(run(command, 'process.js', 'second', root).second).toEqual(expected.second);
    });

    it('runs in its process, also when given the worker of a page, for that keeps its data in IndexedDB', async ({
      annotate,
    }) => {
      const { byDefault, withWorker } = run<Record<'byDefault' | 'withWorker', Place>>(command, 'places.js');
      await annotate(`${name}: ${byDefault.runtime.reason}`);
      const reason = expect.stringMatching(/^this runtime has no (Worker|IndexedDB)/);
      for (const { found, runtime } of [byDefault, withWorker]) {
        expect(found).toEqual(['The parrot is called Kiwi']);
        expect(runtime).toEqual({ place: 'same-thread', reach: 'session', storage: 'memory', quarantined: [], reason });
      }
    });

    it('finds by meaning with an embedder of the app’s own', () => {
      expect(run(command, 'meaning.js')).toEqual({ mode: 'hybrid', first: 'coffee at eight' });
    });
  });
}

describe('workerd', () => {
  let worker: BundledWorker;
  let workerd: Miniflare;
  const start = (): Miniflare =>
    startWorkerd(worker, {
      SQLITE: { className: 'Session', useSQLite: true },
      KV: { className: 'SessionWithoutSql', useSQLite: false },
    });
  const ask = async (path: string): Promise<Life & { readonly instance: string }> => {
    const response = await workerd.dispatchFetch(`http://localhost/${path}`);
    if (response.ok) return (await response.json()) as Life & { readonly instance: string };
    throw new Error(`${path}: ${await response.text()}`);
  };

  beforeAll(async () => {
    const vitest = fileURLToPath(new URL('../support/browser/suite-in-worker.ts', import.meta.url));
    worker = await bundleWorker(folder, join(RUNTIMES, 'durable-object.js'), { vitest });
    workerd = start();
  });
  afterAll(() => workerd.dispose());

  it('takes the kernel as a module only', async () => {
    expect(await ask('SQLITE/bytes/bytes')).toMatchObject({
      code: 'kernel-unavailable',
      message: expect.stringContaining('pass a compiled WebAssembly.Module'),
    });
  });

  for (const backend of ['SQLITE', 'KV'] as const) {
    it(`does the same in a Durable Object over ${backend}, evicted and then on a restarted server`, async () => {
      const { instance, ...first } = await ask(`${backend}/job/first`);
      expect(workOf(first)).toEqual(workOf(expected.first));
      expect(first.runtime).toMatchObject({ place: 'same-thread', storage: 'durable-object', quarantined: [] });
      await expect(ask(`${backend}/job/evict`)).rejects.toThrow();
      const { instance: afterEviction, ...second } = await ask(`${backend}/job/second`);
      expect(afterEviction).not.toBe(instance);
      expect(second).toEqual(expected.second);
      await workerd.dispose();
      workerd = start();
      const { instance: afterRestart, ...third } = await ask(`${backend}/job/second`);
      expect([instance, afterEviction]).not.toContain(afterRestart);
      expect(third).toEqual(expected.second);
    });

    it(`lives a week of conversations over ${backend} as every platform does`, async () => {
      expect((await ask(`${backend}/ann/week`))['lived']).toEqual(WEEK);
    });

    it(`keeps the storage contract over ${backend}`, async () => {
      const report = await ask(`${backend}/contract/contract`);
      expect(report['failed']).toEqual([]);
      expect((report['passed'] as string[]).length).toBeGreaterThan(15);
    });
  }
});

describe('edge-runtime', () => {
  /** Both lives of the job in a function that sees these globals too. */
  async function lives(globals: object): Promise<Lives> {
    const kernel = new WebAssembly.Module(readFileSync(join(installedIn(folder), 'dist/kernel.wasm')));
    const { outputFiles } = await build({
      entryPoints: [join(RUNTIMES, 'edge.js')],
      nodePaths: [join(folder, 'node_modules')],
      bundle: true,
      format: 'iife',
      globalName: 'job',
      conditions: ['edge-light'],
      external: ['node:*'],
      plugins: [
        {
          // Vercel and Next.js put the module of a `?module` import where the function finds it.
          name: 'kernel of the host',
          setup({ onResolve, onLoad }) {
            onResolve({ filter: /\.wasm\?module$/ }, ({ path }) => ({ path, namespace: 'host' }));
            onLoad({ filter: /.*/, namespace: 'host' }, () => ({ contents: 'export default hostKernel;' }));
          },
        },
      ],
      write: false,
    });
    const runtime = new EdgeRuntime({
      extend: (context) => Object.assign(context, { hostKernel: kernel, ...globals }),
    });
    runtime.evaluate(outputFiles[0]?.text ?? '');
    return JSON.parse(await runtime.evaluate('job.bothLives().then(JSON.stringify)')) as Lives;
  }

  it('does the same over memory, with the kernel as a module of the host', async () => {
    const { first, second } = await lives({});
    expect(workOf(first)).toEqual(workOf(expected.first));
    expect(second).toEqual(expected.second);
    expect(first.runtime).toMatchObject({ place: 'same-thread', storage: 'memory' });
  });

  it('does the same where BroadcastChannel only throws, as in the sandbox of Next.js', async () => {
    function sandboxed(): never {
      throw new Error('A Node.js API is used (BroadcastChannel) which is not supported in the Edge Runtime.');
    }
    const { first, second } = await lives({ BroadcastChannel: sandboxed });
    expect(workOf(first)).toEqual(workOf(expected.first));
    expect(second).toEqual(expected.second);
  });
});
