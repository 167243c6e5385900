// The session that this version left in SQL databases; test/storage/frozen.slow.ts has most other adapters.
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { postgresSchema, postgresStorage } from '../../../src/storage/sql/open-postgres.ts';
import { sqliteStorage } from '../../../src/storage/sql/open-sqlite.ts';
import { STORAGE_VERSION } from '../../../src/storage/port.ts';
import { expectUnchanged, freeze } from '../../support/frozen/fixtures.ts';
import type { FrozenAdapter } from '../../support/frozen/stored-bytes.ts';
import { anySqlite, sqliteFile } from '../support/sqlite-databases.ts';

type TableRow = Readonly<Record<string, string | number>>;

/** Statements that create the tables of that time, and their rows in the order of writing. */
interface FrozenTables {
  readonly statements: readonly string[];
  readonly rows: Readonly<Record<string, readonly TableRow[]>>;
}

const CONTENT = ['sessions', 'rows', 'journal'].map((name) => `working_memory_${name}`);
const TABLES = ['working_memory_schema', ...CONTENT];

const insertion = (table: string, row: TableRow): string =>
  `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
    .map(() => '?')
    .join(', ')})`;

describe.skipIf(!anySqlite)(`a year-old session in SQLite${anySqlite ? '' : ' (skipped: not to be had here)'}`, () => {
  const closing: (() => void)[] = [];
  afterAll(() => closing.splice(0).forEach((close) => close()));

  async function make(stored?: unknown): Promise<FrozenAdapter> {
    if (!anySqlite) throw new Error('skipped');
    const place = await sqliteFile(anySqlite);
    closing.push(place.close);
    const db = place.open();
    const { statements, rows } = (stored ?? { statements: [], rows: {} }) as FrozenTables;
    for (const sql of statements) db.exec(sql);
    for (const [table, all] of Object.entries(rows))
      for (const row of all) db.prepare(insertion(table, row)).run(...Object.values(row));
    return {
      storage: sqliteStorage({ db }),
      async dump(): Promise<FrozenTables> {
        const read = (sql: string) => db.prepare(sql).all() as unknown as TableRow[];
        const schema = read(
          "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
        );
        const of = (table: string) => [table, read(`SELECT * FROM ${table}`).map((row) => ({ ...row }))];
        return {
          statements: schema.map(({ sql }) => String(sql)),
          rows: Object.fromEntries(TABLES.map(of)) as FrozenTables['rows'],
        };
      },
    };
  }

  it('of format 2 opens, answers as it did, and is not written to by that', async () => {
    await freeze(STORAGE_VERSION, 'sqlite', await make());
    await expectUnchanged(2, 'sqlite', make);
  });
});

describe('a year-old session in Postgres', () => {
  let db: PGlite;
  beforeAll(async () => {
    db = await PGlite.create();
  });
  afterAll(() => db.close());

  async function make(stored?: unknown): Promise<FrozenAdapter> {
    await db.exec(`DROP TABLE IF EXISTS ${TABLES.join(', ')} CASCADE`);
    const { statements, rows } = (stored ?? { statements: [], rows: {} }) as FrozenTables;
    // These write the version of the tables, too.
    for (const sql of statements) await db.exec(sql);
    for (const [table, all] of Object.entries(rows))
      await db.query(
        `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(null::${table}, $1::json)`,
        [JSON.stringify(all)],
      );
    return {
      storage: postgresStorage({ client: db }),
      async dump(): Promise<FrozenTables> {
        const of = async (table: string) => {
          const { rows: found } = await db.query<{ json: string }>(`SELECT json_agg(t)::text AS json FROM ${table} t`);
          return [table, JSON.parse(found[0]?.json ?? '[]') as TableRow[]] as const;
        };
        const all = await Promise.all(CONTENT.map(of));
        return { statements: [postgresSchema()], rows: Object.fromEntries(all) };
      },
    };
  }

  it('of format 2 opens, answers as it did, and is not written to by that', async () => {
    await freeze(STORAGE_VERSION, 'postgres', await make());
    await expectUnchanged(2, 'postgres', make);
  });
});
