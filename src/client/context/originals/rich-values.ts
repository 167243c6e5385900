// Writes values that JSON does not hold as text in the form of devalue, and names the keys by which a row tells the
// forms apart.
import { lazy } from '../../lazy.ts';

/** Conversions of values by name, on the way to text and back. */
export type Conversions<From> = Readonly<Record<string, (value: From) => unknown>>;

interface RichForm {
  parse(text: string, revivers?: Conversions<string>): unknown;
  stringify(value: unknown, reducers?: Conversions<unknown>): string;
}

/** Loads devalue's form, which few apps need. */
export const valuesPart = /* @__PURE__ */ lazy<RichForm>('values', 'stringify', () => import('./rich-form.ts'));

/** The only key of the object that holds devalue's text. */
export const RICH = '$devalue';
/** The only key of the object that stands for a large text in JSON. */
export const PART = '$part';
