// How the demo opens its session: small enough for everything to happen within a story.

/** Tokens of the model's window: where the slider starts, and its ends. */
export const WINDOW = { default: 8000, least: 7000, most: 32_000 } as const;

/** For `openWorkingMemory`, beside the session's name. */
export const sessionOptions = (locale: 'en' | 'zh-CN') => ({
  locale,
  context: { window: WINDOW.default },
  // Few enough that items leave in the course of the story.
  limits: { maxItems: 8 },
});
