// The public entry of `working-memory/postgres`: sessions in Postgres, shared by processes. Re-exports only.
export type { PostgresClientLike } from '../storage/sql/clients/postgres-client.ts';
export { postgresSchema, postgresStorage, type PostgresStorageOptions } from '../storage/sql/open-postgres.ts';
