// The words of the page's language, handed to every view.
import { isWorkingMemoryError } from 'working-memory';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Words } from './en.ts';

export type Language = 'en' | 'zh-CN';
export type { Words };

/** A page loads its own language only. */
export const loadWords = async (language: Language): Promise<Words> =>
  language === 'en' ? (await import('./en.ts')).en : (await import('./zh.ts')).zh;

/** What to show of an error that this page does not know by itself. */
export function problemOf(error: unknown, { problem }: Words): string {
  if (isWorkingMemoryError(error)) return problem(error.code, error.message);
  return error instanceof Error ? error.message : String(error);
}

export const WordsContext = createContext<Words | undefined>(undefined);

export function useWords(): Words {
  const words = useContext(WordsContext);
  if (!words) throw new Error('A view stands outside of WordsContext.');
  return words;
}
