// A small real model for the real pipeline, generated when the tests start.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Id of the model in every folder that `makeTinyModel` wrote. It is in no table of models. */
export const TINY = 'tiny';

/**
 * Writes the model and returns the folder that contains it.
 * @param ids further names for the same files, e.g. one with an entry in the table of models
 */
export function makeTinyModel(...ids: readonly string[]): string {
  for (const id of [TINY, ...ids]) {
    execFileSync(process.execPath, ['scripts/make-tiny-model.mjs', `build/models/${id}`], { cwd: ROOT });
  }
  return `${ROOT}build/models/`;
}
