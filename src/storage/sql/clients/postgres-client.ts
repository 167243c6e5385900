// Clients of Postgres by their form: pg, Neon's pool and PGlite have `query`, postgres.js has `unsafe`.
import { rowsIn } from '../answers.ts';
import type { SqlRow, Run } from '../statement.ts';

type Rows = readonly object[];

/** pg `Pool` or `Client`, `@neondatabase/serverless`, PGlite, or `sql` of postgres.js. The app opens and closes it. */
export type PostgresClientLike =
  | { query(text: string, values: unknown[]): Promise<{ readonly rows: Rows } | Rows> }
  | { unsafe(text: string, values: never[]): PromiseLike<Rows> };

export const isPostgresClient = (value: unknown): boolean =>
  ['query', 'unsafe'].some((name) => typeof (value as Record<string, unknown> | undefined)?.[name] === 'function');

/** Runs statements one after the other; the adapter sends one each time. */
export function postgresRun(client: PostgresClientLike): Run {
  const ask = async (sql: string, values: readonly unknown[]): Promise<unknown> =>
    'unsafe' in client ? client.unsafe(sql, [...values] as never[]) : client.query(sql, [...values]);
  return async (statements) => {
    const answers: (readonly SqlRow[])[] = [];
    for (const { sql, values, reads } of statements) {
      const answer = await ask(sql, values);
      if (reads) answers.push(rowsIn(answer, 'rows'));
    }
    return answers;
  };
}
