// Canonical JSON: equal values give equal texts. Pure.

/** Sorts keys at every level. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(
          Object.keys(part)
            .sort()
            .map((key) => [key, part[key as keyof typeof part]]),
        )
      : part,
  );
