// The reading statements, the same for both dialects. Each is one statement, so that its results are of one moment.
import type { RowKey, RowStore, SessionAddress, SessionPage } from '../port.ts';
import { storedName } from '../stored-name.ts';
import type { Dialect, Parameter, SqlStatement } from './statement.ts';
import type { Tables } from './tables.ts';

const MANIFEST = 's.head, s.commit_id, s.version, s.manifest';

export interface ReadingStatements {
  version(): SqlStatement;
  /** Returns the manifest without a store, then the rows with one. */
  load(address: SessionAddress, stores: readonly RowStore[]): SqlStatement;
  /** Returns the manifest with each entry after `head`; once if there is none. */
  since(address: SessionAddress, head: number): SqlStatement;
  /** Returns head and commit with each of these keys, and its value or null. */
  present(address: SessionAddress, keys: readonly RowKey[]): SqlStatement;
  row(address: SessionAddress, store: RowStore, key: string): SqlStatement;
  rows(address: SessionAddress, store: RowStore, after: string, limit: number): SqlStatement;
  sessions(page: SessionPage): SqlStatement;
  journal(address: SessionAddress, from: number, limit: number): SqlStatement;
}

export function readingOf({ schema, sessions, rows, journal }: Tables, dialect: Dialect): ReadingStatements {
  const asked = (sql: string, values: readonly Parameter[]): SqlStatement => ({ sql, values, reads: true });
  const named = ({ workspace, session }: SessionAddress): string[] => [storedName(workspace), storedName(session)];
  const here = 's.workspace = $1 AND s.name = $2';
  const ofSession = `FROM ${sessions} s JOIN ${rows} r ON r.session = s.id WHERE ${here}`;
  return {
    version: () => asked(`SELECT version FROM ${schema}`, []),
    load: (address, stores) =>
      asked(
        `SELECT ${MANIFEST}, NULL AS store, NULL AS key, NULL AS value FROM ${sessions} s WHERE ${here} UNION ALL ` +
          `SELECT NULL, NULL, NULL, NULL, r.store, r.key, r.value ${ofSession} AND r.store IN (${dialect.texts(3)})`,
        [...named(address), JSON.stringify(stores)],
      ),
    since: (address, head) =>
      asked(
        `SELECT ${MANIFEST}, j.head AS at, j.attempt, j.entry FROM ${sessions} s LEFT JOIN ${journal} j ` +
          `ON j.session = s.id AND j.head > $3 WHERE ${here} ORDER BY j.head`,
        [...named(address), head],
      ),
    present: (address, keys) =>
      asked(
        `SELECT s.head, s.commit_id, g.store, g.key, r.value FROM ${sessions} s CROSS JOIN ${dialect.given(3)} g ` +
          `LEFT JOIN ${rows} r ON r.session = s.id AND r.store = g.store AND r.key = g.key WHERE ${here}`,
        [...named(address), JSON.stringify(keys.map(({ store, key }) => [store, storedName(key)]))],
      ),
    row: (address, store, key) =>
      asked(`SELECT r.store, r.key, r.value ${ofSession} AND r.store = $3 AND r.key = $4`, [
        ...named(address),
        store,
        storedName(key),
      ]),
    rows: (address, store, after, limit) =>
      asked(
        `SELECT r.store, r.key, r.value ${ofSession} AND r.store = $3 AND r.key > $4 ORDER BY r.key LIMIT ${limit}`,
        [...named(address), store, storedName(after)],
      ),
    sessions({ workspace, after, limit, olderThan }) {
      const values: Parameter[] = [];
      const value = (given: Parameter): string => `$${values.push(given)}`;
      const conditions = [
        ...(workspace === undefined ? [] : [`s.workspace = ${value(storedName(workspace))}`]),
        ...(after ? [`(s.workspace, s.name) > (${named(after).map(value).join(', ')})`] : []),
        ...(olderThan === undefined || olderThan === Infinity ? [] : [`s.time < ${value(olderThan)}`]),
      ];
      return asked(
        `SELECT s.workspace, s.name, ${MANIFEST}, r.store, r.key, r.value FROM ${sessions} s LEFT JOIN ${rows} r ` +
          `ON r.session = s.id AND r.store = 'sessions' AND r.key = 'session'` +
          `${conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''} ` +
          `ORDER BY s.workspace, s.name${limit === undefined ? '' : ` LIMIT ${limit}`}`,
        values,
      );
    },
    journal: (address, from, limit) =>
      asked(
        `SELECT j.entry FROM ${sessions} s JOIN ${journal} j ON j.session = s.id WHERE ${here} AND j.head > $3 ` +
          `ORDER BY j.head LIMIT ${limit}`,
        [...named(address), from],
      ),
  };
}
