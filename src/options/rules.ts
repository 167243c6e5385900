// Rules for option values, and the one checker for objects of options. Pure.
import { describe, invalidOption, WorkingMemoryError } from '../errors.ts';
import { nearestOf } from './nearest.ts';

/** Names of the sets of defaults that one table of options holds. */
export const PROFILES = ['default', 'queue', 'priority'] as const;
export type Profile = (typeof PROFILES)[number];

/** Values of an omitted option: `default`, and those of the profiles that differ from it. */
export type Defaults<T> = { readonly default: T } & { readonly [Name in Profile]?: T };

/**
 * One row of a table of options. An omitted option without `defaults` is undefined.
 * `Given` is the type of `defaults`, so that the resolved type knows whether undefined can occur.
 */
export interface Rule<T, Given = unknown> {
  readonly accepts: (value: unknown) => value is T;
  /** Completes the sentence "Option x must be …". */
  readonly expected: string;
  readonly defaults: Given;
  /** Refuses an omitted option. */
  readonly required?: true;
  /** Methods that an object must have; a refusal names the first that is missing. */
  readonly methods?: readonly string[];
  /** Texts that the value, or each entry of a list, may be; a refusal names the nearest. */
  readonly values?: readonly string[];
}

/** Options by name; a nested table describes an object of options. */
export interface RuleTable {
  readonly [name: string]: Rule<unknown> | RuleTable;
}

/** The options after checking, every default filled in. */
export type Resolved<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Rule<infer T, infer Given>
    ? Given extends undefined
      ? T | undefined
      : T
    : Resolved<Table[Name]>;
};

/** The options as a caller writes them: any of them may be omitted. */
export type Partly<Table> = {
  readonly [Name in keyof Table]?: Table[Name] extends Rule<infer T> ? T : Partly<Table[Name]>;
};

// Free of side effects, so that a bundle without a table of options drops the calls that build one.

/**
 * Makes a row with a test of its own.
 * @param expected completes the sentence "Option x must be …"
 */
/* @__NO_SIDE_EFFECTS__ */
export const rule = <T, Given extends Defaults<T> | undefined = undefined>(
  expected: string,
  accepts: (value: unknown) => boolean,
  defaults?: Given,
): Rule<T, Given> => ({ accepts: accepts as Rule<T>['accepts'], expected, defaults: defaults as Given });

/** Makes a row that must be given. */
/* @__NO_SIDE_EFFECTS__ */
export const required = <T>(row: Rule<T>): Rule<T> => ({ ...row, required: true });

/**
 * Accepts an object with these methods, own or inherited, whatever else it has.
 * @param words texts that stand for such an object
 */
/* @__NO_SIDE_EFFECTS__ */
export const withMethods = <T>(expected: string, methods: readonly string[], words: readonly T[] = []): Rule<T> => ({
  ...rule<T>(
    expected,
    (value) =>
      words.includes(value as T) || (isObject(value) && methods.every((name) => typeof value[name] === 'function')),
  ),
  methods,
  values: words as readonly string[],
});

/** Accepts numbers, both ends included; `most` may be Infinity. NaN is refused. */
/* @__NO_SIDE_EFFECTS__ */
export const number = <Given extends Defaults<number> | undefined = undefined>(
  least: number,
  most: number,
  defaults?: Given,
): Rule<number, Given> =>
  rule<number, Given>(
    most === Infinity ? `a number of at least ${least}` : `a number from ${least} to ${most}`,
    (value) => typeof value === 'number' && value >= least && value <= most,
    defaults,
  );

/** Accepts numbers, both ends excluded. */
/* @__NO_SIDE_EFFECTS__ */
export const between = <Given extends Defaults<number> | undefined = undefined>(
  low: number,
  high: number,
  defaults?: Given,
): Rule<number, Given> =>
  rule<number, Given>(
    `a number between ${low} and ${high}, both excluded`,
    (value) => typeof value === 'number' && value > low && value < high,
    defaults,
  );

