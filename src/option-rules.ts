// What an option may have to be. Pure.

/** What an option must be: `accepts` decides, `expected` says it in words. */
export interface Rule<T> {
  readonly accepts: (value: unknown) => value is T;
  readonly expected: string;
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && !Number.isNaN(value);

export const number = (least: number, most: number): Rule<number> => ({
  accepts: (value): value is number => isNumber(value) && value >= least && value <= most,
  expected: most === Infinity ? `a number of at least ${least}` : `a number from ${least} to ${most}`,
});
export const between = (low: number, high: number): Rule<number> => ({
  accepts: (value): value is number => isNumber(value) && value > low && value < high,
  expected: `a number between ${low} and ${high}, both excluded`,
});
export const integer = (least: number, most: number): Rule<number> => ({
  accepts: (value): value is number =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
  expected: `a whole number from ${least} to ${most}`,
});
export const countOrNever = (what: string): Rule<number> => ({
  accepts: (value): value is number => value === Infinity || (Number.isSafeInteger(value) && (value as number) >= 0),
  expected: `a whole number of ${what}, or Infinity for never`,
});
export const flag: Rule<boolean> = {
  accepts: (value): value is boolean => typeof value === 'boolean',
  expected: 'true or false',
};
export const text = (longest: number): Rule<string> => ({
  accepts: (value): value is string =>
    typeof value === 'string' && value.length > 0 && value.length <= longest && value.trim() !== '',
  expected: `a text of 1 to ${longest} characters`,
});
export const oneOf = <const T extends string>(...values: readonly T[]): Rule<T> => ({
  accepts: (value): value is T => values.includes(value as T),
  expected: values.map((value) => `'${value}'`).join(' or '),
});
export const orAuto = <T>({ accepts, expected }: Rule<T>): Rule<T | 'auto'> => ({
  accepts: (value): value is T | 'auto' => value === 'auto' || accepts(value),
  expected: `${expected}, or 'auto'`,
});
