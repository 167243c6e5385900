// Brings the rows of an older format to the next one, a commit for each step. A commit is all or nothing, so a session is
// always of one format, and an opening that is interrupted goes on where the last one ended. Pure.
import type { Item, TailItem } from '../../../items/item.ts';
import type { MigrationEvent } from '../../../api/recovery.ts';
import type { Manifest, RowKey } from '../../../storage/port.ts';

/** What a step reads: the state as rows of its own format gave it. */
interface OlderState {
  readonly manifest: Manifest;
  readonly items: ReadonlyMap<string, Item>;
  readonly tail: ReadonlyMap<string, TailItem>;
}

export interface MigrationStep {
  /** The format that the session has before; the next number after. */
  readonly from: number;
  /** The rows that this step writes, without their checks; without fields: to delete. */
  rows(state: OlderState): readonly RewrittenRow[];
}

export interface RewrittenRow extends RowKey {
  readonly fields: object | undefined;
}

/** Format 2 stores items under short names; written again, they are. */
const compactItems: MigrationStep = {
  from: 1,
  rows: ({ items, tail }) => [
    ...Array.from(items, ([key, { id: _, ...fields }]) => ({ store: 'items' as const, key, fields })),
    ...Array.from(tail, ([key, { id: _, ...fields }]) => ({ store: 'tail' as const, key, fields })),
  ],
};

/** One for each format before the present one, in their order. */
export const MIGRATION: readonly MigrationStep[] = [compactItems];

/** The next step of a session that was stored before; undefined where it has the present format. */
export function dueMigration(
  state: OlderState,
  steps: readonly MigrationStep[],
): { readonly event: MigrationEvent; readonly rows: readonly RewrittenRow[] } | undefined {
  const { head, version: from } = state.manifest;
  const step = head > 0 ? steps.find((one) => one.from === from) : undefined;
  return step && { event: { type: 'session-migrated', from, to: from + 1 }, rows: step.rows(state) };
}
