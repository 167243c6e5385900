// Sessions beside the open one: list, fork, delete. None of them reads a message to list it.
import type { SessionEntry } from '../api.ts';
import type { Engine } from '../engine-api.ts';
import { WorkingMemoryError } from '../errors.ts';
import { ROW_STORES, type SessionAddress, type StoredSession } from '../ports/storage.ts';
import { unsealed } from './check.ts';
import { type EngineContext, reading } from './context.ts';
import type { SessionRow } from './state.ts';

type SessionCommands = Pick<Engine, 'listSessions' | 'forkSession' | 'deleteSession'>;

export function sessionCommands(context: EngineContext): SessionCommands {
  const { session, settings, ports } = context;
  const { workspace } = settings;

  const find = async (name: string): Promise<StoredSession | undefined> =>
    (await ports.storage.sessions()).find((stored) => stored.workspace === workspace && stored.session === name);

  return {
    async listSessions(everywhere) {
      reading(context);
      const stored = await ports.storage.sessions();
      return stored.filter((one) => everywhere || one.workspace === workspace).map(entryOf);
    },

    async forkSession(name) {
      checkName(name);
      if (await find(name)) throw invalidSession(name, 'the name of a session that does not exist yet');
      // In the queue of commands, so that the copy is of one moment.
      await session.exclusively(async () => {
        const { manifest, rows } = await ports.storage.load({ workspace, session: settings.session }, ROW_STORES);
        if (!manifest) return;
        const { time, step, items, tokens } = manifest;
        const usage = { before: { items: 0, tokens: 0 }, after: { items, tokens } };
        const events = [{ type: 'session-forked', from: settings.session, head: manifest.head }];
        const target: SessionAddress = { workspace, session: name };
        const outcome = await ports.storage.commit(target, 0, {
          manifest: { ...manifest, head: 1 },
          entry: { head: 1, time, step, usage, events, touched: rows.map(({ store, key }) => ({ store, key })) },
          rows,
          dropJournalUpTo: 0,
        });
        if (outcome.status === 'moved') throw invalidSession(name, 'the name of a session that does not exist yet');
      });
      return entryOf((await find(name)) as StoredSession);
    },

    async deleteSession(name) {
      reading(context);
      if (name === settings.session) throw invalidSession(name, 'another session than the one that is open here');
      if (!(await find(name))) {
        throw new WorkingMemoryError('not-found', `There is no session ${name} in this workspace.`, {
          what: 'session',
          name,
        });
      }
      await ports.storage.remove({ workspace, session: name });
    },
  };
}

function entryOf({ session, workspace, manifest, row }: StoredSession): SessionEntry {
  const { items, messages, head, time } = manifest;
  const about = row && (unsealed(row) as SessionRow | undefined);
  return { session, workspace, createdAt: about?.createdAt, updatedAt: time, items, messages, head };
}

export function checkName(name: unknown): void {
  const isName = typeof name === 'string' && name.trim() !== '' && name.length <= 200;
  if (!isName) throw invalidSession(String(name), 'a name of 1 to 200 characters');
}

export const invalidSession = (name: string, expected: string): WorkingMemoryError =>
  new WorkingMemoryError(
    'invalid-input',
    `The session ${JSON.stringify(name.slice(0, 60))} must be ${expected}. Nothing was changed.`,
    {
      argument: 'session',
      expected,
    },
  );
