// Calls of a model in the form that the next request needs: servers refuse every request that repeats broken ones.
import { jsonValue } from '../lenses/readable.ts';
import type { RunCall } from './tools.ts';

/**
 * Returns arguments that are a JSON object, or else `{}`: an answer that reached its limit may end within them, and a
 * call without arguments may have none.
 */
export function wholeArguments(json: string): string {
  const value = jsonValue(json);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? json : '{}';
}

/** Gives each call of one answer an id of its own: some servers give none, others one to several calls. */
export function withDistinctIds(calls: readonly RunCall[], step: number): readonly RunCall[] {
  const taken = new Set<string>();
  return calls.map((call, at) => {
    let id = call.id || `call_${step}_${at}`;
    while (taken.has(id)) id += `_${at}`;
    taken.add(id);
    return { ...call, id };
  });
}
