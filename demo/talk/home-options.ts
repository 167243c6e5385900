// Options of the first screen's memory: one for all visits and languages, in a workspace that takes dropped chats, each
// as a conversation of its own.
import type { OpenOptions } from 'working-memory';

/** Session of the facts told here; all other sessions are imported conversations. */
export const HOME = 'you';

export const homeOptions = (locale: 'en' | 'zh-CN'): OpenOptions => ({
  session: HOME,
  workspace: HOME,
  locale,
  limits: { maxItems: 10_000, maxTokens: 4_000_000 },
  recall: { workspace: { maxTexts: 100_000, maxBytes: 64_000_000 } },
});
