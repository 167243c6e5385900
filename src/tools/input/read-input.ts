// Parses the arguments of a tool as models emit them: typed values, or the problems that the model can fix.
import type { FieldSchema } from '../../api/tools.ts';
import { type InputFields, type InputOf, parsedJson } from './input-field.ts';

export interface Problem {
  /** Name of the field; absent when the arguments as a whole are wrong. */
  readonly field?: string;
  readonly schema?: FieldSchema;
  /** Value that the model sent; undefined when the field is missing. */
  readonly received: unknown;
}

/** Values by field and the unknown fields, or the problems and the values that were understood. */
export type ParsedInput<Of extends InputFields> =
  | {
      readonly values: InputOf<Of>;
      readonly ignored: Readonly<Record<string, unknown>>;
      /** Names under which values came that are not their fields' own, by field. */
      readonly names: Readonly<Record<string, string>>;
      readonly problems?: undefined;
    }
  | { readonly problems: readonly Problem[]; readonly understood: Readonly<Record<string, unknown>> };

/** Names of an object around the arguments; some models add one. */
const WRAPPERS = ['input', 'arguments', 'args', 'parameters', 'params'];
const DEEPEST_WRAPPING = 4;
const LONGEST_SHOWN = 60;

export function readInput<Of extends InputFields>(fields: Of, input: unknown): ParsedInput<Of> {
  const given = asObject(fields, input);
  if (!given) return { problems: [{ received: input }], understood: {} };
  const { named, names, ignored } = assignToFields(fields, given);
  const understood: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const [field, { schema, required, read }] of Object.entries(fields)) {
    const received = named.get(field);
    if (received === undefined || (!required && isBlank(received))) {
      if (required) problems.push({ field, schema, received });
      continue;
    }
    const value = read(received);
    if (value === undefined) problems.push({ field, schema, received });
    else understood[field] = value;
  }
  return problems.length > 0 ? { problems, understood } : { values: understood as InputOf<Of>, ignored, names };
}

/** Assigns the given values to fields, first by the names of the fields, then by aliases and other spellings. */
function assignToFields(fields: InputFields, given: Record<string, unknown>) {
  const known = new Map<string, string>();
  for (const [field, { aliases }] of Object.entries(fields)) {
    for (const name of [field, ...aliases]) if (!known.has(foldedName(name))) known.set(foldedName(name), field);
  }
  const named = new Map<string, unknown>();
  const names: Record<string, string> = {};
  const others: [string, unknown][] = [];
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined) continue;
    if (Object.hasOwn(fields, name)) named.set(name, value);
    else others.push([name, value]);
  }
  const ignored: [string, unknown][] = [];
  for (const [name, value] of others) {
    const field = known.get(foldedName(name));
    if (field === undefined || named.has(field)) ignored.push([name, value]);
    else {
      named.set(field, value);
      names[field] = name;
    }
  }
  return { named, names, ignored: Object.fromEntries(ignored) };
}

function asObject(fields: InputFields, input: unknown): Record<string, unknown> | undefined {
  let value = input;
  for (let depth = 0; depth < DEEPEST_WRAPPING; depth++) {
    const inner = unwrapped(fields, value);
    if (inner === undefined) break;
    value = inner;
  }
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) return {};
  if (isObject(value)) return value;
  // Broken JSON must not become the value of the only required text.
  if (Array.isArray(value) || /^\s*[[{]/.test(String(value))) return undefined;
  const required = Object.keys(fields).filter((field) => fields[field]?.required);
  const [only] = required;
  return required.length === 1 && only !== undefined ? { [only]: value } : undefined;
}

function unwrapped(fields: InputFields, value: unknown): unknown {
  if (typeof value === 'string') {
    const parsed = parsedJson(value);
    return parsed === null ? {} : parsed;
  }
  if (Array.isArray(value)) return value.length === 1 && isObject(value[0]) ? value[0] : undefined;
  if (!isObject(value)) return undefined;
  const [name, ...more] = Object.keys(value);
  if (name === undefined || more.length > 0 || !WRAPPERS.includes(name) || Object.hasOwn(fields, name))
    return undefined;
  return isObject(value[name]) || typeof value[name] === 'string' ? value[name] : undefined;
}

/** Whether a value is blank: many models fill in every optional field with an empty value. */
const isBlank = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0);

const foldedName = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');

/** Renders a received value, shortened for an answer. */
export function shown(value: unknown, characters: (count: number) => string): string {
  if (typeof value === 'string') return value.length > LONGEST_SHOWN ? characters(value.length) : JSON.stringify(value);
  const json = JSON.stringify(value) ?? typeof value;
  return json.length > LONGEST_SHOWN ? `${json.slice(0, LONGEST_SHOWN).toWellFormed()}…` : json;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
