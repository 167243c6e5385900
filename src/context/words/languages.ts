// The wording for a locale.
import { type NamedTools, UNKNOWN_TOOLS } from '../reminder/given-tools.ts';
import type { ContextWording } from './wording.ts';
import type { Settings } from '../../options.ts';
import { english } from './en.ts';
import { chinese } from './zh.ts';

/** @param tools that the sentences may name */
export const contextWording = (locale: Settings['locale'], tools: NamedTools = UNKNOWN_TOOLS): ContextWording =>
  (locale === 'zh-CN' ? chinese : english)(tools);
