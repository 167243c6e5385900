// Searches the stored messages of sessions: no session is opened, and no index of the others is kept.
import type { SessionHit } from '../../api/sessions.ts';
import type { Engine } from '../../boundary/engine.ts';
import { invalidInput, kindOf } from '../../errors.ts';
import { CALL_DEFAULTS, MOST_SEARCHED, ROWS_PER_READ } from '../../options/policy.ts';
import { SESSIONS_LATIN, SessionSearch } from '../../recall/session-search.ts';
import { snippetCutter } from '../../recall/snippets.ts';
import type { Row } from '../../storage/port.ts';
import { SHARED } from '../../tree/session-name.ts';
import { type Message, searchableText } from '../../tree/transcript/transcript.ts';
import { type EngineContext, reading } from '../engine-context.ts';
import { checkLimit } from '../paging.ts';
import { verifiedFields } from '../session/row-checksum.ts';
import type { ListedSession } from '../session/stored/compact-storage.ts';
import { entryOf } from './sessions.ts';

const MOST_HITS = 1000;

type FoundPlace = Pick<SessionHit, 'message'> & { readonly key?: string };

export function searchCommands(context: EngineContext): Pick<Engine, 'searchSessions'> {
  const { storage } = context.ports;
  const { workspace } = context.settings;
  return {
    async searchSessions(query, { limit = CALL_DEFAULTS.recallLimit }) {
      reading(context);
      if (typeof query !== 'string') throw invalidInput('query', 'a text', kindOf(query));
      checkLimit(limit, MOST_HITS);
      const search = new SessionSearch<FoundPlace>(query);
      if (!search.hasTerms) throw invalidInput('query', 'a text with at least one word');
      const all = await storage.sessions({ workspace });
      const sessions = all.filter(({ session }) => session !== SHARED).sort(byUse);
      let left = MOST_SEARCHED;
      for (const session of sessions) {
        search.session();
        search.text(entryOf(session).title ?? '', { message: undefined });
        left -= await searchMessages(session, search, left);
      }
      const complete = sessions.reduce((sum, { manifest }) => sum + manifest.messages, 0) <= MOST_SEARCHED;
      const best = search.best();
      const found = sessions.flatMap((session, turn) => (best[turn] ? [{ session, ...best[turn] }] : []));
      // The sort is stable: among equals the one used last comes first.
      found.sort((one, other) => other.score - one.score);
      const cut = snippetCutter(query, { latin: SESSIONS_LATIN });
      const hits = found.slice(0, limit).map(async ({ session, score, place }): Promise<SessionHit> => {
        const entry = entryOf(session);
        const text = place.key === undefined ? entry.title : textOf(await storage.row(session, 'messages', place.key));
        return { ...entry, score, message: place.message, snippet: cut(text ?? '') };
      });
      return { hits: await Promise.all(hits), complete };
    },
  };

  /** @returns number of rows read, at most `most` */
  async function searchMessages(
    session: ListedSession,
    search: SessionSearch<FoundPlace>,
    most: number,
  ): Promise<number> {
    let read = 0;
    for (let after = ''; read < most;) {
      const limit = Math.min(ROWS_PER_READ, most - read);
      const rows = await storage.rows(session, 'messages', after, limit);
      for (const { key, value } of rows) search.text(textOf(value) ?? '', { message: Number(key), key });
      read += rows.length;
      after = rows.at(-1)?.key ?? '';
      if (rows.length < limit) break;
    }
    return read;
  }
}

function textOf(row: Row | undefined): string | undefined {
  const message = verifiedFields<Message>(row);
  return message && !message.redacted ? searchableText(message) : undefined;
}

const byUse = (one: ListedSession, other: ListedSession): number =>
  other.manifest.time - one.manifest.time || (one.session < other.session ? -1 : 1);
