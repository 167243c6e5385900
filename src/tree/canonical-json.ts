// Canonical JSON: equal values give equal texts. Pure.

/** Sorts keys at every level. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value));

/** A copy with sorted keys, because a replacer that sorts takes twice as long. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // A date, say.
  if ('toJSON' in value && typeof value.toJSON === 'function') return value;
  if (Array.isArray(value)) return value.map(sorted);
  const inner = (key: string): unknown => sorted((value as Readonly<Record<string, unknown>>)[key]);
  // From entries, because a key may name the prototype.
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, inner(key)]),
  );
}
