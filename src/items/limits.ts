// The two limits of the store, and its usage. Pure.

/** Usage of the store, hidden and pinned items included; the long tail does not count. */
export interface Usage {
  readonly items: number;
  readonly tokens: number;
}

/** The limits of the store. */
export interface Limits {
  readonly maxItems: number;
  readonly maxTokens: number;
}

/** Returns the overrun of each limit; a negative number is free room. */
export function over(usage: Usage, limits: Limits): { readonly overItems: number; readonly overTokens: number } {
  return { overItems: usage.items - limits.maxItems, overTokens: usage.tokens - limits.maxTokens };
}

/** Returns items and tokens above the limits; 0 = within them. */
export function aboveLimits(usage: Usage, limits: Limits): Usage {
  const { overItems, overTokens } = over(usage, limits);
  return { items: Math.max(0, overItems), tokens: Math.max(0, overTokens) };
}

export const plus = (usage: Usage, more: readonly { readonly tokens: number }[]): Usage => ({
  items: usage.items + more.length,
  tokens: more.reduce((sum, { tokens }) => sum + tokens, usage.tokens),
});

export const minus = (usage: Usage, less: readonly { readonly tokens: number }[]): Usage => ({
  items: usage.items - less.length,
  tokens: less.reduce((sum, { tokens }) => sum - tokens, usage.tokens),
});
