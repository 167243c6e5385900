// Canonical JSON: equal values give equal texts. Pure.

/** Returns JSON with keys sorted at every level. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value));

/** Returns a copy with sorted keys: a replacer that sorts takes three times as long. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // For example, a date.
  if (typeof (value as { readonly toJSON?: unknown }).toJSON === 'function') return value;
  if (Array.isArray(value)) return value.map(sorted);
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) {
    const inner = sorted((value as Readonly<Record<string, unknown>>)[key]);
    // A plain assignment would set the prototype.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: inner, enumerable: true });
    else copy[key] = inner;
  }
  return copy;
}
