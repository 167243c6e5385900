// The adapter's statements for Postgres, and the meaning of its errors. Every operation is one statement, so it needs
// no transaction of its own: it works over a pool, a pooler and HTTP.
import type { CommitValues, Dialect, Failure, Parameter } from './statement.ts';
import type { Tables } from './tables.ts';

/** Bytes left for a key: an entry in an index has 2,704, less its own fields. */
const LONGEST_KEY = 2600;

/** Percent of a page of sessions that new rows fill. */
const FILLED = 75;

const FAILURES: Readonly<Record<string, Failure>> = {
  '42P01': 'no-table',
  '42703': 'taken',
  '42P07': 'taken',
  '23505': 'taken',
  '40001': 'conflict',
  '40P01': 'conflict',
  '55P03': 'locked',
  '53300': 'locked',
  '57014': 'slow',
  '53100': 'full',
  '53200': 'full',
  '42501': 'forbidden',
  '25006': 'read-only',
};

/** SQLSTATEs of cut connections: by the administrator, by a crash, while the server starts; 08 of the connection. */
const CUT = /^(57P0[1-4]|08\w{3}|40003)$/;

export const postgresDialect = ({ schema, sessions, rows, journal }: Tables): Dialect => {
  const given = (n: number): string =>
    `(SELECT e->>0 AS store, e->>1 AS key, e->>2 AS value FROM json_array_elements($${n}::text::json) AS e)`;

  /** Takes a lock, so that two processes that find no schema do not both make it. */
  const once = (from: number, statements: string): string =>
    `DO $wm$ BEGIN PERFORM pg_advisory_xact_lock(hashtext('${schema}')); ` +
    `${from === 0 ? `IF to_regclass('${schema}') IS NULL THEN` : `IF (SELECT version FROM ${schema}) = ${from} THEN`} ` +
    `${statements} END IF; END $wm$`;

  const steps = [
    `CREATE TABLE ${sessions} (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, ` +
      'workspace text COLLATE "C" NOT NULL, name text COLLATE "C" NOT NULL, head bigint NOT NULL, ' +
      'commit_id text NOT NULL, version integer NOT NULL, time double precision NOT NULL, manifest text NOT NULL, ' +
      // Every commit updates this row: with room on its page, no index changes.
      `UNIQUE (workspace, name)) WITH (fillfactor = ${FILLED}); ` +
      `CREATE TABLE ${rows} (session bigint NOT NULL REFERENCES ${sessions} ON DELETE CASCADE, ` +
      'store text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL, value text NOT NULL, ' +
      'PRIMARY KEY (session, store, key)); ' +
      `CREATE TABLE ${journal} (session bigint NOT NULL REFERENCES ${sessions} ON DELETE CASCADE, ` +
      'head bigint NOT NULL, attempt text NOT NULL, entry text NOT NULL, PRIMARY KEY (session, head)); ' +
      `CREATE TABLE ${schema} (version integer NOT NULL); INSERT INTO ${schema} VALUES (1);`,
  ];

  return {
    kind: 'postgres',
    longestKey: LONGEST_KEY,
    texts: (n) => `SELECT json_array_elements_text($${n}::text::json)`,
    given,
    step(from) {
      const statements = steps[from];
      return statements === undefined ? undefined : [{ sql: once(from, statements), values: [] }];
    },

    commit({ workspace, session, basis, next, known, manifest, entry, attempt, dropUpTo, rows: chunks }: CommitValues) {
      const values: Parameter[] = [];
      const value = (given: Parameter, type: string): string => `$${values.push(given)}::${type}`;
      const where = [value(workspace, 'text'), value(session, 'text')];
      const [head, id] = [value(next.head, 'bigint'), value(next.commit, 'text')];
      const set = [head, id, value(next.version, 'integer'), value(next.time, 'float8'), value(manifest, 'text')];
      const target =
        basis.head === 0
          ? `INSERT INTO ${sessions} (workspace, name, head, commit_id, version, time, manifest) ` +
            `VALUES (${[...where, ...set].join(', ')}) ON CONFLICT (workspace, name) DO NOTHING RETURNING id`
          : `UPDATE ${sessions} SET (head, commit_id, version, time, manifest) = ROW (${set.join(', ')}) ` +
            `WHERE workspace = ${where[0]} AND name = ${where[1]} AND head = ${value(basis.head, 'bigint')} ` +
            `AND commit_id = ${value(basis.commit, 'text')} AND version <= ${value(known, 'integer')} RETURNING id`;
      const parts = [`target AS (${target})`];
      if (chunks.length > 0) {
        const all = chunks.map((chunk) => `SELECT * FROM ${given(values.push(chunk))} c`);
        parts.push(
          `given AS MATERIALIZED (${all.join(' UNION ALL ')})`,
          `put AS (INSERT INTO ${rows} SELECT target.id, given.store, given.key, given.value FROM target, given ` +
            'WHERE given.value IS NOT NULL ' +
            'ON CONFLICT (session, store, key) DO UPDATE SET value = excluded.value)',
          `dropped AS (DELETE FROM ${rows} r USING target, given WHERE r.session = target.id ` +
            'AND r.store = given.store AND r.key = given.key AND given.value IS NULL)',
        );
      }
      parts.push(
        `noted AS (INSERT INTO ${journal} SELECT id, ${head}, ${value(attempt, 'text')}, ${value(entry, 'text')} ` +
          'FROM target)',
      );
      if (dropUpTo > 0) {
        const upTo = value(dropUpTo, 'bigint');
        parts.push(`cut AS (DELETE FROM ${journal} j USING target WHERE j.session = target.id AND j.head <= ${upTo})`);
      }
      return [{ sql: `WITH ${parts.join(', ')} SELECT id FROM target`, values, reads: true }];
    },

    // Rows that a commit writes meanwhile are deleted, too: the cascade sees them, an earlier list of rows would not.
    // The lock sees what another removal deleted meanwhile; without it, this statement would still read the session.
    remove(workspace, session, basis) {
      const named = 'workspace = $1 AND name = $2';
      const meant = basis ? `${named} AND head = $3::bigint AND commit_id = $4 AND version <= $5::integer` : named;
      const values = [workspace, session, ...(basis ? [basis.head, basis.commit, basis.known] : [])];
      const gone = `WITH gone AS (DELETE FROM ${sessions} WHERE ${meant} RETURNING id)`;
      return [
        {
          sql: `${gone} SELECT id FROM ${sessions} WHERE ${named} AND id NOT IN (SELECT id FROM gone) FOR UPDATE`,
          values,
          reads: true,
        },
      ];
    },

    failure(error) {
      const code = String((error as { code?: unknown } | undefined)?.code ?? '');
      const known = FAILURES[code];
      if (known) return known;
      // Errors of clients themselves have no SQLSTATE; EPIPE looks like one.
      return CUT.test(code) || !/^[0-9A-Z]{5}$/.test(code) || code === 'EPIPE' ? 'cut' : 'other';
    },
  };
};
