// One field of a tool's input: its JSON Schema, and a tolerant parser for the values that models really send.
import type { FieldSchema } from '../../api/tools.ts';

export interface Field<Value> {
  readonly schema: FieldSchema;
  readonly required: boolean;
  /** Other names under which models send this field, against the schema. */
  readonly aliases: readonly string[];
  /** Returns the value that the model meant; undefined when there is none. */
  read(value: unknown): Value | undefined;
}

export type InputFields = Readonly<Record<string, Field<unknown>>>;
export type InputOf<Of extends InputFields> = {
  readonly [Name in keyof Of]: Of[Name] extends Field<infer Value> ? Value : never;
};

interface NumberRange {
  readonly minimum?: number;
  readonly maximum?: number;
}

export const optional = <Value>(field: Field<Value>): Field<Value | undefined> => ({ ...field, required: false });

export const alias = <Value>(field: Field<Value>, ...aliases: readonly string[]): Field<Value> => ({
  ...field,
  aliases,
});

/**
 * Makes a field for a text.
 * @param mayBe `blank`: accepts spaces and line breaks alone · `empty`: also an empty text. Default: neither.
 */
export const text = (description: string, { mayBe }: { readonly mayBe?: 'blank' | 'empty' } = {}): Field<string> => ({
  schema: { type: 'string', description, ...(mayBe !== 'empty' && { minLength: 1 }) },
  required: true,
  aliases: [],
  read(value) {
    // Models send a list of one text for the id of one item, because another tool takes a list of ids.
    const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
    const plain = typeof one === 'number' || typeof one === 'boolean' ? String(one) : one;
    if (typeof plain !== 'string') return undefined;
    const isEnough = mayBe === 'empty' || (mayBe === 'blank' ? plain : plain.trim()) !== '';
    return isEnough ? plain : undefined;
  },
});

export const integer = (description: string, range: NumberRange = {}): Field<number> => ({
  schema: { type: 'integer', description, ...range },
  required: true,
  aliases: [],
  read(value) {
    const number = asNumber(value);
    return Number.isSafeInteger(number) && isWithin(number as number, range) ? number : undefined;
  },
});

export const number = (description: string, range: NumberRange = {}): Field<number> => ({
  schema: { type: 'number', description, ...range },
  required: true,
  aliases: [],
  read(value) {
    const number = asNumber(value);
    return number !== undefined && isWithin(number, range) ? number : undefined;
  },
});

export const flag = (description: string): Field<boolean> => ({
  schema: { type: 'boolean', description },
  required: true,
  aliases: [],
  read(value) {
    const plain = String(value).trim().toLowerCase();
    if (['true', 'yes', '1'].includes(plain)) return true;
    return ['false', 'no', '0'].includes(plain) ? false : undefined;
  },
});

export const choice = <const Value extends string>(description: string, ...values: readonly Value[]): Field<Value> => ({
  schema: { type: 'string', description, enum: values },
  required: true,
  aliases: [],
  read: (value) =>
    typeof value === 'string' ? values.find((known) => known === value.trim().toLowerCase()) : undefined,
});

/** Makes a field for a list of one or more texts; a text with commas is split. */
export const texts = (description: string): Field<readonly string[]> => ({
  schema: { type: 'array', description, items: { type: 'string' }, minItems: 1 },
  required: true,
  aliases: [],
  read(value) {
    const list = asList(value);
    const isTexts = list.every(
      (entry) => (typeof entry === 'string' && entry.trim() !== '') || typeof entry === 'number',
    );
    return isTexts && list.length > 0 ? list.map((entry) => String(entry).trim()) : undefined;
  },
});

/** Returns the range in words, e.g. `1–200` or `≥ 1`; empty without limits. */
export function rangeOf({ minimum, maximum }: NumberRange): string {
  if (minimum !== undefined && maximum !== undefined) return `${minimum}–${maximum}`;
  return minimum === undefined ? (maximum === undefined ? '' : `≤ ${maximum}`) : `≥ ${minimum}`;
}

/** Parses JSON, also inside a Markdown code fence, which models add; undefined for any other text. */
export function parsedJson(text: string): unknown {
  const [, inFence] = /^\s*```\w*\s*\n([\s\S]*?)\n?\s*```\s*$/.exec(text) ?? [];
  try {
    return JSON.parse(inFence ?? text) as unknown;
  } catch {
    return undefined;
  }
}

/** Reads finite numbers, and decimal numbers in text. */
export function asNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' && /^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/.test(value) ? Number(value) : undefined;
}

function asList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string') return [value];
  const parsed = parsedJson(value);
  if (Array.isArray(parsed)) return parsed;
  return value.split(/[,，、;；\n]/).filter((part) => part.trim() !== '');
}

const isWithin = (value: number, { minimum = -Infinity, maximum = Infinity }: NumberRange): boolean =>
  value >= minimum && value <= maximum;
