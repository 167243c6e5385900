// Checks the options of an import and of its formats.
import { invalidInput, kindOf } from '../../errors.ts';
import { checkNames } from '../../options/nearest.ts';

/**
 * Checks an object.
 * @param place its place, for example `options`
 * @throws invalid-input: it is no object, or has an unknown name
 */
export function checkNamed(place: string, given: object, known: readonly string[]): void {
  if (typeof given !== 'object' || given === null) throw invalidInput(place, 'an object', kindOf(given));
  checkNames(place, given, known);
}

/** Checks the options of an import. @throws invalid-input */
export function checkImportOptions(options: { readonly signal?: unknown; readonly onProgress?: unknown }): void {
  checkNamed('options', options, ['signal', 'onProgress']);
  const { signal, onProgress } = options;
  if (signal !== undefined && typeof (signal as AbortSignal | null)?.throwIfAborted !== 'function')
    throw invalidInput('options.signal', 'an AbortSignal', kindOf(signal));
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw invalidInput('options.onProgress', 'a function', kindOf(onProgress));
}
