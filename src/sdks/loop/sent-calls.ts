// The calls of a model as the next request holds them: servers refuse every request that repeats other ones.
import { jsonValue } from '../lenses/readable.ts';
import type { RunCall } from './tools.ts';

/** The JSON of an object: an answer that reached its limit may end within it, and a call without arguments may have none. */
export function wholeArguments(json: string): string {
  const value = jsonValue(json);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? json : '{}';
}

/** The calls of one answer, each with an id of its own: some servers give none, others one to several calls. */
export function withDistinctIds(calls: readonly RunCall[], step: number): readonly RunCall[] {
  const taken = new Set<string>();
  return calls.map((call, at) => {
    let id = call.id || `call_${step}_${at}`;
    while (taken.has(id)) id += `_${at}`;
    taken.add(id);
    return { ...call, id };
  });
}
