// Names sessions, including those that are not open here.
import type { SessionEntry } from '../../api/sessions.ts';
import type { Engine } from '../../boundary/engine.ts';
import { sessionBusy, WorkingMemoryError } from '../../errors.ts';
import { MOST_ATTEMPTS } from '../../options/policy.ts';
import { STORAGE_VERSION } from '../../storage/port.ts';
import { checkName } from '../../tree/session-name.ts';
import { checkTitle } from '../../tree/session-title.ts';
import type { EngineContext } from '../engine-context.ts';
import type { SessionBatch } from '../session/apply.ts';
import { commitBatch } from '../session/commit-batch.ts';
import { isTrusted } from '../session/recovery/recount.ts';
import { SESSION_KEY } from '../session/recovery/verifying.ts';
import { verifiedFields, withChecksum } from '../session/row-checksum.ts';
import type { ListedSession } from '../session/stored/compact-storage.ts';
import type { SessionRow } from './session-row.ts';
import { entryOf, found } from './sessions.ts';

const RENAMED = { type: 'session-renamed' } as const;

export function titleCommands(context: EngineContext): Pick<Engine, 'renameSession'> {
  const { session, settings, ports } = context;
  return {
    async renameSession(name, given) {
      session.refuseIfClosed();
      checkName(name);
      const title = checkTitle(given);
      if (name !== settings.session) return renamed(name, title);
      await session.command(
        () => undefined,
        () => {
          const row = session.state.session;
          const isSame = row?.title === title;
          return { events: isSame ? [] : [RENAMED], content: { about: { ...row, title } }, result: undefined };
        },
      );
      return entryOf(await found(context, name));
    },
  };

  /** Commits once on another stored session; its owners follow it as they follow each other. */
  async function renamed(name: string, title: string): Promise<SessionEntry> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const stored = await found(context, name);
      const outcome = await ports.storage.commit(stored, stored.manifest, renaming(stored, title, ports.generation()));
      if (outcome.status === 'done') return entryOf(await found(context, name));
    }
    throw sessionBusy(MOST_ATTEMPTS);
  }
}

/** Makes the batch that renames a session. Naming is not use: the session's time stays. @throws storage-unavailable */
function renaming({ session, manifest, row }: ListedSession, title: string, salt: string): SessionBatch {
  const about = verifiedFields<SessionRow>(row);
  const { generation, commit: after, items, tokens, step } = manifest;
  if (!about || !isTrusted(manifest) || generation === undefined) {
    const reason = `the record of the session ${session} is damaged; open the session, which repairs it`;
    throw notNamed(reason);
  }
  if (manifest.version < STORAGE_VERSION) {
    const formats = `format ${manifest.version}; open the session, which upgrades it to format ${STORAGE_VERSION}`;
    throw notNamed(`the session ${session} is stored in ${formats}`);
  }
  const rows = [{ store: 'sessions' as const, key: SESSION_KEY, value: withChecksum({ ...about, title }) }];
  const told = { after, step, before: { items, tokens }, events: [RENAMED] };
  return commitBatch({ ...manifest, generation, head: manifest.head + 1 }, told, rows, salt);
}

const notNamed = (reason: string): WorkingMemoryError =>
  new WorkingMemoryError('storage-unavailable', `The session was not named: ${reason}.`, { reason });
