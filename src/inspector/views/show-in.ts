// Numbers, times and ages as a language writes them. Making a formatter takes as long as writing a hundred numbers.
import type { InspectorWords } from '../words/inspector-words.ts';

type Spoken = Pick<InspectorWords, 'locale'>;

const kept = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function once<Format extends Intl.NumberFormat | Intl.DateTimeFormat>(name: string, make: () => Format): Format {
  const known = kept.get(name) ?? make();
  kept.set(name, known);
  return known as Format;
}

const numbers = (locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  once(`${locale} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options));

const WHOLE = { maximumFractionDigits: 0 };
const ONE_DIGIT = { maximumFractionDigits: 1 };
const CHANGE = { style: 'percent', signDisplay: 'exceptZero' } as const;

export const count = (value: number, { locale }: Spoken): string => numbers(locale, WHOLE).format(value);

export const share = (value: number): string => value.toFixed(2);

/** Writes −0.25 as -25%. */
export const change = (value: number, { locale }: Spoken): string => numbers(locale, CHANGE).format(value);

export const clock = (time: number, { locale }: Spoken): string =>
  once(`${locale} time`, () => new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' })).format(
    time,
  );

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

export function age(ms: number, { locale }: Spoken): string {
  const [unit, length] = UNITS.find(([, length]) => ms >= length) ?? (['second', 1000] as const);
  return numbers(locale, { style: 'unit', unit, unitDisplay: 'narrow' }).format(Math.floor(ms / length));
}

export const bytes = (value: number, { locale }: Spoken): string =>
  value < 1_000_000
    ? `${numbers(locale, ONE_DIGIT).format(value / 1000)} kB`
    : `${numbers(locale, ONE_DIGIT).format(value / 1_000_000)} MB`;

export const ms = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));
