// Wording of the page's language, provided to every view.
import { isWorkingMemoryError } from 'working-memory';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Words } from './en.ts';

export type Language = 'en' | 'zh-CN';
export type { Words };

/** Loads one language only. */
export const loadWords = async (language: Language): Promise<Words> =>
  language === 'en' ? (await import('./en.ts')).en : (await import('./zh.ts')).zh;

/** Returns the text for an error that the page has no wording of its own for. */
export function textOfError(error: unknown, { libraryError }: Words): string {
  if (isWorkingMemoryError(error)) return libraryError(error.code, error.message);
  return error instanceof Error ? error.message : String(error);
}

export const WordsContext = createContext<Words | undefined>(undefined);

export function useWords(): Words {
  const words = useContext(WordsContext);
  if (!words) throw new Error('A view stands outside of WordsContext.');
  return words;
}
