// Texts recalled for a prompt. Pure; separate from their comparison, which needs the rules of languages.
import type { HitAddress } from './hit-address.ts';

/** An item, a passage or a message as a prompt shows it. */
export interface RecalledText extends HitAddress {
  readonly text: string;
  /** Speaker or role, the path of a passage, or empty. */
  readonly by: string;
  /** Time at which it was said, memorized or written, ms since 1970. */
  readonly time: number;
}

/** Prefixes the text with its speaker, unless it begins with the name. */
export const saidLine = ({ by, text }: RecalledText): string =>
  by === '' || text.startsWith(`${by}:`) ? text : `${by}: ${text}`;

/** A text that may become a recalled note. */
export interface Recallable extends RecalledText {
  /** A shorter cut of the text, for a small window. */
  readonly brief: string;
  readonly score: number;
  /** Index in the list that was prepared last, for a message that it holds. */
  readonly place?: number;
  /** Messages that say nearly the same, by their index in the transcript. */
  readonly echoes: readonly number[];
  /** Id of the item that this one replaced. */
  readonly replaces?: string;
}
