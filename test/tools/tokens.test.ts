// Tokens of an empty memory in every request: the definitions of its tools, and their guide.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import type { ToolSet } from '../../src/entries/tools.ts';
import { openFixed } from '../support/fixed-memory.ts';

const LOCALES = ['en', 'zh-CN'] as const;
/** Tokens of o200k. Chinese names the same English fields and values, so it is not shorter. */
const MOST: Record<(typeof LOCALES)[number], Record<ToolSet, number>> = {
  en: { minimal: 480, standard: 1300, all: 1720 },
  'zh-CN': { minimal: 480, standard: 1400, all: 1850 },
};
const SMALL_WINDOW = 4096;

async function tokensOf(set: ToolSet, locale: (typeof LOCALES)[number], workspace: string) {
  const memory = await openFixed({ locale, workspace });
  const sent = (await memory.tools({ set })).map(({ name, description, inputSchema: parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
  }));
  const tools = sent.reduce((sum, tool) => sum + countTokens(JSON.stringify(tool)), 0);
  return { tools, guide: countTokens(await memory.context.guide({ set })) };
}

const BOTH = LOCALES.flatMap((locale) => (['/', 'ann'] as const).map((workspace) => [locale, workspace] as const));

describe.each(BOTH)('the tokens of tools and guide, %s, in the workspace %s', (locale, workspace) => {
  it.each(['minimal', 'standard', 'all'] as const)('stay within the limit of the set %s', async (set) => {
    const { tools, guide } = await tokensOf(set, locale, workspace);
    expect(tools + guide).toBeLessThanOrEqual(MOST[locale][set]);
  });

  it('are, for the set minimal, at most 12 % of a window of 4,096 tokens', async () => {
    const { tools, guide } = await tokensOf('minimal', locale, workspace);
    expect(tools + guide).toBeLessThanOrEqual(0.12 * SMALL_WINDOW);
    expect(guide).toBeLessThanOrEqual(locale === 'en' ? 90 : 105);
  });
});
