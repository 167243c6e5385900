// Lists, forks and deletes sessions of the storage.
import type { SessionEntry, SessionListOptions } from '../../api/sessions.ts';
import type { Engine } from '../../boundary/engine.ts';
import { invalidInput, kindOf, sessionDeleted, WorkingMemoryError } from '../../errors.ts';
import { byDeparture } from '../../items/long-tail.ts';
import type { TailItem } from '../../items/item.ts';
import { ROWS_PER_READ } from '../../options/policy.ts';
import { ROW_STORES, type RowChange, type SessionPage } from '../../storage/port.ts';
import { checkName, invalidName, SHARED, takenName } from '../../tree/session-name.ts';
import { blockKey } from '../recall/vectors/vector-blocks.ts';
import type { SessionBatch } from '../session/apply.ts';
import { commitBatch } from '../session/commit-batch.ts';
import { isTrusted } from '../session/recovery/recount.ts';
import { SESSION_KEY } from '../session/recovery/verifying.ts';
import { verifiedFields, withChecksum } from '../session/row-checksum.ts';
import { type EngineContext, reading } from '../engine-context.ts';
import { checkLimit } from '../paging.ts';
import type { ListedSession } from '../session/stored/compact-storage.ts';
import type { SessionRow } from './session-row.ts';

type SessionCommands = Pick<Engine, 'listSessions' | 'pruneSessions' | 'forkSession' | 'deleteSession'>;

export function sessionCommands(context: EngineContext): SessionCommands {
  const { session, settings, ports } = context;
  const { workspace } = settings;
  return {
    async listSessions({ everywhere = false, ...page }) {
      reading(context);
      checkPage(page);
      return (await listed(context, { ...page, ...(!everywhere && { workspace }) })).map(entryOf);
    },

    async pruneSessions({ idleFor }) {
      reading(context);
      if (typeof idleFor !== 'number' || !(idleFor > 0)) {
        throw invalidInput('idleFor', 'a number of milliseconds above 0', kindOf(idleFor));
      }
      const pruned: SessionEntry[] = [];
      const idle: SessionPage = { workspace, olderThan: ports.clock() - idleFor, limit: ROWS_PER_READ };
      for (let page = await listed(context, idle); page.length > 0;) {
        for (const one of page) {
          // A session that was committed to since the list was read stays.
          if (one.session !== settings.session && (await ports.storage.remove(one, one.manifest)))
            pruned.push(entryOf(one));
        }
        const after = page.at(-1);
        page = page.length < ROWS_PER_READ || !after ? [] : await listed(context, { ...idle, after });
      }
      return pruned;
    },

    async forkSession(name) {
      checkName(name);
      await refuseTaken(context, name);
      // In the queue of commands, so that no commit of this owner lands amid the copy.
      await session.exclusively(async () => {
        const loaded = await ports.storage.load({ workspace, session: settings.session }, ROW_STORES);
        const { manifest: stored } = loaded;
        if (!stored && loaded.rows.length === 0) throw sessionDeleted(settings.session);
        const manifest = stored && isTrusted(stored) ? stored : session.state.manifest;
        const rows = numberedAnew(loaded.rows);
        const { head, step } = manifest;
        const events = [{ type: 'session-forked', from: settings.session, head }];
        const told = { after: undefined, step, before: { items: 0, tokens: 0 }, events };
        const fork = { ...manifest, head: 1, generation: ports.generation() };
        await makeSession(context, name, commitBatch(fork, told, rows, ports.generation()));
      });
      return entryOf(await found(context, name));
    },

    async deleteSession(name) {
      reading(context);
      checkName(name);
      if (name === settings.session) throw invalidName(name, 'a session other than the open one');
      await found(context, name);
      await ports.storage.remove({ workspace, session: name });
    },
  };
}

/**
 * Renumbers the rows of a fork, whose heads begin at 1 again: entries ordered or named by the heads of the original
 * session would mix with later ones.
 */
function numberedAnew(rows: readonly RowChange[]): readonly RowChange[] {
  const tail = rows.flatMap((row) => {
    const fields = row.store === 'tail' && verifiedFields<TailItem>(row.value);
    return fields ? [{ row, fields }] : [];
  });
  tail.sort(({ fields: one }, { fields: other }) => byDeparture(one, other));
  const placed = new Map(
    tail.map(({ row, fields }, turn) => {
      const value = withChecksum({ ...fields, left: { ...fields.left, head: 1, turn } });
      return [row, { ...row, value }];
    }),
  );
  const blocks = rows.filter(({ store }) => store === 'vectors');
  const named = new Map(blocks.map((row, turn) => [row, { ...row, key: blockKey(1, turn) }]));
  return rows.map((row) => placed.get(row) ?? named.get(row) ?? row);
}

export function entryOf({ session, workspace, manifest, row }: ListedSession): SessionEntry {
  const { items, messages, bytes = 0, head, time } = manifest;
  const about = verifiedFields<SessionRow>(row);
  const title = about?.title ?? about?.opening?.text;
  const entry = {
    session,
    workspace,
    title,
    createdAt: about?.createdAt,
    updatedAt: time,
    items,
    messages,
    bytes,
    head,
  };
  return about?.private ? { ...entry, private: true } : entry;
}

/** Returns one page of the conversations; the shared memory is not one. */
async function listed({ ports }: EngineContext, page: SessionPage): Promise<readonly ListedSession[]> {
  const found: ListedSession[] = [];
  const { limit = Infinity } = page;
  for (let from = page; ;) {
    const read = await ports.storage.sessions(from);
    found.push(...read.filter(({ session }) => session !== SHARED));
    const after = read.at(-1);
    if (!after || read.length < limit || found.length >= limit) return found.slice(0, limit);
    from = { ...page, after };
  }
}

/** @throws invalid-input */
export function checkPage({ after, limit, olderThan }: Omit<SessionListOptions, 'everywhere'>): void {
  if (limit !== undefined) checkLimit(limit);
  if (olderThan !== undefined && (typeof olderThan !== 'number' || Number.isNaN(olderThan))) {
    throw invalidInput('olderThan', 'a time in ms since 1970', kindOf(olderThan));
  }
  if (after !== undefined && (typeof after?.workspace !== 'string' || typeof after.session !== 'string')) {
    throw invalidInput('after', 'the last entry of the page before', kindOf(after));
  }
}

async function find({ ports, settings }: EngineContext, name: string): Promise<ListedSession | undefined> {
  const { workspace } = settings;
  const { manifest, rows } = await ports.storage.load({ workspace, session: name }, ['sessions']);
  // Damaged rows kept aside are in the same store.
  const row = rows.find(({ key }) => key === SESSION_KEY)?.value;
  return manifest && { workspace, session: name, manifest, row };
}

/** @throws not-found */
export async function found(context: EngineContext, name: string): Promise<ListedSession> {
  const stored = await find(context, name);
  if (stored) return stored;
  throw new WorkingMemoryError('not-found', `There is no session ${name} in this workspace.`, {
    what: 'session',
    name,
  });
}

/** @throws invalid-input */
export async function refuseTaken(context: EngineContext, name: string): Promise<void> {
  if (await find(context, name)) throw takenName(name);
}

/** @throws invalid-input if another owner took the name meanwhile */
export async function makeSession(
  { ports, settings }: EngineContext,
  name: string,
  batch: SessionBatch,
): Promise<void> {
  const outcome = await ports.storage.commit({ workspace: settings.workspace, session: name }, { head: 0 }, batch);
  if (outcome.status === 'moved') throw takenName(name);
}
