// Options of the demo's session: limits small enough for everything to happen within a story.
import type { OpenOptions } from 'working-memory';

/** Window of the model in tokens: start and ends of the slider. */
export const WINDOW = { default: 8000, least: 7000, most: 32_000 } as const;

/** Options for `openWorkingMemory` beside the session's name. */
export const sessionOptions = (locale: 'en' | 'zh-CN'): Omit<OpenOptions, 'session'> => ({
  locale,
  context: { window: WINDOW.default },
  // Evicts the lowest priority, as the bars show; the limit is low enough for evictions during the story.
  profile: 'priority',
  limits: { maxItems: 12 },
  // By default, this profile expires items after two hours, compares words only, and searches the store only.
  ttl: { hardMs: Infinity },
  recall: { scope: ['items', 'tail'], ranking: 'hybrid' },
});
