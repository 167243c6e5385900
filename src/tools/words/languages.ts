// The wording for a locale.
import type { Locale } from '../../options/options.ts';
import type { Wording } from './wording.ts';
import { EN } from './en.ts';
import { ZH } from './zh.ts';

export const wordingOf = (locale: Locale): Wording => (locale === 'zh-CN' ? ZH : EN);
