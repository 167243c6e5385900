// Wording of the first screen and of the three lanes, which other pages do not load.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { FrontWords } from './en-front.ts';
import type { Language } from './words.ts';

export type { FrontWords };

export const loadFrontWords = async (language: Language): Promise<FrontWords> =>
  language === 'en' ? (await import('./en-front.ts')).frontEn : (await import('./zh-front.ts')).frontZh;

export const FrontContext = createContext<FrontWords | undefined>(undefined);

export function useFront(): FrontWords {
  const words = useContext(FrontContext);
  if (!words) throw new Error('A view stands outside of FrontContext.');
  return words;
}
