// The notice in place of a message that was dropped or forgotten. Both languages at once: a list is searched for it,
// and the session may have been restored in the other one.
import type { Locale } from '../../options/options.ts';

export const DROPPED: Record<Locale, (message: number) => string> = {
  en: (message) => `[messages/${message} is no longer kept]`,
  'zh-CN': (message) => `[messages/${message} 已不再保留]`,
};
