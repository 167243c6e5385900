// Runs the examples of docs/storage.md over SQL databases as they are written.
import { PGlite } from '@electric-sql/pglite';
import { readFileSync } from 'node:fs';
import { describe, it } from 'vitest';
import { openWorkingMemory, type WorkingMemory } from '../../../src/entries/index.ts';
import { postgresStorage } from '../../../src/entries/postgres.ts';
import { sqliteStorage } from '../../../src/entries/sqlite.ts';
import { examplesOf, runExample } from '../../support/examples.ts';
import { expectKept } from '../../support/storage/expect-kept.ts';
import { anySqlite } from '../support/sqlite-databases.ts';

const page = readFileSync(new URL('../../../docs/storage.md', import.meta.url), 'utf8');

describe('the example of docs/storage.md', () => {
  it.skipIf(!anySqlite)('for SQLite opens a memory', async () => {
    function DatabaseSync(): object | undefined {
      return anySqlite?.(':memory:');
    }
    const bound = { DatabaseSync, sqliteStorage, openWorkingMemory };
    const memory = (await runExample(examplesOf(page, 'SQLite')[0], bound, 'memory')) as WorkingMemory;
    await expectKept(memory, 'sqlite');
  });

  it('for Postgres opens a memory', async () => {
    const db = await PGlite.create();
    class Pool {
      query = (text: string, values: unknown[]) => db.query(text, values);
    }
    const bound = { Pool, postgresStorage, openWorkingMemory, process: { env: {} } };
    const memory = (await runExample(examplesOf(page, 'Postgres')[0], bound, 'memory')) as WorkingMemory;
    await expectKept(memory, 'postgres');
    await db.close();
  });
});
