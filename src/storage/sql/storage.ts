// Storage in a SQL database, the same for both dialects. A commit compares and writes in one statement or one short
// transaction; no lock and no connection is held between two operations.
import { WorkingMemoryError } from '../../errors.ts';
import { REPEATS } from '../../options/policy.ts';
import { laterManifest, movedSince, refuseDeleted, refuseNewer } from '../basis.ts';
import { storageUnavailable } from '../failures.ts';
import type {
  Basis,
  Batch,
  CommitOutcome,
  Moved,
  RowChange,
  RowKey,
  SessionAddress,
  Storage,
  StoredEntry,
  StoredManifest,
} from '../port.ts';
import { STORAGE_VERSION } from '../port.ts';
import { lastUse } from '../session-page.ts';
import { fromStoredName, storedName } from '../stored-name.ts';
import { readingOf } from './reading.ts';
import { entryOf, manifestOf, rowOf, writtenJson } from './rows.ts';
import { MissingTable, senderOf } from './sending.ts';
import type { CommitValues, Dialect, SqlRow, Run, SqlStatement } from './statement.ts';
import { schemaOf } from './schema.ts';
import type { Tables } from './tables.ts';
import { utf8Bytes } from '../../tree/utf8-bytes.ts';

/** Changes of a session since a basis, and the attempt at each head. */
interface Since {
  readonly manifest: StoredManifest;
  readonly entries: readonly (StoredEntry | undefined)[];
  readonly attempts: ReadonlyMap<number, string>;
}

/** Most attempts to read entries and rows without a commit in between. */
const READ_ANEW = 3;
const LETTERS_OF_ATTEMPT = 13;

export function sqlStorage(run: Run, dialect: Dialect, tables: Tables, settle?: () => Promise<void>): Storage {
  const send = senderOf(run, dialect);
  const schema = schemaOf(send, dialect, tables);
  const reading = readingOf(tables, dialect);

  /** Runs a query; finds nothing if the tables do not exist yet. */
  async function ask(statement: SqlStatement): Promise<readonly SqlRow[]> {
    if (!(await schema.isThere())) return [];
    try {
      const [found = []] = await send([statement]);
      return found;
    } catch (error) {
      if (!(error instanceof MissingTable)) throw error;
      schema.forget();
      if (!(await schema.isThere())) return [];
      throw storageUnavailable(error.message, `A table of working-memory is missing (${error.message}). Restore it.`);
    }
  }

  async function write(statements: readonly SqlStatement[]): Promise<readonly SqlRow[]> {
    await schema.make();
    const sent = async (): Promise<readonly SqlRow[]> => (await send(statements, 'writes')).at(-1) ?? [];
    const found = await sent().catch(async (error: unknown) => {
      if (!(error instanceof MissingTable)) throw error;
      // The table was dropped, or migrated to a newer schema, since this process looked.
      schema.forget();
      await schema.make();
      return sent();
    });
    await settle?.();
    return found;
  }

  async function sinceOf(address: SessionAddress, head: number): Promise<Since | undefined> {
    const found = await ask(reading.since(address, head));
    const [first] = found;
    if (!first) return undefined;
    const noted = found.filter(({ at }) => at !== null);
    const attempts = new Map(noted.map(({ at, attempt }) => [Number(at), String(attempt)]));
    return { manifest: manifestOf(first), entries: noted.map(entryOf), attempts };
  }

  /**
   * Returns the changes since `basis`. Rows are read after the entries; if a commit comes between, both are read again.
   * If the session was deleted meanwhile: undefined for a basis without commits.
   * @throws not-found for any other basis
   */
  async function movedFrom(address: SessionAddress, basis: Basis, known: Since): Promise<Moved | undefined> {
    let since: Since | undefined = known;
    for (let turn = 0; since && turn < READ_ANEW; turn++) {
      const { manifest } = since;
      const entries = since.entries.filter((entry) => entry !== undefined);
      let isSteady = true;
      const moved = await movedSince(basis, manifest, entries, async (keys) => {
        const present = keys.length > 0 ? await ask(reading.present(address, keys)) : [];
        const stays = present.every(({ head, commit_id }) => isOf(manifest, Number(head), String(commit_id)));
        isSteady = stays && present.length === keys.length;
        return isSteady ? inOrder(present, keys) : [];
      });
      if (isSteady) return moved;
      since = await sinceOf(address, basis.head);
    }
    // Others commit without a pause, so the owner loads the whole session.
    if (since) return { manifest: since.manifest, rows: [], entries: undefined };
    refuseDeleted(basis, address.session);
    return undefined;
  }

  return {
    kind: dialect.kind,

    async load(address, stores) {
      const found = await ask(reading.load(address, stores));
      const about = found.find(({ store }) => store === null);
      return { manifest: about && manifestOf(about), rows: found.filter((row) => row !== about).map(rowOf) };
    },

    async commit(address, basis, batch): Promise<CommitOutcome> {
      const values = commitValues(address, basis, batch, dialect.longestKey);
      for (let turn = 0; turn < REPEATS.refused; turn++) {
        if ((await write(dialect.commit(values))).length > 0) return { status: 'done' };
        const since = await sinceOf(address, basis.head);
        // A commit that was sent again after a lost answer finds itself.
        if (since?.attempts.get(batch.manifest.head) === values.attempt) return { status: 'done' };
        if (since) refuseNewer(since.manifest);
        else refuseDeleted(basis, address.session);
        const moved = since && (await movedFrom(address, basis, since));
        if (moved) return { status: 'moved', moved };
        // Another session of this name was in the way and is gone: this one can begin now.
      }
      throw storageUnavailable(
        'the session was created and deleted',
        'Others keep creating and deleting this session. Retry.',
      );
    },

    async since(address, basis) {
      const since = await sinceOf(address, basis.head);
      const later = laterManifest(since?.manifest, basis, address.session);
      return since && later && movedFrom(address, basis, since);
    },

    async row(address, store, key) {
      const [found] = await ask(reading.row(address, store, key));
      return found && rowOf(found).value;
    },

    async rows(address, store, after, limit) {
      return limit < 1 ? [] : (await ask(reading.rows(address, store, after, Math.trunc(limit)))).map(rowOf);
    },

    async sessions(page = {}) {
      if (page.limit !== undefined && page.limit < 1) return [];
      return (await ask(reading.sessions(page))).map((found) => ({
        workspace: fromStoredName(String(found.workspace)),
        session: fromStoredName(String(found.name)),
        manifest: manifestOf(found),
        row: found.value === null ? undefined : rowOf(found).value,
      }));
    },

    async remove({ workspace, session }, basis) {
      if (!(await schema.isThere())) return true;
      const meant = basis && { head: basis.head, commit: basis.commit ?? '', known: STORAGE_VERSION };
      return (await write(dialect.remove(storedName(workspace), storedName(session), meant))).length === 0;
    },

    async journal(address, from, limit) {
      if (limit < 1) return [];
      const found = await ask(reading.journal(address, from, Math.trunc(limit)));
      return found.map(entryOf).filter((entry) => entry !== undefined);
    },

    async close() {},
  };
}

