import { PGlite } from '@electric-sql/pglite';
import { Client, Pool } from 'pg';
import postgres from 'postgres';
import { afterAll, beforeAll, describe } from 'vitest';
import type { PostgresClientLike } from '../../../src/storage/sql/clients/postgres-client.ts';
import { postgresStorage } from '../../../src/storage/sql/open-postgres.ts';
import { forgottenContract } from '../../contracts/forgotten.ts';
import { itemFieldsContract } from '../../contracts/item-fields.ts';
import { sessionsContract } from '../../contracts/sessions.ts';
import { storageContract } from '../../contracts/storage.ts';
import { storageParity } from '../../contracts/storage-parity.ts';
import { hasPostgres, NO_POSTGRES, type PostgresServer, startPostgres } from '../support/postgres-server.ts';

let places = 0;
/** Every call of the returned function opens a storage over tables that no other test has. */
const placeOf = (client: () => PostgresClientLike) => {
  const prefix = `place_${++places}_`;
  return () => postgresStorage({ client: client(), prefix });
};
const contractOf = (name: string, client: () => PostgresClientLike): void =>
  storageContract(name, async () => {
    const open = placeOf(client);
    return { storage: open(), reopen: async () => open() };
  });

describe('PGlite', () => {
  let db: PGlite;
  beforeAll(async () => {
    db = await PGlite.create();
  });
  afterAll(() => db.close());
  contractOf('Postgres storage over PGlite', () => db);
  forgottenContract('Postgres over PGlite', async () => {
    const tables = async () =>
      (await db.query<{ name: string }>("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'")).rows;
    const dump = async () =>
      Promise.all((await tables()).map(async ({ name }) => (await db.query(`SELECT * FROM "${name}"`)).rows));
    return { storage: placeOf(() => db)(), dump };
  });
});

describe.skipIf(!hasPostgres)(`Postgres${NO_POSTGRES}`, () => {
  let server: PostgresServer;
  let pool: Pool;
  let one: Pool;
  let client: Client;
  let sql: postgres.Sql;
  beforeAll(async () => {
    server = await startPostgres('fsync=off');
    const at = { host: '127.0.0.1', port: server.port, user: 'postgres', database: 'postgres' };
    pool = new Pool({ ...at, max: 8 });
    one = new Pool({ ...at, max: 1 });
    client = new Client(at);
    await client.connect();
    sql = postgres({ ...at, onnotice: () => undefined });
  });
  afterAll(async () => {
    await Promise.all([pool.end(), one.end(), client.end(), sql.end()]);
    await server.stop();
  });

  contractOf('Postgres storage over a pool of pg', () => pool);
  contractOf('Postgres storage over a pool of one', () => one);
  contractOf('Postgres storage over a client of pg', () => client);
  contractOf('Postgres storage over postgres.js', () => sql);
  sessionsContract('Postgres storage', async () => ({ open: placeOf(() => pool) }));
  itemFieldsContract('Postgres storage', async () => {
    const open = placeOf(() => pool);
    return { storage: open(), reopen: async () => open() };
  });
  storageParity('postgres', async () => ({ open: placeOf(() => pool) }));
});
