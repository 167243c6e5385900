// The error for invalid arguments of the context, and the check of a request's options.
import type { PrepareOptions } from '../../api/context.ts';
import type { RequestInput } from '../../context/plan/request.ts';
import { invalidInput as invalid, kindOf } from '../../errors.ts';
import { unknownName } from '../../options/nearest.ts';

export { invalidInput as invalid } from '../../errors.ts';

const KNOWN = ['contextWindow', 'onProgress', 'requestId', 'signal', 'system', 'tokensUsed', 'tools'];

/** Checks the options of a request. @param ofSettings value of the option `context.window` @throws invalid-input */
export function requestOf(
  options: PrepareOptions,
  ofSettings: number,
): Pick<RequestInput['request'], 'window' | 'tokensUsed'> {
  const unknown = Object.keys(options).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) {
    throw invalid(`options.${unknown}`, unknownName(unknown, KNOWN, 'prepare takes'));
  }
  const { contextWindow, tokensUsed, requestId } = options;
  const window = contextWindow ?? ofSettings;
  if (!Number.isSafeInteger(window) || window < 1) {
    throw invalid('contextWindow', 'a whole number of tokens above 0', kindOf(contextWindow));
  }
  if (tokensUsed !== undefined && !(Number.isFinite(tokensUsed) && tokensUsed >= 0)) {
    throw invalid('tokensUsed', 'a number of tokens of at least 0', kindOf(tokensUsed));
  }
  if (requestId !== undefined && (typeof requestId !== 'string' || requestId === '' || requestId.length > 200)) {
    throw invalid('requestId', 'a text of 1 to 200 characters', kindOf(requestId));
  }
  return { window, tokensUsed };
}
