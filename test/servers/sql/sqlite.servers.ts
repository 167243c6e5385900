import { readFile } from 'node:fs/promises';
import { createClient } from '@libsql/client';
import { join } from 'node:path';
import { afterEach, describe } from 'vitest';
import { sqliteStorage } from '../../../src/storage/sql/open-sqlite.ts';
import { forgottenContract } from '../../contracts/forgotten.ts';
import { itemFieldsContract } from '../../contracts/item-fields.ts';
import { sessionsContract } from '../../contracts/sessions.ts';
import { storageContract } from '../../contracts/storage.ts';
import { storageParity } from '../../contracts/storage-parity.ts';
import { temporaryFolder } from '../../support/storage/temporary-folders.ts';
import { betterSqlite, nodeSqlite, sqliteFile } from '../support/sqlite-databases.ts';

/** Bytes. */
const PAGE = 4096;

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

for (const [name, open] of [
  ['node:sqlite', nodeSqlite],
  ['better-sqlite3', betterSqlite],
] as const) {
  describe.skipIf(!open)(`a file of ${name}${open ? '' : ' (skipped: not to be had here)'}`, () => {
    const make = async () => {
      if (!open) throw new Error('skipped');
      const place = await sqliteFile(open);
      closing.push(place.close);
      return () => sqliteStorage({ db: place.open() });
    };
    storageContract(`SQLite storage over ${name}`, async () => {
      const openAgain = await make();
      return { storage: openAgain(), reopen: async () => openAgain() };
    });
    sessionsContract(`SQLite storage over ${name}`, async () => ({ open: await make() }));
    itemFieldsContract(`SQLite storage over ${name}`, async () => {
      const openAgain = await make();
      return { storage: openAgain(), reopen: async () => openAgain() };
    });
    storageParity(`sqlite`, async () => ({ open: await make() }));
    forgottenContract(`SQLite over ${name}, and its file`, async () => {
      if (!open) throw new Error('skipped');
      const place = await sqliteFile(open);
      closing.push(place.close);
      const db = place.open();
      const dump = async () => {
        db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
        const bytes = await readFile(place.file);
        return Array.from({ length: bytes.length / PAGE }, (_, page) => bytes.subarray(page * PAGE, (page + 1) * PAGE));
      };
      return { storage: sqliteStorage({ db }), dump };
    });
  });
}

storageContract('SQLite storage over libSQL', async () => {
  const url = `file:${join(await temporaryFolder(), 'memory.db')}`;
  const open = () => {
    const db = createClient({ url });
    closing.push(() => db.close());
    return sqliteStorage({ db });
  };
  return { storage: open(), reopen: async () => open() };
});
