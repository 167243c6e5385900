// The agent of docs/sdks.md over the package `agents`, in a Durable Object of a real workerd.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examplesOf } from '../../support/examples.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SUPPORT = fileURLToPath(new URL('../support/cloudflare', import.meta.url));

let folder: string;
let workerd: Miniflare | undefined;
let code = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'working-memory-agents-'));
  [code = ''] = examplesOf(await readFile(join(ROOT, 'docs/sdks.md'), 'utf8'), 'Cloudflare Agents');
  const imports = `import { Agent } from 'agents';\nimport { generateText } from 'ai';\nimport { model } from '${SUPPORT}/model.js';\n`;
  await writeFile(join(folder, 'agent.js'), imports + code);
  const worker = await readFile(join(SUPPORT, 'ann.js'), 'utf8');
  await writeFile(join(folder, 'worker.js'), worker);
  await build({
    entryPoints: [join(folder, 'worker.js')],
    nodePaths: [join(ROOT, 'test/sdks/node_modules')],
    bundle: true,
    format: 'esm',
    conditions: ['workerd'],
    external: ['cloudflare:*', 'node:*'],
    loader: { '.wasm': 'copy' },
    logLevel: 'error',
    outdir: join(folder, 'bundled'),
    alias: {
      ...Object.fromEntries(builtinModules.filter((name) => !name.includes(':')).map((name) => [name, `node:${name}`])),
      'working-memory': join(ROOT, 'dist/workerd.js'),
      'working-memory/ai-sdk': join(ROOT, 'dist/ai-sdk.js'),
      'working-memory/durable-object': join(ROOT, 'dist/durable-object.js'),
    },
  });
});
afterAll(async () => {
  await workerd?.dispose();
  await rm(folder, { recursive: true });
});

/** Over the same folder: the objects have what the one before stored. */
async function restarted(): Promise<Miniflare> {
  await workerd?.dispose();
  const modulesRoot = join(folder, 'bundled');
  const wasm = (await readdir(modulesRoot)).filter((name) => name.endsWith('.wasm'));
  workerd = new Miniflare({
    modules: [
      { type: 'ESModule', path: join(modulesRoot, 'worker.js') },
      ...wasm.map((name) => ({ type: 'CompiledWasm' as const, path: join(modulesRoot, name) })),
    ],
    modulesRoot,
    compatibilityDate: '2026-04-01',
    compatibilityFlags: ['nodejs_compat'],
    durableObjects: { Ann: { className: 'Ann', useSQLite: true } },
    durableObjectsPersist: join(folder, 'kept'),
  });
  return workerd;
}

async function ask(body: string): Promise<string> {
  const response = await (workerd as Miniflare).dispatchFetch('http://localhost/', { method: 'POST', body });
  if (!response.ok) throw new Error(await response.text());
  return response.text();
}

describe('an agent of Cloudflare’s package agents', () => {
  it('takes at most 10 lines', () => {
    expect(code.split('\n').filter((line) => line.trim() !== '')).toHaveLength(10);
  });

  it('calls tools of the memory, and knows after a restart what was said before', async () => {
    await restarted();
    expect(await ask('I am Ann, I live in Oslo and have a parrot.')).toBe('Noted.');
    const { dispatchFetch } = await restarted();
    expect(await ask('Where do I live?')).toBe('In Oslo.');
    const said = (await (await dispatchFetch('http://localhost/')).json()) as string[];
    expect(said.filter((line) => !line.startsWith('system')).map((line) => line.replace(/: .*memor.*/i, ':'))).toEqual([
      'user: I am Ann, I live in Oslo and have a parrot.',
      expect.stringMatching(/^assistant:/),
      expect.stringMatching(/^tool:/),
      'assistant: Noted.',
      'user: Where do I live?',
      'assistant: In Oslo.',
    ]);
  });

  it('fails with the provider’s error, and goes on with the next question, also one asked at the same time', async () => {
    await restarted();
    await ask('I live in Oslo.');
    const [failed, ...answers] = await Promise.allSettled([
      ask('Are you overloaded?'),
      ask('Where do I live?'),
      ask('Where do I live?'),
    ]);
    expect(failed).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('overloaded') } });
    for (const answer of answers) expect(answer).toEqual({ status: 'fulfilled', value: 'In Oslo.' });
    expect(await ask('Where do I live?')).toBe('In Oslo.');
  });
});
