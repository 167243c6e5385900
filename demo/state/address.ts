// Meaning of the page's address: the view, the session and the language.
import type { Language } from '../words/words.ts';

/**
 * The first screen · a session from the inside · a long and a short conversation in three lanes · the visitor's own
 * transcript under four policies.
 */
export const VIEWS = ['home', 'inside', 'week', 'short', 'simulate'] as const;
export type View = (typeof VIEWS)[number];

export interface Address {
  readonly view: View;
  /** Name of the session seen from the inside. */
  readonly session: string;
  readonly language: Language;
}

/** @param languages the browser's languages, most wanted first */
export function readAddress(query: string, languages: readonly string[]): Address {
  const parameters = new URLSearchParams(query);
  const wanted = parameters.get('lang') ?? languages[0] ?? 'en';
  const language = wanted.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en';
  const session = parameters.get('session')?.trim();
  const view = VIEWS.find((one) => one === parameters.get('view')) ?? (session ? 'inside' : 'home');
  return { view, session: session || firstSession(language), language };
}

export function queryOf({ view, session, language }: Address): string {
  const shown = view === 'inside' ? { session } : view === 'home' ? {} : { view };
  return `?${new URLSearchParams({ ...shown, lang: language })}`;
}

/** The overview is written in the session's first language, so each language has a session of its own. */
export const firstSession = (language: Language): string => (language === 'en' ? 'release' : 'release-zh');

/** @param draw 32 random bits */
export const anotherSession = (language: Language, draw: number): string =>
  `${firstSession(language)}-${draw.toString(36)}`;
