// Checks what an import and its formats are given.
import { invalidInput, kindOf } from '../../errors.ts';
import { unknownName } from '../../options/nearest.ts';

/**
 * @param place where the names stand, for example `options`
 * @throws invalid-input: it is no object, or a name in it is none of those that are known
 */
export function checkNames(place: string, given: object, known: readonly string[]): void {
  if (typeof given !== 'object' || given === null) throw invalidInput(place, 'an object', kindOf(given));
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) throw invalidInput(`${place}.${name}`, unknownName(name, known));
  }
}

/** @throws invalid-input */
export function checkImportOptions(options: { readonly signal?: unknown; readonly onProgress?: unknown }): void {
  checkNames('options', options, ['signal', 'onProgress']);
  const { signal, onProgress } = options;
  if (signal !== undefined && typeof (signal as AbortSignal | null)?.throwIfAborted !== 'function')
    throw invalidInput('options.signal', 'an AbortSignal', kindOf(signal));
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw invalidInput('options.onProgress', 'a function', kindOf(onProgress));
}
