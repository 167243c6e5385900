// Notices about what just happened, one at a time.
import { type Cell, createCell } from './cell.ts';
import { fileProblemText, UnreadableFile } from '../files/read-file.ts';
import { textOfError, type Words } from '../words/words.ts';

export interface Notice {
  readonly tone: 'plain' | 'error';
  readonly text: string;
  /** Distinguishes two notices with the same text. */
  readonly number: number;
}

export interface Notices {
  readonly latest: Cell<Notice | undefined>;
  say(text: string): void;
  fail(error: unknown): void;
  /** Returns the text that `fail` would show. */
  textOf(error: unknown): string;
  clear(): void;
}

/** @param ownText gives the text of an error that only this page knows, and undefined for any other */
export function createNotices(words: Words, ownText?: (error: unknown) => string | undefined): Notices {
  const latest = createCell<Notice | undefined>(undefined);
  let number = 0;
  const show = (tone: Notice['tone'], text: string): void => latest.set({ tone, text, number: ++number });
  const textOf = (error: unknown): string => ownText?.(error) ?? errorText(error, words);
  return {
    latest,
    say: (text) => show('plain', text),
    fail: (error) => show('error', textOf(error)),
    textOf,
    clear: () => latest.set(undefined),
  };
}

function errorText(error: unknown, words: Words): string {
  if (error instanceof UnreadableFile) return fileProblemText(error.problem, words);
  return textOfError(error, words);
}
