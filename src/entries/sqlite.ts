// The public entry of `working-memory/sqlite`: sessions in SQLite and its relatives. Re-exports only.
export type {
  D1Like,
  DurableObjectSqlLike,
  LibsqlLike,
  SqliteClientLike,
  SyncSqliteLike,
} from '../storage/sql/clients/sqlite-client.ts';
export { sqliteStorage, type SqliteStorageOptions } from '../storage/sql/open-sqlite.ts';
