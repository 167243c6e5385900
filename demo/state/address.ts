// What the page's address says: which session is open, and in which language.
import type { Language } from '../words/words.ts';

export interface Address {
  readonly session: string;
  readonly language: Language;
}

/** @param languages of the browser, the most wanted first */
export function readAddress(query: string, languages: readonly string[]): Address {
  const parameters = new URLSearchParams(query);
  const wanted = parameters.get('lang') ?? languages[0] ?? 'en';
  const language = wanted.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en';
  return { session: parameters.get('session')?.trim() || firstSession(language), language };
}

export const queryOf = ({ session, language }: Address): string =>
  `?${new URLSearchParams({ session, lang: language })}`;

/** The overview is written in the language that its session began with: each language has a session of its own. */
export const firstSession = (language: Language): string => (language === 'en' ? 'release' : 'release-zh');

/** @param draw 32 random bits */
export const anotherSession = (language: Language, draw: number): string =>
  `${firstSession(language)}-${draw.toString(36)}`;
