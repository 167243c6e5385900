// Canonical JSON: equal values give equal texts. Pure.

/** Returns JSON with keys sorted at every level. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value));

/** Returns a copy with sorted keys: a replacer that sorts takes three times as long. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // For example, a date.
  if (typeof (value as { readonly toJSON?: unknown }).toJSON === 'function') return value;
  if (Array.isArray(value)) return value.map(sorted);
  const copy = {};
  for (const key of Object.keys(value).sort()) setField(copy, key, sorted((value as Record<string, unknown>)[key]));
  return copy;
}

/** Sets a field of a new object by any name, as a damaged row may name the prototype, which an assignment would set. */
export function setField(fields: object, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(fields, name, { value, enumerable: true });
  else (fields as Record<string, unknown>)[name] = value;
}
