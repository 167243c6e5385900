// `sqliteStorage`: sessions in SQLite, in this process or behind Cloudflare's and Turso's clients.
import { checkOptions, required, rule } from '../../options/rules.ts';
import type { Storage } from '../port.ts';
import { isSqliteClient, settling, type SqliteClientLike, sqliteRun } from './clients/sqlite-client.ts';
import { sqliteDialect } from './sqlite.ts';
import { sqlStorage } from './storage.ts';
import { DEFAULT_PREFIX, PREFIX_RULE, tablesOf } from './tables.ts';

/** Options of `sqliteStorage`. */
export interface SqliteStorageOptions {
  /** An open database of node:sqlite, better-sqlite3 or bun:sqlite; a D1 database; a client of libSQL; `ctx.storage`. */
  readonly db: SqliteClientLike;
  /** Prefix of every table's name; small letters, digits and `_`. Default `working_memory_`. */
  readonly prefix?: string;
}

const OPTIONS = {
  db: required(rule('an open SQLite database, such as new DatabaseSync(file)', isSqliteClient)),
  prefix: PREFIX_RULE,
};

/**
 * Keeps sessions in a database of SQLite 3.38 or newer. docs/storage-format.md has the tables.
 * @throws invalid-option
 * @example const storage = sqliteStorage({ db });
 */
export function sqliteStorage(options: SqliteStorageOptions): Storage {
  checkOptions(options, OPTIONS, 'sqliteStorage', 'an object such as { db }');
  const tables = tablesOf(options.prefix ?? DEFAULT_PREFIX);
  return sqlStorage(sqliteRun(options.db), sqliteDialect(tables), tables, settling(options.db));
}
