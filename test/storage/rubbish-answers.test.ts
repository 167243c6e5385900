// A server with invalid answers, at once or after it was recognised: every operation ends with a code that says what to
// do, or with a valid answer, whatever the client is.
import { describe, expect, it } from 'vitest';
import { isWorkingMemoryError } from '../../src/errors.ts';
import type { Storage } from '../../src/storage/port.ts';
import { redisStorage } from '../../src/storage/redis/storage.ts';
import { postgresStorage } from '../../src/storage/sql/open-postgres.ts';
import { sqliteStorage } from '../../src/storage/sql/open-sqlite.ts';
import { batch, put } from '../support/storage/batches.ts';

const HERE = { workspace: '/here', session: 'one' };

/** Possible answers of a proxy, a wrong server or a broken client. */
const RUBBISH: Readonly<Record<string, unknown>> = {
  nothing: undefined,
  null: null,
  'a number': 42,
  'a text': '<html>502 Bad Gateway</html>',
  'an empty object': {},
  'a list of numbers': [1, 2, 3],
  'a list of nulls': [null, null],
  'a list of lists': [[], [null], ['x']],
  'a list of empty objects': [{}, {}],
  'rows that are none': { rows: null },
  'results that are none': [{ results: 7 }, { rows: 7 }],
  'rows of other columns': { rows: [{ id: 1, name: 'of somebody else' }] },
  'results of other columns': [{ results: [{ id: 1 }], rows: [{ id: 1 }] }],
  'a list of rows of other columns': [{ id: 1, name: 'of somebody else' }],
  'rows of nulls': { rows: [null] },
};

type Answers = (sql: string) => unknown;

interface Client {
  /** Form in which it returns rows. */
  readonly form: (rows: readonly object[]) => unknown;
  readonly storage: (answers: Answers) => Storage;
}

const batched = (answers: Answers, statements: unknown): never =>
  answers((statements as readonly { readonly sql: string }[]).at(-1)?.sql ?? '') as never;

const CLIENTS: Readonly<Record<string, Client>> = {
  'Postgres over pg': {
    form: (rows) => ({ rows }),
    storage: (answers) => postgresStorage({ client: { query: async (sql) => answers(sql) as never } }),
  },
  'Postgres over postgres.js': {
    form: (rows) => rows,
    storage: (answers) => postgresStorage({ client: { unsafe: async (sql) => answers(sql) as never } }),
  },
  'SQLite in the process': {
    form: (rows) => rows,
    storage: (answers) =>
      sqliteStorage({
        db: { exec: () => undefined, prepare: (sql) => ({ all: () => answers(sql), run: () => undefined }) },
      }),
  },
  'SQLite over D1': {
    form: (results) => [{ results }],
    storage: (answers) => {
      const statement = (sql: string) => ({ sql, bind: () => statement(sql) });
      return sqliteStorage({ db: { prepare: statement, batch: async (all: unknown) => batched(answers, all) } });
    },
  },
  'SQLite over libSQL': {
    form: (rows) => [{ rows }],
    storage: (answers) =>
      sqliteStorage({ db: { execute: async () => undefined, batch: async (all: unknown) => batched(answers, all) } }),
  },
  'SQLite in a Durable Object': {
    form: (rows) => rows,
    storage: (answers) =>
      sqliteStorage({
        db: {
          sql: { exec: (sql) => ({ toArray: () => answers(sql) as never }) },
          transactionSync: (work) => work(),
          sync: async () => undefined,
        },
      }),
  },
};

const OPERATIONS: Readonly<Record<string, (storage: Storage) => Promise<unknown>>> = {
  load: (storage) => storage.load(HERE, ['items']),
  'a first commit': (storage) => storage.commit(HERE, { head: 0 }, batch(1, [put('items', 'a', { text: 'a' })])),
  'a later commit': (storage) =>
    storage.commit(HERE, { head: 1, commit: 'c1' }, batch(2, [put('items', 'a', { text: 'a' })])),
  since: (storage) => storage.since(HERE, { head: 1, commit: 'c1' }),
  row: (storage) => storage.row(HERE, 'items', 'a'),
  rows: (storage) => storage.rows(HERE, 'items', '', 9),
  sessions: (storage) => storage.sessions(),
  journal: (storage) => storage.journal(HERE, 0, 9),
  remove: (storage) => storage.remove(HERE),
};

/** `answered`, `code: message`, or what an error without a code says. */
async function ended(work: Promise<unknown>): Promise<string> {
  try {
    const value = await work;
    return `answered ${JSON.stringify(value, (_, each: unknown) => (Number.isNaN(each) ? 'NaN' : each))}`;
  } catch (error) {
    return isWorkingMemoryError(error) ? `${error.code}: ${error.message}` : `without a code: ${String(error)}`;
  }
}

describe.each(Object.entries(CLIENTS))('%s', (_, { form, storage }) => {
  const KNOWN: Answers = (sql) => (sql.startsWith('SELECT version FROM') ? form([{ version: 1 }]) : undefined);

  it.each(Object.entries(RUBBISH))('that is answered %s at once touches nothing and says so', async (_what, answer) => {
    for (const [name, ask] of Object.entries(OPERATIONS)) {
      expect(await ended(ask(storage(() => answer))), name).toMatch(
        /^storage-unavailable: .+(pass another prefix|Check what the client is connected to)/,
      );
    }
  });

  it.each(Object.entries(RUBBISH))(
    'that is answered %s later says what to do, or answers in its form',
    async (_what, answer) => {
      let refused = 0;
      for (const [name, ask] of Object.entries(OPERATIONS)) {
        const end = await ended(ask(storage((sql) => KNOWN(sql) ?? answer)));
        // A row is enough for a commit to be done, and an entry that is none is left out.
        expect(end, name).toMatch(/^(answered (\{"status":"done"\}|\[\]|false)$|storage-unavailable: )/);
        if (end.includes('Check what the client is connected to')) refused++;
      }
      expect(refused).toBeGreaterThan(4);
    },
  );
});

describe('Redis', () => {
  const over = (answers: Answers): Storage => redisStorage({ client: { call: async (command) => answers(command) } });
  const KNOWN: Answers = (command) => ({ SISMEMBER: 0, SMEMBERS: [], ZADD: 1 })[command];
  const DAMAGED = {
    ...RUBBISH,
    'damaged JSON': ['{torn', '1', 'c1'],
    'an odd list': [[null, null, null], ['items/a']],
  };

  it.each(Object.entries(RUBBISH))('that is answered %s at once touches nothing and says so', async (_what, answer) => {
    for (const [name, ask] of Object.entries(OPERATIONS)) {
      const end = await ended(ask(over(() => answer)));
      expect(end, name).toMatch(/^storage-unavailable: .+Check what the client is connected to/);
    }
  });

  it.each(Object.entries(DAMAGED))(
    'that is answered %s later says what to do, or answers in its form',
    async (_what, answer) => {
      let refused = 0;
      for (const [name, ask] of Object.entries(OPERATIONS)) {
        const end = await ended(ask(over((command) => KNOWN(command) ?? answer)));
        // A row that is no JSON is damaged, and an entry that is none is left out.
        expect(end, name).toMatch(
          /^(answered (undefined|\[\]|\{"broken":"a","check":""\})$|storage-unavailable: .+Check what the client is connected to)/,
        );
        if (end.startsWith('storage-unavailable')) refused++;
      }
      expect(refused).toBeGreaterThan(6);
    },
  );
});
