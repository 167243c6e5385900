// All words that the inspector shows. Types only.
import type { en } from './en.ts';

type Said<Text> = Text extends string
  ? string
  : Text extends (...given: infer Given) => string
    ? (...given: Given) => string
    : Text extends readonly unknown[]
      ? readonly string[]
      : { readonly [Name in keyof Text]: Said<Text[Name]> };

/** The table of en.ts, in any language. */
export type InspectorWords = Said<typeof en>;
