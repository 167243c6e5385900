// Loads a session and compares its rows with its manifest. Lost and damaged rows are counted and reported; the next
// commit restores what it can. A session with any remains never passes for a new one.
import type { Recovery, RecoveryEvent } from '../../../api/recovery.ts';
import { sessionBusy } from '../../../errors.ts';
import { MOST_ATTEMPTS, ROWS_PER_READ } from '../../../options/policy.ts';
import { refuseNewer } from '../../../storage/basis.ts';
import type {
  Basis,
  JournalEntry,
  Manifest,
  Row,
  RowChange,
  RowKey,
  RowStore,
  SessionAddress,
} from '../../../storage/port.ts';
import type { Document } from '../../../tree/files/document.ts';
import { compare, type CountedMessages, type Evidence, isTrusted, recount } from './recount.ts';
import { verifiedFields } from '../row-checksum.ts';
import type { SessionStorage } from '../stored/compact-storage.ts';
import { type DamagedRow, isMessageKey, SESSION_KEY, setStaleAside, verify, type VerifiedRows } from './verifying.ts';

/** Stores held in memory; rows of the others are read on demand. */
export const LOADED_STORES: readonly RowStore[] = ['sessions', 'items', 'tail', 'files', 'ledger', 'tombstones'];

/** Rows that the next commit writes to make storage sound again. */
export interface SessionRepair {
  readonly event: RecoveryEvent;
  /** Restored rows, without their checks. */
  readonly rows: readonly (RowKey & { readonly fields: object })[];
}

export interface LoadedState {
  /** Basis as stored, however damaged: the next commit has to name it. */
  readonly basis: Basis;
  readonly manifest: Manifest;
  readonly rows: VerifiedRows;
  readonly recovery: Recovery;
  /** Absent if nothing needs repair. */
  readonly repair?: SessionRepair;
}

/** Loads the session; undefined if nothing is stored. @throws storage-version, session-busy */
export async function loadSession(storage: SessionStorage, address: SessionAddress): Promise<LoadedState | undefined> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const { manifest: stored, rows: all } = await storage.load(address, LOADED_STORES);
    if (stored) refuseNewer(stored);
    const rows = setStaleAside(verify(all));
    const evidence = await evidenceOf(storage, address, stored, rows);
    if (!stored && isNothing(evidence)) return undefined;
    const manifest = recount(stored, evidence);
    const recovery = compare(stored, evidence, manifest);
    const basis = stored ?? { head: 0 };
    if (recovery.kind === 'none') return { basis, manifest, rows, recovery };
    // Another owner may have committed between two reads; only a session at rest shows damage.
    if (await storage.since(address, basis)) continue;
    const restored = await restore(storage, address, rows, evidence, recovery, manifest);
    return {
      basis,
      ...withRestored(manifest, restored),
      rows,
      recovery,
      repair: { event: { type: 'session-recovered', ...recovery }, rows: restored },
    };
  }
  throw sessionBusy(MOST_ATTEMPTS);
}

async function evidenceOf(
  storage: SessionStorage,
  address: SessionAddress,
  stored: Manifest | undefined,
  rows: VerifiedRows,
): Promise<Evidence> {
  const trusted = stored && isTrusted(stored) ? stored : undefined;
  const { messages: next = 0, rows: counts } = trusted ?? {};
  const messages = trusted ? { rows: counts?.messages ?? next, next } : await countMessages(storage, address);
  return {
    rows,
    messages,
    journal: trusted ? [] : await wholeJournal((from, limit) => storage.journal(address, from, limit)),
  };
}

const isNothing = ({ rows, messages, journal }: Evidence): boolean =>
  rows.sound.length + rows.damaged.length + messages.rows + journal.length === 0;

async function countMessages(storage: SessionStorage, address: SessionAddress): Promise<CountedMessages> {
  let rows = 0;
  let next = 0;
  await pages(storage, address, 'messages', (page) => {
    for (const { key, value } of page) {
      if (!isMessageKey(key)) continue;
      if (verifiedFields(value)) rows++;
      // A damaged message still occupies an index.
      next = Math.max(next, Number(key) + 1);
    }
  });
  return { rows, next };
}

