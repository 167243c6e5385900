// The forget strategies, one row each. The request type, its grammar, the list in the error for unknown requests,
// selections and warnings derive from this table. Pure.
// The first row whose parser accepts a request carries it out; the forms exclude each other, so the order of rows
// matters only in the error.
import type { Settings } from '../../options/options.ts';
import { CALL_DEFAULTS } from '../../options/policy.ts';
import { agesFrom, checkField, checkIds, invalid } from '../item.ts';
import { checkSomeFilters, type Filters, matches } from '../fields/filters.ts';
import { type Limits, over, type Usage } from '../limits.ts';
import type { Candidates, ForgottenItem } from './candidates.ts';
import type { ForgetWarning } from './warning.ts';

/** A request: a text in lower case without spaces, or an object. */
type Asked = string | Named;
type Named = Readonly<Record<string, unknown>>;

/** Form of a request, as errors show it; the type parameter is the type that callers write. */
type Form<Request> = string & { readonly request?: Request };

/** `Values` are the arguments of a parsed request. */
interface Strategy<Request, Values extends object> {
  readonly form: Form<Request>;
  /** Returns undefined if the request is for another strategy. @throws invalid-input for a wrong value */
  parse(asked: Asked): Values | undefined;
  select(values: Values, candidates: Candidates): readonly (ForgottenItem | undefined)[];
  /** Explains, after the command, why the request had no effect or could not have one. */
  warn?(
    values: Values,
    outcome: Outcome,
    settings: { readonly limits: Limits } & Pick<Settings, 'ttl'>,
  ): ForgetWarning | undefined;
}

interface Outcome {
  readonly forgotten: readonly ForgottenItem[];
  readonly usage: { readonly after: Usage };
}

const strategy = <Request, Values extends object>(
  form: Form<Request>,
  parse: (asked: Asked) => Values | undefined,
  effect: Pick<Strategy<Request, Values>, 'select' | 'warn'>,
): Strategy<Request, Values> => ({ form, parse, ...effect });
const form = <Request>(words: string): Form<Request> => words;

const MS_OF = { days: 86_400_000, hours: 3_600_000, ms: 1 } as const;

export const STRATEGIES = {
  oldest: strategy(
    form<'oldest'>("'oldest'"),
    instruction(/^oldest$/, () => ({})),
    { select: (_, { store, inStore }) => store.slice(0, 1).map(inStore) },
  ),

  'least-important': strategy(
    form<'least important'>("'least important'"),
    instruction(/^leastimportant$/, () => ({})),
    {
      select(_, { store: [first, ...others], inStore }) {
        if (!first) return [];
        // Strictly less: among equal items the older one goes.
        return [inStore(others.reduce((least, item) => (item.importance < least.importance ? item : least), first))];
      },
    },
  ),

  position: strategy(
    form<`position:${number}`>("'position:N'"),
    instruction(/^position:(\d{1,15})$/, (position) => ({ position })),
    { select: ({ position }, { atPosition }) => [atPosition(position)] },
  ),

  'before-step': strategy(
    form<`before:step_${number}`>("'before:step_N'"),
    instruction(/^before:step_(\d{1,15})$/, (step) => ({ step })),
    { select: ({ step }, { store, inStore }) => store.filter((item) => item.step < step).map(inStore) },
  ),

  ids: strategy(
    form<{ readonly ids: readonly string[] }>('{ ids }'),
    only('ids', ({ ids }) => ({ ids: checkSomeIds(ids) })),
    { select: ({ ids }, { byId }) => ids.map(byId) },
  ),

  text: strategy(
    form<{
      /** Selects items that quote this text, however it is written; one under 12 characters as whole words. */
      readonly text: string;
    }>('{ text }'),
    only('text', ({ text }) => ({ text: checkPassage('text', text) })),
    { select: ({ text }, { quoting }) => quoting([text]) },
  ),

  message: strategy(
    form<{
      /** Selects the items that come from this message; mode `hard` also empties the message. */
      readonly message: number;
    }>('{ message }'),
    only('message', ({ message }) => ({ message: checkField('message', message) })),
    { select: ({ message }, { everywhere }) => everywhere((item) => item.message === message) },
  ),

  tags: strategy(
    form<{
      /** Selects items that carry all of these tags. */
      readonly tags: readonly string[];
    }>('{ tags }'),
    only('tags', ({ tags }) => ({ tags: checkSomeTags(tags) })),
    {
      select: (wanted, { everywhere }) => everywhere(({ tags = [] }) => wanted.tags.every((tag) => tags.includes(tag))),
    },
  ),

  filters: strategy(
    form<{
      /** Selects items that pass all of these filters; at least one. */
      readonly filters: Filters;
    }>('{ filters }'),
    only('filters', ({ filters }) => ({ filters: checkSomeFilters(filters) })),
    { select: ({ filters }, { everywhere }) => everywhere((item) => matches(item, filters)) },
  ),

  importance: strategy(
    form<{
      readonly strategy: 'importance_based';
      /** Selects items below this importance; default 0.1. */
      readonly threshold?: number;
    }>("{ strategy: 'importance_based', threshold }"),
    named('importance_based', ['threshold'], ({ threshold = CALL_DEFAULTS.forgetBelow }) => ({
      below: checkField('importance', threshold),
    })),
    { select: ({ below }, { everywhere }) => everywhere(({ importance }) => importance < below) },
  ),

  age: strategy(
    form<{
      readonly strategy: 'time_based';
      /** Give one of the three units. Selects items older than this, not those exactly as old. */
      readonly days?: number;
      readonly hours?: number;
      readonly ms?: number;
    }>("{ strategy: 'time_based', days | hours | ms }"),
    named('time_based', Object.keys(MS_OF), readAge),
    {
      select: ({ olderThanMs }, { everywhere, now }) => everywhere((item) => now - agesFrom(item) > olderThanMs),
      warn: ({ olderThanMs }, { forgotten }, { ttl: { hardMs } }) =>
        // Unpinned items of the store leave before that age. The long tail may hold some, so this warns instead of
        // failing.
        olderThanMs >= hardMs && forgotten.every(({ place }) => place === 'tail')
          ? { code: 'older-than-ttl', hardMs }
          : undefined,
    },
  ),

  capacity: strategy(
    form<{
      readonly strategy: 'capacity_based';
      /**
       * Selects the items that these limits would evict. Default: the store's own limits, which always hold already.
       */
      readonly maxItems?: number;
      readonly maxTokens?: number;
    }>("{ strategy: 'capacity_based', maxItems, maxTokens }"),
    named('capacity_based', ['maxItems', 'maxTokens'], readLimits),
    {
      select: (limits, { overLimits }) => overLimits(limits),
      warn(given, { forgotten, usage }, { limits }) {
        // Nothing was selected: either nothing had to go, or nothing can.
        if (forgotten.length > 0) return undefined;
        const { maxItems, maxTokens } = { ...limits, ...given };
        const { overItems, overTokens } = over(usage.after, { maxItems, maxTokens });
        return overItems <= 0 && overTokens <= 0
          ? { code: 'within-limits', ...usage.after, maxItems, maxTokens }
          : { code: 'nothing-evictable', overItems: Math.max(0, overItems), overTokens: Math.max(0, overTokens) };
      },
    },
  ),
} as const;

