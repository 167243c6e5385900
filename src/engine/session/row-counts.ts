// Counts the rows of a session by their differences, so that no command is O(rows). Pure.
import { type Manifest, type RowChange, rowId } from '../../storage/port.ts';
import type { SessionState } from './state.ts';

const NONE: NonNullable<Manifest['rows']> = { sessions: 0, tail: 0, files: 0, ledger: 0, tombstones: 0, messages: 0 };

/** Returns the counts after a commit of these rows; none for a session not yet counted: its next opening counts it. */
export function countedRows(
  state: SessionState,
  changes: readonly RowChange[],
  messages: number,
): Pick<Manifest, 'rows'> {
  const { head, rows: before = NONE, messages: messagesBefore } = state.manifest;
  if (head > 0 && before === NONE) return {};
  // Only a transcript over its limit loses rows; a redacted message keeps its own.
  const dropped = changes.filter(({ store, value }) => store === 'messages' && value === undefined).length;
  const rows = { ...before, messages: before.messages + messages - messagesBefore - dropped };
  const present = new Map(changes.map((row) => [rowId(row), row]));
  for (const row of present.values()) {
    const { store, value } = row;
    if (store === 'tail' || store === 'files' || store === 'ledger' || store === 'tombstones')
      rows[store] += Number(value !== undefined) - Number(state.holds(row));
  }
  if (present.has('sessions session')) rows.sessions = 1;
  return { rows };
}
