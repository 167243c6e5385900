// Writes a row, a manifest or an entry as JSON text, for databases that keep texts.
import { encode, isPlain } from './row-json.ts';

/** @throws TypeError if the value holds something that JSON cannot store, such as a function */
export const jsonText = (value: object): string => JSON.stringify(isUntagged(value) ? value : encode(value));

/** Whether JSON represents the value without tags, as nearly every row: then no copy is made. */
function isUntagged(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'boolean';
  if (value === null) return true;
  if (Array.isArray(value)) {
    for (const each of value as readonly unknown[]) if (!isUntagged(each)) return false;
    return true;
  }
  if (!isPlain(value)) return false;
  for (const name of Object.keys(value)) {
    if (name.startsWith('$') || (value[name] !== undefined && !isUntagged(value[name]))) return false;
  }
  return true;
}
