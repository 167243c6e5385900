// Wording of the context by locale; a page loads only one.
import { type NamedTools, UNKNOWN_TOOLS } from '../../../src/context/reminder/given-tools.ts';
import { contextWords as english } from '../../../src/context/words/en.ts';
import type { ContextWording } from '../../../src/context/words/wording.ts';
import { contextWords as chinese } from '../../../src/context/words/zh.ts';
import type { Locale } from '../../../src/options/options.ts';

/** @param tools tools that the sentences may name */
export const contextWording = (locale: Locale, tools: NamedTools = UNKNOWN_TOOLS): ContextWording =>
  (locale === 'zh-CN' ? chinese : english)(tools);
