// Text of a new overview.md; a page loads it in one language.
import type { Settings } from '../../src/options/options.ts';
import { overviewTemplate as english } from '../../src/tree/overview/words/en.ts';
import { overviewTemplate as chinese } from '../../src/tree/overview/words/zh.ts';

export const overviewTemplate = ({ template, locale }: Pick<Settings, 'template' | 'locale'>): string =>
  (locale === 'zh-CN' ? chinese : english)(template);
