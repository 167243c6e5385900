// The wording for a locale.
import type { ContextWording } from './wording.ts';
import type { Settings } from '../../options.ts';
import { EN } from './en.ts';
import { ZH } from './zh.ts';

export const contextWording = (locale: Settings['locale']): ContextWording => (locale === 'zh-CN' ? ZH : EN);
