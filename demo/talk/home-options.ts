// How the first screen opens its memory: one for all visits and languages, with room for a chat that is dropped on it.
import type { OpenOptions } from 'working-memory';

export const homeOptions = (locale: 'en' | 'zh-CN'): OpenOptions => ({
  session: 'you',
  locale,
  limits: { maxItems: 10_000, maxTokens: 4_000_000 },
});
