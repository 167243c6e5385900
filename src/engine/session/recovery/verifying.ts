// Sorts loaded rows by their checks. Pure.
import { type Row, type RowChange, rowId, type RowKey, type RowStore } from '../../../storage/port.ts';
import { verifiedFields } from '../row-checksum.ts';

/** A row as stored that does not match its check. */
export interface DamagedRow extends RowKey {
  readonly value: Row;
}

export interface VerifiedRows {
  /** Rows without their checks. */
  readonly sound: readonly (RowKey & { readonly fields: object })[];
  readonly damaged: readonly DamagedRow[];
  /** Rows whose file another program changed: the check is of the former text. */
  readonly edited: readonly RowChange[];
}

/** Whether another program changed the file of this row (`Storage.externallyEditable`). */
export const isExternallyEdited = (row: Row | undefined): boolean => row?.['externallyEdited'] === true;

/** Key of the store `sessions` for the session's own row. */
export const SESSION_KEY = 'session';

/**
 * Keeps a damaged row when its own place is written again: as a row of the store `sessions` that matches no check,
 * so that it stays quarantined.
 */
export const keptAside = (row: DamagedRow): RowChange => ({
  store: 'sessions',
  key: rowId(row),
  value: { damaged: row.value, check: '' },
});

/** Returns the original place of a damaged row, whether it was kept aside or not. */
export function formerPlace({ store, key }: RowKey): RowKey {
  if (store !== 'sessions' || key === SESSION_KEY) return { store, key };
  const split = key.indexOf(' ');
  return { store: key.slice(0, split) as RowStore, key: key.slice(split + 1) };
}

/** Returns the row as it was stored in its original place. */
export const formerRow = ({ store, key, value }: DamagedRow): unknown =>
  store === 'sessions' && key !== SESSION_KEY ? value['damaged'] : value;

/** Whether the key belongs to a message; this library writes no other keys. */
export const isMessageKey = (key: string): boolean => /^\d+$/.test(key);

const isText = (value: unknown): boolean => typeof value === 'string';
const isCount = (value: unknown): boolean => Number.isSafeInteger(value);

/** Tests of fields without which the state cannot be built, whatever the check of the row says. */
type Shape = Readonly<Record<string, (value: unknown) => boolean>>;
const ITEM: Shape = { text: isText, tokens: isCount, sequence: isCount, createdAt: Number.isFinite };
const SHAPES: Partial<Record<RowStore, Shape>> = {
  items: ITEM,
  tail: { ...ITEM, left: (value) => isShaped(value, { head: isCount, turn: isCount }) },
  files: { revision: isCount },
  tombstones: { time: Number.isFinite },
};

const isShaped = (value: unknown, shape: Shape): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(shape).every(([name, isRight]) => isRight((value as Record<string, unknown>)[name]));

/** Returns the fields of a row that matches its check and has the shape of its store; else undefined. */
export function soundFields({ store, value }: RowChange): object | undefined {
  const fields = verifiedFields(value);
  if (!fields || !isShaped(fields, SHAPES[store] ?? {})) return undefined;
  const { deleted, text } = fields as { readonly deleted?: unknown; readonly text?: unknown };
  return store !== 'files' || deleted === true || isText(text) ? fields : undefined;
}

export function verify(rows: readonly RowChange[]): VerifiedRows {
  const sound: (RowKey & { fields: object })[] = [];
  const damaged: DamagedRow[] = [];
  const edited: RowChange[] = [];
  for (const row of rows) {
    const { store, key, value } = row;
    if (value === undefined) continue;
    const fields = soundFields(row);
    if (store === 'files' && isExternallyEdited(value)) edited.push(row);
    else if (fields) sound.push({ store, key, fields });
    else damaged.push({ store, key, value });
  }
  return { sound, damaged, edited };
}

/**
 * Sets aside rows that a browser's repair brought back: the row of an item that was forgotten since, and the older of
 * two rows of one item, in the store and in the long tail.
 */
export function setStaleAside({ sound, damaged, edited }: VerifiedRows): VerifiedRows {
  const sequences = (wanted: RowStore): Map<string, number> =>
    new Map(
      sound.flatMap(({ store, key, fields }) =>
        store === wanted ? [[key, (fields as { sequence?: number }).sequence ?? 0] as const] : [],
      ),
    );
  const [items, tail, forgotten] = [sequences('items'), sequences('tail'), sequences('tombstones')];
  const isStale = ({ store, key }: RowKey): boolean => {
    if (store !== 'items' && store !== 'tail') return false;
    const [inStore, inTail] = [items.get(key) ?? -1, tail.get(key) ?? -1];
    return forgotten.has(key) || (store === 'items' ? inTail >= inStore : inStore > inTail);
  };
  const stale = sound.filter(isStale);
  if (stale.length === 0) return { sound, damaged, edited };
  const aside = stale.map(({ store, key, fields }): DamagedRow => ({ store, key, value: { ...fields, check: '' } }));
  return { sound: sound.filter((row) => !isStale(row)), damaged: [...damaged, ...aside], edited };
}
