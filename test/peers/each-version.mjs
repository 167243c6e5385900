// Runs a file with one version of transformers.js after the other.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * What the file prints as JSON when it is given a package and a folder of models, in the order of the packages, once the
 * tests run. Each in a process of its own: two ONNX Runtimes in one end it.
 * @param script that makes a model
 * @param model its name
 * @param prepare changes the folder, which ends with a slash
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
