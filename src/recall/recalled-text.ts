// Texts that are recalled for a prompt. Pure; apart from their comparison, which needs the rules of languages.
import type { HitAddress } from './hit-address.ts';

/** An item, a passage or a message as a prompt shows it. */
export interface RecalledText extends HitAddress {
  readonly text: string;
  /** Speaker or role, the path of a passage, or empty. */
  readonly by: string;
  /** When it was said, memorized or written, ms since 1970. */
  readonly time: number;
}

/** With who said it, where the text does not say so itself. */
export const saidLine = ({ by, text }: RecalledText): string =>
  by === '' || text.startsWith(`${by}:`) ? text : `${by}: ${text}`;

/** One that may come into a prompt. */
export interface Recallable extends RecalledText {
  /** The text, cut shorter, for a small window. */
  readonly brief: string;
  readonly score: number;
  /** Index in the list that was prepared last, of a message that it holds. */
  readonly place?: number;
  /** Messages that say nearly the same, by their index in the transcript. */
  readonly echoes: readonly number[];
  /** Id of the item whose place this one took. */
  readonly replaces?: string;
}
