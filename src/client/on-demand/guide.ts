// Writes the guide for the tools that an app gives to its model.
import type { GuideOptions } from '../../api/context.ts';
import { TOOL_SETS, toolsIn } from '../../context/tool-sets.ts';
import { toolsByUse } from '../../context/words/guide.ts';
import { guideText } from '../../context/words/guide-text.ts';
import { checkOptions, flag, oneOf, rule, withDefaults } from '../../options/rules.ts';
import { OPTIONS, type Settings } from '../../options/options.ts';

const GUIDE_OPTIONS = {
  set: oneOf(TOOL_SETS, { default: 'standard' }),
  tools: rule<readonly { readonly name: string }[]>(
    'an array of objects with a name',
    (value) => Array.isArray(value) && value.every((tool: { name?: unknown } | null) => typeof tool?.name === 'string'),
  ),
  full: flag(),
  locale: { ...OPTIONS.locale, defaults: undefined },
};

/** Returns the guide. @throws invalid-option */
export function guideOf({ context, locale: ofSession }: Settings, options: GuideOptions = {}): string {
  checkOptions(options, GUIDE_OPTIONS, 'guide');
  const { set, tools, full, locale = ofSession } = withDefaults(GUIDE_OPTIONS, options);
  const names = tools?.map(({ name }) => name) ?? toolsIn(set);
  const isLiteral = context.placement === 'literal';
  return guideText(locale, {
    autonomy: context.autonomy,
    fallbackPercent: Math.round(context.fallbackAt * 100),
    showsBlock: isLiteral || context.meter === 'block',
    full: full ?? (isLiteral || toolsIn('all').every((name) => names.includes(name))),
    tools: toolsByUse(names),
  });
}