/** Accepts safe integers, both ends included. */
/* @__NO_SIDE_EFFECTS__ */
export const integer = <Given extends Defaults<number> | undefined = undefined>(
  least: number,
  most: number,
  defaults?: Given,
): Rule<number, Given> =>
  rule<number, Given>(
    `a whole number from ${least} to ${most}`,
    (value) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
    defaults,
  );

/** Accepts integers of at least 0, and Infinity. @param unit what is counted, e.g. `steps` */
/* @__NO_SIDE_EFFECTS__ */
export const countOrNever = <Given extends Defaults<number> | undefined = undefined>(
  unit: string,
  defaults?: Given,
): Rule<number, Given> =>
  rule<number, Given>(
    `a whole number of ${unit}, or Infinity`,
    (value) => value === Infinity || (Number.isSafeInteger(value) && Number(value) >= 0),
    defaults,
  );

/** Accepts a time in milliseconds; Infinity, and no other value, turns off the limit. */
/* @__NO_SIDE_EFFECTS__ */
export const timespan = <Given extends Defaults<number> | undefined = undefined>(
  defaults?: Given,
): Rule<number, Given> =>
  rule<number, Given>(
    'a number of milliseconds above 0; Infinity turns it off',
    (value) => typeof value === 'number' && value > 0,
    defaults,
  );

/** Accepts true and false alone. */
/* @__NO_SIDE_EFFECTS__ */
export const flag = <Given extends Defaults<boolean> | undefined = undefined>(defaults?: Given): Rule<boolean, Given> =>
  rule<boolean, Given>('true or false', (value) => typeof value === 'boolean', defaults);

/** Accepts a text that is not blank. @param longest in UTF-16 units */
/* @__NO_SIDE_EFFECTS__ */
export const text = <Given extends Defaults<string> | undefined = undefined>(
  longest: number,
  defaults?: Given,
): Rule<string, Given> =>
  rule<string, Given>(
    `a text of 1 to ${longest} characters`,
    (value) => typeof value === 'string' && value.length <= longest && value.trim() !== '',
    defaults,
  );

/** Accepts exactly one of these texts. */
/* @__NO_SIDE_EFFECTS__ */
export const oneOf = <const T extends string, Given extends Defaults<T> | undefined = undefined>(
  values: readonly T[],
  defaults?: Given,
): Rule<T, Given> => ({
  ...rule<T, Given>(values.map((value) => `'${value}'`).join(' or '), (value) => values.includes(value as T), defaults),
  values,
});

/** Accepts an array of some of these texts; may be empty. */
/* @__NO_SIDE_EFFECTS__ */
export const listOf = <const T extends string>(values: readonly T[]): Rule<readonly T[]> => ({
  ...rule<readonly T[]>(
    `an array of ${values.join(', ')}`,
    (value) => Array.isArray(value) && value.every((each) => values.includes(each as T)),
  ),
  values,
});

/** Accepts one of these texts, or an array of some of them. */
/* @__NO_SIDE_EFFECTS__ */
export const someOf = <const T extends string, Given extends Defaults<T | readonly T[]> | undefined = undefined>(
  values: readonly T[],
  defaults?: Given,
): Rule<T | readonly T[], Given> => ({
  ...rule<T | readonly T[], Given>(
    `${values.map((value) => `'${value}'`).join(' or ')}, or an array of these`,
    (value) => {
      const chosen: readonly unknown[] = Array.isArray(value) ? value : [value];
      return chosen.length > 0 && chosen.every((each) => values.includes(each as T));
    },
    defaults,
  ),
  values,
});

/** Accepts what the given rule accepts, and `'auto'`, which is the default. */
/* @__NO_SIDE_EFFECTS__ */
export const orAuto = <T>({ accepts, expected }: Rule<T>): Rule<T | 'auto', { readonly default: 'auto' }> =>
  rule(`${expected}, or 'auto'`, (value) => value === 'auto' || accepts(value), {
    default: 'auto',
  });

export const timeZoneName: Rule<string> = rule<string>(
  'the name of a time zone, such as Europe/Berlin',
  (value) => typeof value === 'string' && isMade(() => new Intl.DateTimeFormat('en', { timeZone: value })),
);

