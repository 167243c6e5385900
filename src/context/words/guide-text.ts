// The guide for a locale.
import type { Locale } from '../../options/options.ts';
import type { GuideFacts } from './guide.ts';
import { guide as english } from './guide-en.ts';
import { guide as chinese } from './guide-zh.ts';

/** Returns the guide for the system prompt; the same for a whole session, so that the prompt cache holds. */
export const guideText = (locale: Locale, facts: GuideFacts): string => (locale === 'zh-CN' ? chinese : english)(facts);
