// A process whose transformers.js is missing or broken: real processes beside packages of their own.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

const ENTRY = fileURLToPath(new URL('../../src/entries/transformers.ts', import.meta.url));
const APP = `
import { transformersEmbedder } from './transformers.js';
const signal = new AbortController().signal;
const embedder = transformersEmbedder({ model: 'some/model' });
try {
  const vectors = await embedder.embed(['x'], { kind: 'query', signal, onProgress() {} });
  console.log(JSON.stringify({ code: 'none', message: String(vectors), details: {} }));
} catch ({ code, message, details }) {
  await new Promise((later) => setTimeout(later, 100));
  console.log(JSON.stringify({ code, message, details }));
}`;

let code: string;
beforeAll(async () => {
  const bundle = await rolldown({ input: ENTRY, logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'es', codeSplitting: false });
  await bundle.close();
  code = output[0].code;
});

/** Runs an app beside these packages and returns what it said; rejects when the process ended badly. */
async function errorOf(packages: Record<string, string>): Promise<{ code: string; message: string; details: object }> {
  const folder = await temporaryFolder();
  const files: Record<string, string> = { 'package.json': '{"type":"module"}', 'app.js': APP, 'transformers.js': code };
  for (const [path, content] of Object.entries(packages)) files[`node_modules/${path}`] = content;
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const { stdout } = await promisify(execFile)(process.execPath, ['app.js'], { cwd: folder });
  return JSON.parse(stdout);
}

const PEER = { '@xenova/transformers/package.json': '{"type":"module","main":"main.js"}' };

describe('a server without a working transformers.js', () => {
  it('says what to install', async () => {
    const error = await errorOf({});
    expect(error).toMatchObject({ code: 'embedder-unavailable', details: { reason: 'no-peer', model: 'some/model' } });
    expect(error.message).toMatch(/@xenova\/transformers could not be imported.*npm install @xenova\/transformers/);
  });

  it('goes on when its sharp has no binary, and says how to get one', async () => {
    const error = await errorOf({
      ...PEER,
      '@xenova/transformers/main.js':
        "Promise.reject(new Error('held by nobody'));\nawait import('sharp');\nexport const env = {};",
      'sharp/package.json': '{"main":"main.cjs"}',
      'sharp/main.cjs': 'throw new Error(\'Something went wrong installing the "sharp" module\');',
    });
    expect(error).toMatchObject({ code: 'embedder-unavailable', details: { reason: 'no-peer' } });
    expect(error.message).toMatch(/sharp does not load.*"overrides": { "sharp": "\^0\.34\.0" }/);
  });

  it('finds one that works', async () => {
    const error = await errorOf({
      ...PEER,
      '@xenova/transformers/main.js':
        "export const env = { version: '2.0.0', backends: {} };\n" +
        'export const pipeline = async () => async () => ({ dims: [1, 2], data: [3, 4] });',
      'sharp/package.json': '{"main":"main.cjs"}',
      'sharp/main.cjs': '',
    });
    expect(error.message).toBe('3,4');
  });
});
