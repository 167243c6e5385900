// The names of the tables. Pure.
import { rule } from '../../options/rules.ts';

export interface Tables {
  readonly schema: string;
  readonly sessions: string;
  readonly rows: string;
  readonly journal: string;
}

export const DEFAULT_PREFIX = 'working_memory_';

export const tablesOf = (prefix: string): Tables => ({
  schema: `${prefix}schema`,
  sessions: `${prefix}sessions`,
  rows: `${prefix}rows`,
  journal: `${prefix}journal`,
});

/** Rule for prefixes, which enter statements unescaped: nothing else is allowed. */
export const PREFIX_RULE = rule(
  'a text of 1 to 40 lower-case letters, digits and _, beginning with a letter',
  (value) => typeof value === 'string' && /^[a-z][a-z0-9_]{0,39}$/.test(value),
);
