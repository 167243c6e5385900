// Canonical JSON: equal values give equal texts. Pure.

/** Sorts keys at every level. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value));

/** A copy with sorted keys, because a replacer that sorts takes three times as long. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // A date, say.
  if (typeof (value as { readonly toJSON?: unknown }).toJSON === 'function') return value;
  if (Array.isArray(value)) return value.map(sorted);
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) {
    const inner = sorted((value as Readonly<Record<string, unknown>>)[key]);
    // Assigned, it would become a prototype.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: inner, enumerable: true });
    else copy[key] = inner;
  }
  return copy;
}