type Strategies = typeof STRATEGIES;
type RequestOf<Row> = Row extends { readonly form: Form<infer Request> } ? Request : never;

/** Request to `forget`. Case and spaces of a text do not matter. */
export type ForgetRequest = { [By in keyof Strategies]: RequestOf<Strategies[By]> }[keyof Strategies] | (string & {});

/** A parsed request. */
export type Selection = {
  [By in keyof Strategies]: { readonly by: By } & NonNullable<ReturnType<Strategies[By]['parse']>>;
}[keyof Strategies];

export const strategyOf = ({ by }: Selection): Strategy<unknown, Selection> =>
  STRATEGIES[by] as unknown as Strategy<unknown, Selection>;

/** Parses a text; the groups of the pattern are numbers. */
function instruction<Values extends object>(pattern: RegExp, valuesOf: (...numbers: number[]) => Values) {
  return (asked: Asked): Values | undefined => {
    const match = typeof asked === 'string' ? pattern.exec(asked) : null;
    return match ? valuesOf(...match.slice(1).map(Number)) : undefined;
  };
}

/**
 * Parses an object with exactly this field. Any other field is refused rather than ignored: `{ ids, dryRun }` must not
 * delete.
 */
function only<Values extends object>(name: string, valuesOf: (request: Named) => Values) {
  return (asked: Asked): Values | undefined => {
    if (typeof asked !== 'object' || asked['strategy'] !== undefined) return undefined;
    const { strategy: _, ...values } = asked;
    return Object.keys(values).join() === name ? valuesOf(values) : undefined;
  };
}

/** Parses an object that names the strategy and has only known fields. */
function named<Values extends object>(
  strategyName: string,
  known: readonly string[],
  valuesOf: (request: Named) => Values | undefined,
) {
  return (asked: Asked): Values | undefined => {
    if (typeof asked !== 'object' || asked['strategy'] !== strategyName) return undefined;
    const { strategy: _, ...values } = asked;
    return Object.keys(values).every((name) => known.includes(name)) ? valuesOf(values) : undefined;
  };
}

/** Reads exactly one unit: an age in two of them is more likely a mistake than a sum. */
function readAge(request: Named): { readonly olderThanMs: number } | undefined {
  const [unit, ...more] = Object.keys(request);
  if (unit === undefined || more.length > 0) return undefined;
  const value = request[unit];
  if (typeof value !== 'number' || !(value >= 0)) throw invalid(unit, 'a number of at least 0', value);
  return { olderThanMs: value * MS_OF[unit as keyof typeof MS_OF] };
}

function readLimits({ maxItems, maxTokens }: Named): Partial<Limits> {
  return {
    ...(maxItems !== undefined && { maxItems: checkLimit('maxItems', maxItems) }),
    ...(maxTokens !== undefined && { maxTokens: checkLimit('maxTokens', maxTokens) }),
  };
}

/** Allows 0, which selects everything that is not pinned. */
function checkLimit(name: string, value: unknown): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw invalid(name, 'a whole number of at least 0', value);
}

/** Refuses an empty list of tags, which would select every item. */
function checkSomeTags(tags: unknown): readonly string[] {
  const checked = checkField('tags', tags);
  if (checked.length === 0) throw invalid('tags', 'at least one tag', tags);
  return checked;
}

/** @throws invalid-input: no text, or one without a visible character */
export function checkPassage(name: string, text: unknown): string {
  if (typeof text === 'string' && /[^\s\p{Cf}\\]/u.test(text)) return text;
  throw invalid(name, 'a text with at least one character that can be seen', text);
}

function checkSomeIds(ids: unknown): readonly string[] {
  const checked = checkIds(ids);
  if (checked.length === 0 || checked.includes('')) throw invalid('ids', 'an array of ids', ids);
  return checked;
}
