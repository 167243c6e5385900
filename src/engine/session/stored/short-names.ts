// Short names of stored fields, one table for items, events and manifests. Pure. Names are stored and never change; a
// field without one keeps its own name.
import { setField } from '../../../tree/canonical-json.ts';

const NAMES = Object.entries({
  text: 'x',
  importance: 'i',
  tokens: 'n',
  sequence: 'q',
  createdAt: 'c',
  touchedAt: 'u',
  expiresAt: 'z',
  step: 's',
  time: 't',
  left: 'l',
  reason: 'r',
  position: 'p',
  victimClass: 'v',
  priority: 'y',
  place: 'w',
  mode: 'm',
  index: 'k',
  role: 'o',
  generation: 'g',
  jumpedFrom: 'j',
  bytes: 'b',
});
const SHORT = new Map(NAMES);
const LONG = new Map(NAMES.map(([name, short]) => [short, name]));

export type StoredFields = Readonly<Record<string, unknown>>;

/** Whether no field's own name equals the short name of another. */
export const canBeShort = (fields: object): boolean => !Object.keys(fields).some((name) => LONG.has(name));

export const withShortNames = (fields: object): StoredFields => renamed(fields, SHORT);

/** Restores long names; fields under their own names stay, and precede those under a short one. */
export const withLongNames = (fields: object): StoredFields => renamed(fields, LONG);

function renamed(fields: object, names: ReadonlyMap<string, string>): StoredFields {
  const copy = {};
  for (const name of Object.keys(fields)) setField(copy, names.get(name) ?? name, (fields as StoredFields)[name]);
  return copy;
}
