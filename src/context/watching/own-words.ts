// Counts the memory's own words in a request, by part, in estimated tokens. Pure. Every note records its tokens as it
// is appended, so that a request only adds up a few numbers.

/**
 * `guide`: instructions in the system prompt · `tools`: schemas of this memory's tools · `overview`: the pinned one,
 * with notices and extract · `news`: changes of it, appended · `recalled`: recalled notes · `reminder` · `question`:
 * whether to compact · `meter` · `notices`: stubs of results, and texts in the places of pictures.
 */
export const OWN_PARTS = [
  'guide',
  'tools',
  'overview',
  'news',
  'recalled',
  'reminder',
  'question',
  'meter',
  'notices',
] as const;
export type OwnPart = (typeof OWN_PARTS)[number];

/** Tokens by part; absent: none. */
export type OwnWords = { readonly [Part in OwnPart]?: number };

/** Drops the parts without tokens. */
export const ownWords = (all: { readonly [Part in OwnPart]?: number | undefined }): OwnWords =>
  Object.fromEntries(Object.entries(all).filter(([, tokens]) => tokens !== undefined && tokens > 0));

export function summed(all: readonly OwnWords[]): OwnWords {
  const sums = OWN_PARTS.map((part) => [part, all.reduce((sum, one) => sum + (one[part] ?? 0), 0)] as const);
  return ownWords(Object.fromEntries(sums));
}
