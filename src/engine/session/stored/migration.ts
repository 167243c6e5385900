// Migrates the rows of an older format to the next one, with one commit per step. A commit is all or nothing, so a
// session always has one format, and an interrupted opening resumes at the last step. Pure.
import type { Item, TailItem } from '../../../items/item.ts';
import type { MigrationEvent } from '../../../api/recovery.ts';
import type { Manifest } from '../../../storage/port.ts';
import type { UncheckedRow } from '../row-checksum.ts';

/** Input of a step: the state, read from rows of its own format. */
interface OlderState {
  readonly manifest: Manifest;
  readonly items: ReadonlyMap<string, Item>;
  readonly tail: ReadonlyMap<string, TailItem>;
}

export interface MigrationStep {
  /** Format of the session before this step; the step leads to the next number. */
  readonly from: number;
  /** Returns the rows to write or delete. */
  rows(state: OlderState): readonly UncheckedRow[];
}

/** Rewrites items, because format 2 stores them under short names. */
const compactItems: MigrationStep = {
  from: 1,
  rows: ({ items, tail }) => [
    ...Array.from(items, ([key, { id: _, ...fields }]) => ({ store: 'items' as const, key, fields })),
    ...Array.from(tail, ([key, { id: _, ...fields }]) => ({ store: 'tail' as const, key, fields })),
  ],
};

/** Steps in order, one for each format before the present one. */
export const MIGRATION: readonly MigrationStep[] = [compactItems];

/** Returns the next step of a stored session; undefined if it has the present format. */
export function dueMigration(
  state: OlderState,
  steps: readonly MigrationStep[],
): { readonly event: MigrationEvent; readonly rows: readonly UncheckedRow[] } | undefined {
  const { head, version: from } = state.manifest;
  const step = head > 0 ? steps.find((one) => one.from === from) : undefined;
  return step && { event: { type: 'session-migrated', from, to: from + 1 }, rows: step.rows(state) };
}