const isOf = (manifest: StoredManifest, head: number, commit: string): boolean =>
  manifest.head === head && (manifest.commit ?? '') === commit;

/** Returns the rows in the order of `keys`; a row without a value was deleted. */
function inOrder(present: readonly SqlRow[], keys: readonly RowKey[]): RowChange[] {
  const nameOf = ({ store, key }: RowKey): string => `${store} ${key}`;
  const rows = new Map(
    present.map((found) => {
      const row = found.value === null ? { ...rowOf(found), value: undefined } : rowOf(found);
      return [nameOf(row), row];
    }),
  );
  return keys.flatMap((key) => rows.get(nameOf(key)) ?? []);
}

/** @throws invalid-input · storage-unavailable */
function commitValues(address: SessionAddress, basis: Basis, batch: Batch, longest: number): CommitValues {
  const { manifest, dropJournalUpTo } = batch;
  const workspace = storedName(address.workspace);
  const session = storedName(address.session);
  refuseLong('The names of workspace and session', workspace + session, longest);
  for (const { key } of batch.rows) refuseLong('The key of a row', storedName(key), longest);
  return {
    workspace,
    session,
    basis: { head: basis.head, commit: basis.commit ?? '' },
    next: {
      head: manifest.head,
      commit: manifest.commit ?? '',
      version: manifest.version,
      time: lastUse(manifest),
    },
    known: STORAGE_VERSION,
    attempt: crypto.randomUUID().slice(0, LETTERS_OF_ATTEMPT),
    dropUpTo: dropJournalUpTo,
    ...writtenJson(batch),
  };
}

function refuseLong(what: string, text: string, longest: number): void {
  // UTF-8 has at most three bytes per UTF-16 unit, so nearly all texts need no count.
  if (text.length * 3 <= longest) return;
  const bytes = utf8Bytes(text);
  if (bytes <= longest) return;
  throw new WorkingMemoryError(
    'invalid-input',
    `${what} must be at most ${longest} bytes long in this database; got ${bytes}. Nothing was changed; use a shorter one.`,
    { argument: 'session', expected: `at most ${longest} bytes`, received: `${bytes} bytes` },
  );
}
