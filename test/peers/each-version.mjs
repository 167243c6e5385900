// Runs a file with one version of transformers.js after the other.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs a file once per package with a folder of models, and returns the JSON that each run prints, in the order of the
 * packages, once the tests run. Each run is a process of its own, because two ONNX Runtimes crash one.
 * @param script script that makes a model
 * @param model name of the model
 * @param prepare changes the folder, whose path ends with a slash
 */
export function withEach(packages, file, { script, model, prepare = () => {} }) {
  const folder = `${mkdtempSync(join(tmpdir(), 'working-memory-models-'))}/`;
  after(() => rmSync(folder, { recursive: true, force: true }));
  const results = [];
  before(() => {
    execFileSync(process.execPath, [script, `${folder}${model}`], { cwd: ROOT });
    prepare(folder);
    for (const one of packages)
      results.push(
        JSON.parse(execFileSync(process.execPath, [fileURLToPath(file), one, folder], { encoding: 'utf8' })),
      );
  });
  return results;
}
