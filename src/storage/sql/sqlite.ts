// The adapter's statements for SQLite and its relatives, and the meaning of their errors. A commit is a fixed list of
// statements in one transaction, because some clients accept nothing else: the first one decides whether it is made,
// and the others do nothing unless the journal holds this very attempt.
import type { CommitValues, Dialect, Failure, SqlStatement } from './statement.ts';
import type { Tables } from './tables.ts';

const FAILURES: readonly (readonly [RegExp, Failure])[] = [
  [/no such table/i, 'no-table'],
  [/already exists|no such column|has no column|NOT NULL constraint failed: \w+schema/i, 'taken'],
  [/SQLITE_BUSY|SQLITE_LOCKED|database (table )?is locked/i, 'locked'],
  [/SQLITE_FULL|is full|maximum DB size|storage limit/i, 'full'],
  [/SQLITE_READONLY|readonly database/i, 'read-only'],
  [/SQLITE_PERM|SQLITE_AUTH|not authorized|unable to open/i, 'forbidden'],
  [/network|fetch failed|timeout|timed out|reset|ECONN|EPIPE|socket|disconnected/i, 'cut'],
];

export const sqliteDialect = ({ schema, sessions, rows, journal }: Tables): Dialect => {
  const given = (n: number): string =>
    "(SELECT json_extract(value, '$[0]') AS store, json_extract(value, '$[1]') AS key, " +
    `json_extract(value, '$[2]') AS value FROM json_each($${n}))`;

  const steps = [
    [
      `CREATE TABLE ${schema} (version INTEGER NOT NULL)`,
      `CREATE TABLE ${sessions} (id INTEGER PRIMARY KEY AUTOINCREMENT, workspace TEXT NOT NULL, name TEXT NOT NULL, ` +
        'head INTEGER NOT NULL, commit_id TEXT NOT NULL, version INTEGER NOT NULL, time REAL NOT NULL, ' +
        'manifest TEXT NOT NULL, UNIQUE (workspace, name))',
      `CREATE TABLE ${rows} (session INTEGER NOT NULL, store TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, ` +
        'PRIMARY KEY (session, store, key))',
      `CREATE TABLE ${journal} (session INTEGER NOT NULL, head INTEGER NOT NULL, attempt TEXT NOT NULL, ` +
        'entry TEXT NOT NULL, PRIMARY KEY (session, head)) WITHOUT ROWID',
      `INSERT INTO ${schema} VALUES (1)`,
    ],
  ];

  const id =
    `(SELECT j.session FROM ${journal} j JOIN ${sessions} s ON s.id = j.session ` +
    'WHERE s.workspace = $1 AND s.name = $2 AND j.head = $3 AND j.attempt = $4)';

  /** Constant texts for every commit, so that none is concatenated and compared character by character each time. */
  const commits = {
    begin:
      `INSERT INTO ${sessions} (workspace, name, head, commit_id, version, time, manifest) ` +
      "VALUES ($1, $2, 0, '', 0, 0, '') ON CONFLICT (workspace, name) DO NOTHING",
    note:
      `INSERT INTO ${journal} (session, head, attempt, entry) SELECT id, $3, $4, $5 FROM ${sessions} ` +
      'WHERE workspace = $1 AND name = $2 AND head = $6 AND commit_id = $7 AND version <= $8',
    count: `UPDATE ${sessions} SET head = $3, commit_id = $5, version = $6, time = $7, manifest = $8 WHERE id = ${id}`,
    put:
      `INSERT INTO ${rows} (session, store, key, value) SELECT ${id}, g.store, g.key, g.value ` +
      `FROM ${given(5)} g WHERE g.value IS NOT NULL AND ${id} IS NOT NULL ` +
      'ON CONFLICT (session, store, key) DO UPDATE SET value = excluded.value',
    drop:
      `DELETE FROM ${rows} WHERE session = ${id} ` +
      `AND (store, key) IN (SELECT g.store, g.key FROM ${given(5)} g WHERE g.value IS NULL)`,
    cut: `DELETE FROM ${journal} WHERE session = ${id} AND head <= $5`,
    isMade: `SELECT s.id FROM ${sessions} s WHERE s.id = ${id}`,
  };

  return {
    kind: 'sqlite',
    longestKey: Infinity,
    texts: (n) => `SELECT value FROM json_each($${n})`,
    given,
    step(from) {
      // Fails if another process made the step meanwhile, like making a table.
      const claim = from === 0 ? [] : [`UPDATE ${schema} SET version = CASE version WHEN ${from} THEN ${from + 1} END`];
      const statements = steps[from];
      return statements && [...claim, ...statements].map((sql) => ({ sql, values: [] }));
    },

    commit({ workspace, session, basis, next, known, manifest, entry, attempt, dropUpTo, rows: chunks }: CommitValues) {
      const name = [workspace, session];
      const mine = [...name, next.head, attempt];
      return [
        ...(basis.head === 0 ? [{ sql: commits.begin, values: name }] : []),
        { sql: commits.note, values: [...mine, entry, basis.head, basis.commit, known] },
        { sql: commits.count, values: [...mine, next.commit, next.version, next.time, manifest] },
        ...chunks.flatMap((chunk): SqlStatement[] => [
          { sql: commits.put, values: [...mine, chunk] },
          { sql: commits.drop, values: [...mine, chunk] },
        ]),
        ...(dropUpTo > 0 ? [{ sql: commits.cut, values: [...mine, dropUpTo] }] : []),
        { sql: commits.isMade, values: mine, reads: true },
      ];
    },

    remove(workspace, session, basis) {
      const named = 'workspace = $1 AND name = $2';
      const meant = basis ? `${named} AND head = $3 AND commit_id = $4 AND version <= $5` : named;
      const id = `(SELECT id FROM ${sessions} WHERE ${meant})`;
      const values = [workspace, session, ...(basis ? [basis.head, basis.commit, basis.known] : [])];
      return [
        { sql: `DELETE FROM ${rows} WHERE session = ${id}`, values },
        { sql: `DELETE FROM ${journal} WHERE session = ${id}`, values },
        { sql: `DELETE FROM ${sessions} WHERE ${meant}`, values },
        { sql: `SELECT id FROM ${sessions} WHERE ${named}`, values: [workspace, session], reads: true },
      ];
    },

    failure(error) {
      const { code = '', message = '' } = (error ?? {}) as { code?: unknown; message?: unknown };
      const said = `${String(code)} ${String(message)} ${String((error as { cause?: unknown })?.cause ?? '')}`;
      return FAILURES.find(([pattern]) => pattern.test(said))?.[1] ?? 'other';
    },
  };
};
