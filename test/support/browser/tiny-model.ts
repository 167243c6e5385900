// A small real model for the real pipeline, made when the tests start.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The model's id in every folder that `makeTinyModel` wrote. Its name is in no table. */
export const TINY = 'tiny';

/**
 * Writes the model and returns the folder of models that it is in.
 * @param ids further names for the same files, e.g. one that has an entry in the table of models
 */
export function makeTinyModel(...ids: readonly string[]): string {
  for (const id of [TINY, ...ids]) {
    execFileSync(process.execPath, ['scripts/make-tiny-model.mjs', `build/models/${id}`], { cwd: ROOT });
  }
  return `${ROOT}build/models/`;
}
