// The calls of a model as the next request holds them: servers refuse every request that repeats other ones.
import { jsonValue } from '../lenses/readable.ts';

/** The JSON of an object: an answer that reached its limit may end within it, and a call without arguments may have none. */
export function wholeArguments(json: string): string {
  const value = jsonValue(json);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? json : '{}';
}
