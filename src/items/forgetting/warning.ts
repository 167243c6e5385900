// Why a forget request could not do what it says: facts, and their sentence in English. Pure.

/** Facts for code and for other languages; `ForgetResult.warning` is the same in English. */
export type ForgetWarning =
  /** The requested age is not below the hard TTL, in ms: no item in the store gets that old. */
  | { readonly code: 'older-than-ttl'; readonly hardMs: number }
  /** The store holds no more than the requested limits allow. */
  | {
      readonly code: 'within-limits';
      readonly items: number;
      readonly tokens: number;
      readonly maxItems: number;
      readonly maxTokens: number;
    }
  /** The store stays over the requested limits: everything in it is pinned or already hidden. 0 = not over. */
  | { readonly code: 'nothing-evictable'; readonly overItems: number; readonly overTokens: number };

export function warningText(warning: ForgetWarning): string {
  switch (warning.code) {
    case 'older-than-ttl':
      return `Items leave the store after ${warning.hardMs} ms anyway (ttl.hardMs); only the long tail can hold older ones.`;
    case 'within-limits':
      return 'The store is within these limits; nothing had to leave.';
    case 'nothing-evictable':
      return 'Nothing could be forgotten: what is left is pinned or forgotten softly already.';
  }
}
