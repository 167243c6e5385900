// The engine's calls about other sessions of its storage. Types only.
import type { SessionEntry, SessionHits, SessionListOptions, SessionSearchOptions } from '../api/sessions.ts';

export interface SessionList {
  /** Lists sessions of this workspace, or of every workspace in this storage. Reads manifests only. */
  listSessions(options: SessionListOptions): Promise<readonly SessionEntry[]>;
  /** Deletes the other sessions of this workspace without a commit for `idleFor` ms. @throws invalid-input */
  pruneSessions(options: { readonly idleFor: number }): Promise<readonly SessionEntry[]>;
  /** Copies this session under a new name. @throws invalid-input if the name is taken */
  forkSession(session: string): Promise<SessionEntry>;
  /** Names a session of this workspace. @throws invalid-input, not-found, session-busy, storage-* */
  renameSession(session: string, title: string): Promise<SessionEntry>;
  /** Finds sessions by title and messages. @throws invalid-input */
  searchSessions(query: string, options: SessionSearchOptions): Promise<SessionHits>;
  /** Deletes another session of this workspace. @throws invalid-input for this session, not-found */
  deleteSession(session: string): Promise<void>;
}
