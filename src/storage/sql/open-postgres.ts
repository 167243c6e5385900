// `postgresStorage`: sessions in Postgres, for many processes on any machine.
import { checkOptions, required, rule } from '../../options/rules.ts';
import type { Storage } from '../port.ts';
import { isPostgresClient, type PostgresClientLike, postgresRun } from './clients/postgres-client.ts';
import { postgresDialect } from './postgres.ts';
import { stepsOf } from './schema.ts';
import { sqlStorage } from './storage.ts';
import { DEFAULT_PREFIX, PREFIX_RULE, tablesOf } from './tables.ts';

/** Options of `postgresStorage`. */
export interface PostgresStorageOptions {
  /** Preferably a pool: a single client that is cut off stays so. Not one inside a transaction. */
  readonly client: PostgresClientLike;
  /** Prefix of every table's name; small letters, digits and `_`. Default `working_memory_`. */
  readonly prefix?: string;
}

const OPTIONS = {
  client: required(rule('a client with query(text, values), such as a Pool of pg', isPostgresClient)),
  prefix: PREFIX_RULE,
};

/**
 * Keeps sessions in Postgres 12 or newer with the encoding UTF8. docs/storage-format.md has the tables.
 * @throws invalid-option
 * @example const storage = postgresStorage({ client });
 */
export function postgresStorage(options: PostgresStorageOptions): Storage {
  checkOptions(options, OPTIONS, 'postgresStorage', 'an object such as { client: pool }');
  const tables = tablesOf(options.prefix ?? DEFAULT_PREFIX);
  return sqlStorage(postgresRun(options.client), postgresDialect(tables), tables);
}

/**
 * Returns the SQL that makes the tables, for a role that may make them if the app's role may not. Has no effect if they
 * exist. The app's role needs SELECT, INSERT, UPDATE and DELETE on them.
 */
export const postgresSchema = ({ prefix = DEFAULT_PREFIX }: { readonly prefix?: string } = {}): string => {
  checkOptions({ prefix }, { prefix: PREFIX_RULE }, 'postgresSchema');
  return stepsOf(postgresDialect(tablesOf(prefix)))
    .flat()
    .map(({ sql }) => `${sql};\n`)
    .join('');
};
