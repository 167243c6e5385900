// Converts a session's commits to their stored form and back. Layers above this file know only whole rows, entries and
// manifests; layers below, only compact ones (docs/storage-format.md).
import type {
  Batch,
  CommitOutcome,
  JournalEntry,
  LoadedSession,
  Manifest,
  Moved,
  Row,
  RowChange,
  Storage,
  StoredSession,
} from '../../../storage/port.ts';
import { refuseSealed } from '../../../storage/basis.ts';
import { compactEntry, compactManifest, wholeEntry, wholeManifest } from './compact-commits.ts';
import { compactItem, wholeItem } from './compact-items.ts';

/** Storage as the engine sees it. */
export type SessionStorage = Storage<Manifest, JournalEntry>;
export type SessionMoved = Moved<Manifest, JournalEntry>;
export type SessionOutcome = CommitOutcome<Manifest, JournalEntry>;
export type LoadedRows = LoadedSession<Manifest>;
export type ListedSession = StoredSession<Manifest>;

const isOfItems = (store: RowChange['store']): boolean => store === 'items' || store === 'tail';

const rowsWith =
  (change: (row: Row) => Row) =>
  (rows: readonly RowChange[]): RowChange[] =>
    rows.map((row) => (row.value && isOfItems(row.store) ? { ...row, value: change(row.value) } : row));
const compactRows = rowsWith(compactItem);
const wholeRows = rowsWith(wholeItem);

const wholeMoved = ({ manifest, rows, entries }: Moved): SessionMoved => ({
  manifest: wholeManifest(manifest),
  rows: wholeRows(rows),
  entries: entries?.map(wholeEntry),
});

export function compactStorage(storage: Storage, durability?: Batch['durability']): SessionStorage {
  const whole: SessionStorage = {
    kind: storage.kind,
    async load(address, stores) {
      const { manifest, rows } = await storage.load(address, stores);
      refuseSealed(manifest);
      return { manifest: manifest && wholeManifest(manifest), rows: wholeRows(rows) };
    },
    async commit(address, basis, { manifest, entry, rows, dropJournalUpTo, erases }) {
      const outcome = await storage.commit(address, basis, {
        manifest: compactManifest(manifest),
        entry: compactEntry(entry),
        rows: compactRows(rows),
        dropJournalUpTo,
        ...(durability && { durability }),
        ...(erases && { erases }),
      });
      return outcome.status === 'done' ? outcome : { status: 'moved', moved: wholeMoved(outcome.moved) };
    },
    async since(address, basis) {
      const moved = await storage.since(address, basis);
      return moved && wholeMoved(moved);
    },
    async row(address, store, key) {
      const row = await storage.row(address, store, key);
      return row && isOfItems(store) ? wholeItem(row) : row;
    },
    rows: async (address, store, after, limit) => wholeRows(await storage.rows(address, store, after, limit)),
    async sessions(page) {
      const all = await storage.sessions(page);
      return all.map((one) => ({ ...one, manifest: wholeManifest(one.manifest) }));
    },
    remove: (address, basis) => storage.remove(address, basis),
    journal: async (address, from, limit) => (await storage.journal(address, from, limit)).map(wholeEntry),
    close: () => storage.close(),
  };
  const { externallyEditable } = storage;
  return {
    ...whole,
    ...(externallyEditable !== undefined && { externallyEditable }),
    ...(storage.flush && { flush: (address) => storage.flush?.(address) ?? Promise.resolve() }),
    ...(storage.trim && { trim: (address, rows, upTo) => storage.trim?.(address, rows, upTo) ?? Promise.resolve() }),
  };
}
