// Source and trust of a text. Both are fixed when its row is written; a derived text has the least trust of its
// sources.

export const SOURCES = ['user', 'assistant', 'tool', 'import', 'system'] as const;
/** The author of a text. `import`: it came in a bundle · `system`: the app, without its user. */
export type Source = (typeof SOURCES)[number];

/** 2: from the app or its user · 1: from the model · 0: from anybody, so that a prompt must not follow it. */
export type Trust = 0 | 1 | 2;

/** Trust of a text that was not derived from others. */
export const TRUST_OF_SOURCE: Readonly<Record<Source, Trust>> = {
  user: 2,
  system: 2,
  assistant: 1,
  tool: 0,
  import: 0,
};

/** Returns the trust of a text of this source. @param lowered a trust that may be lower */
export const trustOf = (source: Source, lowered?: Trust): Trust =>
  Math.min(TRUST_OF_SOURCE[source], lowered ?? TRUST_OF_SOURCE[source]) as Trust;
