// A bundle as canonical JSON: equal states give equal texts. Pure.
import type { Bundle, BundleLimits } from './form.ts';
import { checkBundle, type CheckedBundle, inOrder } from './bundle.ts';
import { notABundle } from './reading/not-a-bundle.ts';
import type { Sliced } from './reading/slices.ts';

export const bundleToJson = (bundle: Bundle): string => canonicalJson(inOrder(bundle));

/** The JSON itself is parsed in one piece. @throws invalid-input, storage-version */
export function* bundleFromJson(text: string, limits: BundleLimits): Sliced<CheckedBundle> {
  const { maxBytes } = limits.import;
  if (text.length > maxBytes) throw notABundle(`has ${text.length} characters; import.maxBytes allows ${maxBytes}`);
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    throw notABundle('is not JSON');
  }
  return yield* checkBundle(raw, limits);
}

/** Sorts keys at every level. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
