// Clients of SQLite by their form. Each runs a list of statements in one transaction.
import { storageUnavailable } from '../../failures.ts';
import { listIn, rowsIn, strangeRows } from '../answers.ts';
import type { SqlRow, Run, SqlStatement } from '../statement.ts';

interface PreparedLike {
  all(...values: unknown[]): unknown;
  run(...values: unknown[]): unknown;
}

/** `DatabaseSync` of node:sqlite, better-sqlite3, bun:sqlite. */
export interface SyncSqliteLike {
  prepare(sql: string): PreparedLike;
  exec(sql: string): unknown;
}

interface D1StatementLike {
  bind(...values: unknown[]): D1StatementLike;
}

/** A D1 database of Cloudflare. */
export interface D1Like {
  prepare(sql: string): D1StatementLike;
  batch(statements: D1StatementLike[]): Promise<readonly { readonly results?: readonly unknown[] }[]>;
}

/** A client of libSQL or Turso. */
export interface LibsqlLike {
  batch(
    statements: { readonly sql: string; readonly args: (string | number)[] }[],
    mode: 'write' | 'read',
  ): Promise<readonly { readonly rows: readonly unknown[] }[]>;
  execute(statement: never): Promise<unknown>;
}

/** `ctx.storage` of a Durable Object with SQLite. */
export interface DurableObjectSqlLike {
  readonly sql: { exec(sql: string, ...values: unknown[]): { toArray(): readonly unknown[] } };
  transactionSync<T>(work: () => T): T;
  sync(): Promise<void>;
}

/**
 * A client of SQLite, known by its shape: better-sqlite3, node:sqlite, bun:sqlite, libSQL, D1, or that of a Durable
 * Object.
 */
export type SqliteClientLike = SyncSqliteLike | D1Like | LibsqlLike | DurableObjectSqlLike;

const has = (value: unknown, ...names: string[]): boolean =>
  names.every((name) => typeof (value as Record<string, unknown> | undefined)?.[name] === 'function');

const isDurableObject = (client: SqliteClientLike): client is DurableObjectSqlLike => has(client, 'transactionSync');
const isD1 = (client: SqliteClientLike): client is D1Like => has(client, 'prepare', 'batch');
const isLibsql = (client: SqliteClientLike): client is LibsqlLike => has(client, 'execute', 'batch');

export const isSqliteClient = (value: unknown): boolean =>
  has(value, 'prepare', 'exec') ||
  has(value, 'prepare', 'batch') ||
  has(value, 'execute', 'batch') ||
  (has(value, 'transactionSync', 'sync') && has((value as { sql?: unknown }).sql, 'exec'));

/** Returns the adapter's step after a write, for clients that report more than that a statement ran. */
export const settling = (client: SqliteClientLike): (() => Promise<void>) | undefined =>
  isDurableObject(client) ? () => client.sync() : undefined;

export function sqliteRun(client: SqliteClientLike): Run {
  if (isDurableObject(client)) return durableObjectRun(client);
  if (isD1(client)) return d1Run(client);
  return isLibsql(client) ? libsqlRun(client) : syncRun(client);
}

/** Gives each occurrence of a parameter its own place, as not every client knows numbered parameters. */
function inPlaces({ sql, values }: SqlStatement): { readonly sql: string; readonly args: (string | number)[] } {
  const { text, places } = placesOf(sql);
  return { sql: text, args: argsOf(places, values) };
}

function placesOf(sql: string): { readonly text: string; readonly places: readonly number[] } {
  const places: number[] = [];
  const text = sql.replaceAll(/\$(\d+)/g, (_, number: string) => {
    places.push(Number(number) - 1);
    return '?';
  });
  return { text, places };
}

const argsOf = (places: readonly number[], values: SqlStatement['values']): (string | number)[] =>
  places.map((place) => values[place] ?? '');

/** @throws storage-unavailable if not every statement is answered */
function ofReading<Answer>(statements: readonly SqlStatement[], answers: readonly Answer[]): Answer[] {
  if (answers.length !== statements.length) throw strangeRows(answers);
  return answers.filter((_, place) => statements[place]?.reads);
}

function syncRun(client: SyncSqliteLike): Run {
  const prepared = new Map<string, { readonly statement: PreparedLike; readonly places: readonly number[] }>();
  const prepare = (sql: string): { readonly statement: PreparedLike; readonly places: readonly number[] } => {
    const { text, places } = placesOf(sql);
    const made = { statement: client.prepare(text), places };
    prepared.set(sql, made);
    return made;
  };
  const each = ({ sql, values, reads }: SqlStatement): readonly SqlRow[] => {
    const { statement, places } = prepared.get(sql) ?? prepare(sql);
    const args = argsOf(places, values);
    if (reads) return rowsIn(statement.all(...args), 'rows');
    statement.run(...args);
    return [];
  };
  let isSet = false;
  // No await between begin and commit, so nothing else on this connection can come between.
  return async (statements) => {
    // Otherwise the file keeps deleted data until its page is reused.
    if (!isSet) client.exec('PRAGMA secure_delete = ON');
    isSet = true;
    if (statements.length === 1) return ofReading(statements, statements.map(each));
    begin(client);
    try {
      const answers = statements.map(each);
      client.exec('COMMIT');
      return ofReading(statements, answers);
    } catch (error) {
      rollBack(client);
      throw error;
    }
  };
}

/** @throws storage-unavailable if the connection is inside a transaction of the app */
function begin(client: SyncSqliteLike): void {
  try {
    client.exec('BEGIN IMMEDIATE');
  } catch (error) {
    if (!/within a transaction/i.test(String(error))) throw error;
    const reason = String(error);
    throw storageUnavailable(
      reason,
      `The connection is inside a transaction of the app (${reason}). The command had no effect; give the memory a ` +
        'connection of its own.',
      error,
    );
  }
}

function rollBack(client: SyncSqliteLike): void {
  try {
    client.exec('ROLLBACK');
  } catch {
    // SQLite itself ended the transaction.
  }
}

const durableObjectRun =
  (storage: DurableObjectSqlLike): Run =>
  async (statements) =>
    storage.transactionSync(() => {
      const answers = statements.map((statement) => {
        const { sql, args } = inPlaces(statement);
        return storage.sql.exec(sql, ...args).toArray();
      });
      return ofReading(statements, answers).map((answer) => rowsIn(answer, 'rows'));
    });

const d1Run =
  (client: D1Like): Run =>
  async (statements) => {
    const answers = await client.batch(
      statements.map((statement) => {
        const { sql, args } = inPlaces(statement);
        return client.prepare(sql).bind(...args);
      }),
    );
    return ofReading(statements, listIn(answers, 'results')).map((answer) => rowsIn(answer, 'results'));
  };

const libsqlRun =
  (client: LibsqlLike): Run =>
  async (statements) => {
    const mode = statements.every(({ reads }) => reads) ? 'read' : 'write';
    const answers = await client.batch(statements.map(inPlaces), mode);
    return ofReading(statements, listIn(answers, 'rows')).map((answer) => rowsIn(answer, 'rows'));
  };
