// Sends statements, again if the database refused them because of others or if the answer was lost; finally reports the
// outcome.
import { WorkingMemoryError } from '../../errors.ts';
import { REPEATS } from '../../options/policy.ts';
import { storageFailed } from '../failures.ts';
import type { Dialect, Failure, SqlRow, Run, SqlStatement } from './statement.ts';

/** A table is missing; only the adapter knows whether that is expected. */
export class MissingTable extends Error {}

/** Another table has one of our names, or somebody else made ours meanwhile. */
export class TakenTable extends Error {}

/** `writes`: must be harmless if run twice. @throws storage-*, read-only · MissingTable, TakenTable */
export type Send = (statements: readonly SqlStatement[], kind?: 'writes') => Promise<readonly (readonly SqlRow[])[]>;

export function senderOf(run: Run, dialect: Dialect): Send {
  return async (statements, kind) => {
    let cuts = 0;
    for (let attempt = 1; ; attempt++) {
      try {
        return await run(statements);
      } catch (error) {
        if (error instanceof WorkingMemoryError) throw error;
        const failure = dialect.failure(error);
        const isRefused = failure === 'conflict' || failure === 'locked';
        const goesOn = isRefused ? attempt < REPEATS.refused : failure === 'cut' && ++cuts <= REPEATS.cut;
        if (!goesOn) throw failed(error, failure, cuts > 0 && kind === 'writes');
        if (failure !== 'conflict') await pauseBefore(attempt);
      }
    }
  };
}

/** Waits longer from attempt to attempt, and never equally long for two that wait for each other. */
const pauseBefore = (attempt: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, Math.random() * Math.min(REPEATS.longestPauseMs, attempt)));

function failed(error: unknown, failure: Failure, mayHaveRun: boolean): Error {
  const reason = String((error as { message?: unknown } | undefined)?.message ?? error);
  switch (failure) {
    case 'no-table':
      return new MissingTable(reason);
    case 'taken':
      return new TakenTable(reason);
    case 'full':
      return new WorkingMemoryError(
        'storage-quota',
        `The database is full (${reason}). The command had no effect; make room or delete sessions.`,
        {},
        { cause: error },
      );
    case 'read-only':
      return new WorkingMemoryError(
        'read-only',
        `The database accepts no writes (${reason}). Nothing was changed; connect to the primary, or open with readOnly.`,
        {},
        { cause: error },
      );
    case 'forbidden':
      return storageFailed('The database refuses this role', 'Nothing was changed; grant the rights', error);
    case 'slow':
      return storageFailed(
        'The database cancelled a statement at its time limit',
        'The command had no effect; retry, or raise statement_timeout',
        error,
      );
    case 'conflict':
    case 'locked':
      return storageFailed(
        `Others wrote to the database during all ${REPEATS.refused} attempts`,
        'The command had no effect; retry',
        error,
      );
    case 'cut':
      return storageFailed(
        'The database did not answer',
        mayHaveRun ? 'The command may have taken effect: check before you repeat it' : 'Retry',
        error,
      );
    case 'other':
      return storageFailed('The database failed', 'The command had no effect', error);
  }
}
