// The agents of docs/sdks.md over the package `agents`, in Durable Objects of a real workerd.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFormerMajor } from '../support/former-major.ts';
import { examplesOf } from '../../support/examples.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SUPPORT = fileURLToPath(new URL('../support/cloudflare', import.meta.url));

let folder: string;
let workerd: Miniflare | undefined;
/** The programs of the page, by what their agent does. */
let programs: Readonly<Record<'answering' | 'streaming', string>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'working-memory-agents-'));
  const page = await readFile(join(ROOT, 'docs/sdks.md'), 'utf8');
  const [answering = '', streaming = ''] = examplesOf(page, 'Cloudflare Agents');
  programs = { answering, streaming };
  const imports = `import { Agent } from 'agents';\nimport { generateText, streamText } from 'ai';\nimport { model } from 'the-model';\n`;
  for (const [name, code] of Object.entries(programs)) await writeFile(join(folder, `${name}.js`), imports + code);
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
      ...(isFormerMajor && { agents: 'agents-former' }),
      'the-model': join(SUPPORT, 'model.js'),
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

/** Restarts over the same folder: the objects have what their predecessors stored. */
async function restarted(): Promise<void> {
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
    durableObjects: {
      answering: { className: 'answering', useSQLite: true },
      streaming: { className: 'streaming', useSQLite: true },
    },
    durableObjectsPersist: join(folder, 'kept'),
  });
}

/** A compressed answer would wait for more than its first word. */
const UNCOMPRESSED = { 'accept-encoding': 'identity' };

/** Posts over HTTP: a caller that gives up closes the connection. */
const post = async (agent: keyof typeof programs, body: string, signal: AbortSignal | null = null) =>
  fetch(new URL(agent, await workerd?.ready), { method: 'POST', body, signal, headers: UNCOMPRESSED });

/** The transcript of the agent's memory, and how many answers its model was told to stop. */
const seenOf = async (agent: keyof typeof programs) =>
  (await (await fetch(new URL(agent, await workerd?.ready))).json()) as { said: string[]; stopped: number };

async function ask(body: string): Promise<string> {
  const response = await post('answering', body);
  if (!response.ok) throw new Error(await response.text());
  return response.text();
}

describe('an agent of Cloudflare’s package agents', () => {
  it('takes at most 10 lines, also to stream', () => {
    for (const code of Object.values(programs))
      expect(code.split('\n').filter((line) => line.trim() !== '')).toHaveLength(10);
  });

  it('is the one that stands under strict types', async () => {
    const typed = await readFile(join(ROOT, 'test/sdks/types/cloudflare-agents.ts'), 'utf8');
    const bare = typed.replaceAll(/override |: Request\b/g, '').replaceAll(/class \w+/g, 'class Ann');
    const unspaced = (code: string): string => code.replaceAll(/,?\s+(?=[})])|\s+/g, '');
    for (const code of Object.values(programs))
      expect(unspaced(bare)).toContain(unspaced(code.slice(code.indexOf('export class'))));
  });

  it('calls tools of the memory, and knows after a restart what was said before', async () => {
    await restarted();
    expect(await ask('I am Ann, I live in Oslo and have a parrot.')).toBe('Noted.');
    await restarted();
    expect(await ask('Where do I live?')).toBe('In Oslo.');
    const { said } = await seenOf('answering');
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

  it('keeps no half answer where the provider fails in the middle of a stream, and goes on from there', async () => {
    await restarted();
    const before = (await seenOf('streaming')).said;
    // A stream of text has no place for an error: the SDK ends it behind the piece that came.
    expect(await (await post('streaming', 'Break off.')).text()).toBe('Once ');
    expect((await seenOf('streaming')).said.slice(before.length)).toEqual([
      ...(before.length === 0 ? [expect.stringMatching(/^system:/)] : []),
      'user: Break off.',
    ]);
    expect(await (await post('streaming', 'I am Ann, I live in Oslo.')).text()).toBe('Noted.');
    const { said } = await seenOf('streaming');
    expect(said.filter((line) => line.startsWith('assistant: Once'))).toEqual([]);
    expect(said).toContain('user: Break off.');
  });

  it('streams, until its reader leaves, and goes on from there with the next question', async () => {
    await restarted();
    expect(await (await post('streaming', 'I am Ann, I live in Oslo and have a parrot.')).text()).toBe('Noted.');
    const leaving = new AbortController();
    const { body } = await post('streaming', 'Tell me a story.', leaving.signal);
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('Once ');
    leaving.abort();
    await expect(reader.read()).rejects.toThrow(/abort/i);
    expect(await (await post('streaming', 'Where do I live?')).text()).toBe('In Oslo.');
    const { said } = await seenOf('streaming');
    expect(said.slice(-3)).toEqual(['user: Tell me a story.', 'user: Where do I live?', 'assistant: In Oslo.']);
  });
});
