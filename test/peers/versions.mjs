// The embedder over @huggingface/transformers 3 and 4 in Node, with the tiny model: vectors equal those of
// @xenova/transformers 2. `npm run test:peers` installs them and builds.
import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { it } from 'node:test';
import { transformersEmbedder } from '../../dist/transformers.js';
import { withEach } from './each-version.mjs';

const NOTES = ['The release is planned for Friday', '发布定在周五', ''];
const PACKAGES = ['@xenova/transformers', 'transformers-3', 'transformers-4'];

const [name, models] = process.argv.slice(2);
if (name && models) process.stdout.write(JSON.stringify(await tryPackage()));
else compare();

async function tryPackage() {
  const module = await import(name);
  const call = { kind: 'passage', signal: new AbortController().signal, onProgress: () => undefined };
  const local = { model: 'tiny', localModelPath: models, module };
  const failure = (settings) =>
    transformersEmbedder({ ...local, ...settings })
      .embed(['x'], call)
      .then(
        () => 'none',
        ({ code, details, message }) => `${code} ${details.reason}: ${message}`,
      );
  const embedder = transformersEmbedder(local);
  const first = await embedder.embed(NOTES, call);
  await embedder.release();
  return {
    version: module.env.version,
    vectors: first.map((vector) => [...vector]),
    afterRelease: (await embedder.embed(NOTES, call)).map((vector) => [...vector]),
    absent: await failure({ model: 'absent' }),
    offline: await failure({ model: 'some/model', localModelPath: undefined, remoteHost: 'http://127.0.0.1:1/' }),
    device: await failure({ device: 'nonsense' }),
    untokenized: await failure({ model: 'untokenized' }),
  };
}

function compare() {
  const results = withEach(PACKAGES, import.meta.url, {
    script: 'scripts/make-tiny-model.mjs',
    model: 'tiny',
    prepare(folder) {
      cpSync(`${folder}tiny`, `${folder}untokenized`, { recursive: true });
      rmSync(`${folder}untokenized/tokenizer_config.json`);
    },
  });

  it('runs on versions 2, 3 and 4 of transformers.js', () => {
    assert.deepEqual(
      results.map(({ version }) => Number.parseInt(version, 10)),
      [2, 3, 4],
    );
  });
  it('gives the same vectors on each, also after the model was let go of', () => {
    const [first, ...others] = results;
    assert.equal(first.vectors.flat().length, NOTES.length * 64);
    for (const { vectors } of others) assert.deepEqual(vectors, first.vectors);
    for (const { vectors, afterRelease } of results) assert.deepEqual(afterRelease, vectors);
  });
  it('says on each what is missing', () => {
    for (const { version, absent, untokenized, offline, device } of results) {
      assert.match(absent, /^embedder-unavailable not-found: The model absent is incomplete under/);
      assert.match(untokenized, /^embedder-unavailable not-found: .*tokenizer_config\.json/);
      assert.match(offline, /^embedder-unavailable offline: http:\/\/127\.0\.0\.1:1\/some\/model/);
      assert.match(
        device,
        version.startsWith('2.') ? /^invalid-option/ : /^embedder-unavailable not-loaded: .*nonsense/,
      );
    }
  });
}
