// Every SQLite available on this machine, each with its own client.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { SyncSqliteLike } from '../../../src/storage/sql/clients/sqlite-client.ts';
import { temporaryFolder } from '../../support/storage/temporary-folders.ts';

const require = createRequire(import.meta.url);

type Open = (file: string) => SyncSqliteLike & { close(): void };

/** The package is optional: where there is no ready-made binary, it may not be there. */
export const betterSqlite = ((): Open | undefined => {
  try {
    const Database = require('better-sqlite3') as new (file: string) => ReturnType<Open>;
    new Database(':memory:').close();
    return (file) => new Database(file);
  } catch {
    return undefined;
  }
})();

/** Exists from Node 22 on. */
export const nodeSqlite = ((): Open | undefined => {
  try {
    const { DatabaseSync } = require('node:sqlite') as { DatabaseSync: new (file: string) => ReturnType<Open> };
    return (file) => new DatabaseSync(file);
  } catch {
    return undefined;
  }
})();

/** Whichever there is: a file is a file. */
export const anySqlite = nodeSqlite ?? betterSqlite;

export interface SqliteFile {
  readonly file: string;
  /** A connection of its own to the same data. */
  open(): ReturnType<Open>;
  close(): void;
}

/** A file in a folder of its own, in WAL mode. */
export async function sqliteFile(openFile: Open): Promise<SqliteFile> {
  const file = join(await temporaryFolder(), 'memory.db');
  const opened: ReturnType<Open>[] = [];
  return {
    file,
    open() {
      const db = openFile(file);
      db.exec('PRAGMA journal_mode = WAL');
      opened.push(db);
      return db;
    },
    close: () => opened.splice(0).forEach((db) => db.close()),
  };
}