export const languageCodes: Rule<readonly string[]> = rule<readonly string[]>(
  "a list of language codes, such as ['de', 'pt-BR'], with at least one",
  (value) =>
    Array.isArray(value) && value.length > 0 && value.every((code: string) => isMade(() => new Intl.Locale(code))),
);

function isMade(make: () => unknown): boolean {
  try {
    make();
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks an object of options against its table.
 * @param where name of the object in the app's call, e.g. `embedder.transformers`; empty at the top level
 * @param expected the object in words, with an example where one helps
 * @throws invalid-option: no object, an unknown name (with the nearest known one), or a value out of range
 */
export function checkOptions(
  input: unknown,
  table: RuleTable,
  where: string,
  expected = 'an object',
): asserts input is Readonly<Record<string, unknown>> {
  if (!isObject(input)) throw invalidOption(where || 'options', expected, input);
  const prefix = where === '' ? '' : `${where}.`;
  refuseUnknown(Object.keys(input), Object.keys(table), prefix);
  for (const [name, row] of Object.entries(table)) {
    const value = input[name];
    if (value === undefined && !row.required) continue;
    if (!isRule(row)) checkOptions(value, row, prefix + name);
    else if (!row.accepts(value)) refuse(row, prefix + name, value);
  }
}

/** @throws invalid-option */
function refuse({ expected, methods = [], values }: Rule<unknown>, option: string, value: unknown): never {
  const wrong: unknown = Array.isArray(value) ? value.find((each) => !values?.includes(each as string)) : value;
  const meant = typeof wrong === 'string' && values ? nearestOf(wrong, values) : undefined;
  if (meant !== undefined) {
    const advice = `got ${describe(wrong)}. Did you mean '${meant}'?`;
    const details = { option, expected, nearest: meant };
    throw new WorkingMemoryError('invalid-option', `Option ${option} must be ${expected}; ${advice}`, details);
  }
  const missing = isObject(value) ? methods.find((name) => typeof value[name] !== 'function') : undefined;
  if (missing === undefined || !isObject(value)) throw invalidOption(option, expected, value);
  const others = Object.keys(value).filter((name) => !methods.includes(name));
  const misspelt = nearestOf(missing, others);
  if (misspelt !== undefined) refuseUnknown([misspelt], methods, `${option}.`);
  throw invalidOption(`${option}.${missing}`, `a function; ${option} needs ${methods.join(', ')}`, value[missing]);
}

/** Fills the gaps of checked options with the defaults of a profile. Frozen. */
export function withDefaults<Table extends RuleTable>(
  table: Table,
  input: Partly<Table>,
  profile: Profile = 'default',
): Resolved<Table> {
  const filled = Object.entries(table).map(([name, row]) => {
    const given = input[name] as Partly<RuleTable> | undefined;
    if (!isRule(row)) return [name, withDefaults(row, given ?? {}, profile)];
    const defaults = row.defaults as Defaults<unknown> | undefined;
    return [name, given ?? defaults?.[profile] ?? defaults?.default];
  });
  return Object.freeze(Object.fromEntries(filled));
}

/**
 * Refuses a misspelt name, so that no option is ignored in silence.
 * @param prefix path of the object with its dot; empty at the top level
 * @throws invalid-option with the nearest known name, or all of them
 */
function refuseUnknown(names: readonly string[], known: readonly string[], prefix: string): void {
  for (const name of names) {
    if (known.includes(name)) continue;
    const nearest = nearestOf(name, known);
    const option = prefix + name;
    const advice = nearest ? `Did you mean ${prefix}${nearest}?` : `Known here: ${known.join(', ')}.`;
    throw new WorkingMemoryError('invalid-option', `Option ${option} is unknown. ${advice}`, {
      option,
      ...(nearest && { nearest: prefix + nearest }),
    });
  }
}

const isRule = (row: Rule<unknown> | RuleTable): row is Rule<unknown> => typeof row.accepts === 'function';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
