// Who wrote a text and how far it may be believed. Fixed when the row is written; a derived text has the least trust
// of all it was made from.

export const SOURCES = ['user', 'assistant', 'tool', 'import', 'system'] as const;
export type Source = (typeof SOURCES)[number];

/** 2 the app or its user said it · 1 the model wrote it · 0 others may have written it. */
export type Trust = 0 | 1 | 2;

export const TRUST_OF_SOURCE: Readonly<Record<Source, Trust>> = {
  user: 2,
  system: 2,
  assistant: 1,
  tool: 0,
  import: 0,
};
