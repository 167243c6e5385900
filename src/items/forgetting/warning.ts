// Warnings of forget: facts and their English sentences. Pure.

/** For programs and other languages; `ForgetResult.warning` says the same in English. */
export type ForgetWarning =
  /** The requested age reaches the hard TTL (ms), and no item of the store is that old: only pinned ones can be. */
  | { readonly code: 'older-than-ttl'; readonly hardMs: number }
  /** The store is within the requested limits. */
  | {
      readonly code: 'within-limits';
      readonly items: number;
      readonly tokens: number;
      readonly maxItems: number;
      readonly maxTokens: number;
    }
  /** The store exceeds the requested limits, but its items are pinned or already hidden. 0 = within that limit. */
  | { readonly code: 'nothing-evictable'; readonly overItems: number; readonly overTokens: number };

export function warningText(warning: ForgetWarning): string {
  switch (warning.code) {
    case 'older-than-ttl':
      return `Items leave the store after ${warning.hardMs} ms anyway (ttl.hardMs), unless they are pinned; older ones can only be in the long tail.`;
    case 'within-limits':
      return 'The store is within these limits; no item had to leave.';
    case 'nothing-evictable':
      return 'Nothing could be forgotten: all items left are pinned or already forgotten softly.';
  }
}
