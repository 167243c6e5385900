// Numbers, times and ages as a language writes them.
import type { InspectorWords } from '../words/inspector-words.ts';

export const count = (value: number, { locale }: InspectorWords): string => Math.round(value).toLocaleString(locale);

export const share = (value: number): string => value.toFixed(2);

export const clock = (time: number, { locale }: InspectorWords): string =>
  new Date(time).toLocaleString(locale, { dateStyle: 'short', timeStyle: 'short' });

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

export function age(ms: number, { locale }: InspectorWords): string {
  const [unit, length] = UNITS.find(([, length]) => ms >= length) ?? (['second', 1000] as const);
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' }).format(Math.floor(ms / length));
}

export const bytes = (value: number, { locale }: InspectorWords): string =>
  value < 1_000_000
    ? `${(value / 1000).toLocaleString(locale, { maximumFractionDigits: 1 })} kB`
    : `${(value / 1_000_000).toLocaleString(locale, { maximumFractionDigits: 1 })} MB`;

export const ms = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));