export async function wholeJournal(
  read: (from: number, limit: number) => Promise<readonly JournalEntry[]>,
): Promise<JournalEntry[]> {
  const entries: JournalEntry[] = [];
  for (;;) {
    const page = await read(entries.at(-1)?.head ?? 0, ROWS_PER_READ);
    entries.push(...page);
    if (page.length < ROWS_PER_READ) return entries;
  }
}

async function pages(
  storage: SessionStorage,
  address: SessionAddress,
  store: RowStore,
  take: (page: readonly RowChange[]) => void,
): Promise<void> {
  for (let after = ''; ;) {
    const page = await storage.rows(address, store, after, ROWS_PER_READ);
    take(page);
    if (page.length < ROWS_PER_READ) return;
    after = page.at(-1)?.key ?? '';
  }
}

/**
 * Returns the rows that can be made sound again: the session's own, and the newest sound revision of each lost file.
 */
async function restore(
  storage: SessionStorage,
  address: SessionAddress,
  { sound, damaged, edited }: VerifiedRows,
  { journal }: Evidence,
  { lost }: Recovery,
  { time, generation }: Manifest,
): Promise<SessionRepair['rows']> {
  const restored: (RowKey & { fields: object })[] = [];
  const isSession = ({ store, key }: RowKey): boolean => store === 'sessions' && key === SESSION_KEY;
  if (!sound.some(isSession)) {
    const createdAt = journal.find(({ head }) => head === 1)?.time ?? time;
    const left = damaged.find((row) => isSession(row) && saysPublic(row.value))?.value;
    // The first salt is the generation; only a fork and an import have another one.
    const salt = left ? left['salt'] : generation;
    const fields = { cwd: address.workspace, createdAt, salt, ...(!left && { private: true }) };
    restored.push({ store: 'sessions', key: SESSION_KEY, fields });
  }
  const isComplete = lost.files === undefined && journal.length === 0;
  if (isComplete) return restored;
  const rowless = new Map(damaged.filter(({ store }) => store === 'files').map((row) => [row.key, row]));
  const known = new Set(sound.filter(({ store }) => store === 'files').map(({ key }) => key));
  for (const { key, value } of edited) if (value?.['revision'] !== undefined) known.add(key);
  for (const [path, document] of await newestRevisions(storage, address)) {
    if (!known.has(path))
      restored.push({ store: 'files', key: path, fields: afterDamaged(document, rowless.get(path)) });
  }
  return restored;
}

/**
 * Whether the remains of a session's row prove that it was not private: all of its fields are known by name, and the
 * two that each row has are present. A lost or sealed row proves nothing.
 */
function saysPublic(row: object): boolean {
  const {
    cwd,
    createdAt,
    salt: _salt,
    title: _,
    opening: _opening,
    withheld: _withheld,
    check: _check,
    ...others
  } = row as Row;
  return typeof cwd === 'string' && typeof createdAt === 'number' && Object.keys(others).length === 0;
}

async function newestRevisions(storage: SessionStorage, address: SessionAddress): Promise<Map<string, Document>> {
  const newest = new Map<string, Document>();
  await pages(storage, address, 'fileHistory', (page) => {
    for (const { value } of page) {
      const document = verifiedFields<Document>(value);
      if (document && document.revision > (newest.get(document.path)?.revision ?? 0))
        newest.set(document.path, document);
    }
  });
  return newest;
}

/** Gives the document a revision of its own, so that no writer takes the restored text for the damaged revision. */
function afterDamaged({ path: _, ...document }: Document, damaged: DamagedRow | undefined): object {
  const lost = Number(damaged?.value['revision']);
  return { ...document, revision: Math.max(document.revision + 1, Number.isSafeInteger(lost) ? lost : 0) + 1 };
}

/** Counts restored rows in the manifest, like the state. */
function withRestored(manifest: Manifest, restored: SessionRepair['rows']): { manifest: Manifest } {
  const { rows } = manifest;
  if (!rows) return { manifest };
  const of = (wanted: RowStore): number => restored.filter(({ store }) => store === wanted).length;
  return {
    manifest: {
      ...manifest,
      rows: { ...rows, sessions: rows.sessions + of('sessions'), files: rows.files + of('files') },
    },
  };
}
