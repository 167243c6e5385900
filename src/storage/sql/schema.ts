// The tables: looked up once, made by the first commit, brought to the present version step by step.
//
// Rule for a step: a table that an older library must no longer write to gets another name, so that its next statement
// fails and it checks the version again. No commit has to ask for the version.
import { WorkingMemoryError } from '../../errors.ts';
import { storageUnavailable } from '../failures.ts';
import { readingOf } from './reading.ts';
import { MissingTable, type Send, TakenTable } from './sending.ts';
import type { Dialect, SqlStatement } from './statement.ts';
import type { Tables } from './tables.ts';

export interface TableSchema {
  /** Whether the tables exist. @throws storage-version, storage-unavailable */
  isThere(): Promise<boolean>;
  /** Makes missing tables, and updates older ones. @throws storage-version, storage-unavailable */
  make(): Promise<void>;
  /** Forgets the answer: the next question looks again. */
  forget(): void;
}

export function schemaOf(send: Send, dialect: Dialect, tables: Tables): TableSchema {
  const newest = stepsOf(dialect).length;
  let isKnown = false;

  async function version(): Promise<number | undefined> {
    try {
      const [[found] = []] = await send([readingOf(tables, dialect).version()]);
      const stored = Number(found?.version);
      if (!Number.isSafeInteger(stored) || stored < 1) throw taken(`${tables.schema} holds no version`);
      if (stored > newest) throw newerSchema(stored, newest);
      return stored;
    } catch (error) {
      if (error instanceof MissingTable) return undefined;
      if (error instanceof TakenTable) throw taken(error.message);
      throw error;
    }
  }

  const taken = (reason: string): WorkingMemoryError =>
    storageUnavailable(
      reason,
      `A table with the prefix of ${tables.schema} does not belong to working-memory (${reason}). Nothing was ` +
        'changed; pass another prefix.',
    );

  async function make(): Promise<void> {
    let stored = await version();
    while (stored !== newest) {
      const from: number = stored ?? 0;
      try {
        await send(stepsOf(dialect)[from] ?? [], 'writes');
        stored = await version();
        if ((stored ?? 0) <= from) throw taken('the tables were created but are missing');
      } catch (error) {
        if (!(error instanceof TakenTable)) throw error;
        // Somebody else made the step, or has a table of that name.
        stored = await version();
        if ((stored ?? 0) <= from) throw taken(error.message);
      }
    }
  }

  return {
    async isThere() {
      if (isKnown) return true;
      const stored = await version();
      if (stored !== undefined && stored < newest) await make();
      isKnown = stored !== undefined;
      return isKnown;
    },
    async make() {
      if (isKnown) return;
      await make();
      isKnown = true;
    },
    forget: () => void (isKnown = false),
  };
}

/** Returns the statements of every step, for a role that makes the tables for another one. */
export function stepsOf(dialect: Dialect): readonly (readonly SqlStatement[])[] {
  const steps: (readonly SqlStatement[])[] = [];
  for (let step = dialect.step(0); step; step = dialect.step(steps.length)) steps.push(step);
  return steps;
}

const newerSchema = (stored: number, supported: number): WorkingMemoryError =>
  new WorkingMemoryError(
    'storage-version',
    `The tables have schema ${stored}; this version of working-memory knows up to ${supported}. Update it; nothing was ` +
      'changed.',
    { stored, supported },
  );
