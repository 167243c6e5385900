// How the first screen opens its memory: one for all visits and languages, in a workspace that takes the chats that are
// dropped on it, each as a conversation of its own.
import type { OpenOptions } from 'working-memory';

/** The session that keeps what is said; beside it there are imported conversations alone. */
export const HOME = 'you';

export const homeOptions = (locale: 'en' | 'zh-CN'): OpenOptions => ({
  session: HOME,
  workspace: HOME,
  locale,
  limits: { maxItems: 10_000, maxTokens: 4_000_000 },
  recall: { workspace: { maxTexts: 100_000, maxBytes: 64_000_000 } },
});
