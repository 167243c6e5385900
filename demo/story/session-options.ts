// How the demo opens its session: small enough for everything to happen within a story.
import type { OpenOptions } from 'working-memory';

/** Tokens of the model's window: where the slider starts, and its ends. */
export const WINDOW = { default: 8000, least: 7000, most: 32_000 } as const;

/** For `openWorkingMemory`, beside the session's name. */
export const sessionOptions = (locale: 'en' | 'zh-CN'): Omit<OpenOptions, 'session'> => ({
  locale,
  context: { window: WINDOW.default },
  // The lowest priority leaves, as the bars show it; few enough that some leave in the course of the story.
  profile: 'priority',
  limits: { maxItems: 12 },
  // By itself this profile lets items expire after two hours, compares words alone, and looks in the store alone.
  ttl: { hardMs: Infinity },
  recall: { scope: ['items', 'tail'], ranking: 'hybrid' },
});
