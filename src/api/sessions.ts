// Results of listing and searching sessions without opening them. Types only.
import type { Snippet } from '../recall/snippets.ts';

/** Options of `sessions.search`. */
export interface SessionSearchOptions {
  /** Most hits, 1–1000; default 10. */
  readonly limit?: number;
}

/** Options of `sessions.list`, which returns sessions in order of workspace and name. */
export interface SessionListOptions {
  /** Sessions of all workspaces of this storage; default false: of this one. */
  readonly everywhere?: boolean;
  /** The last entry of the previous page; the list continues after it. */
  readonly after?: Pick<SessionEntry, 'workspace' | 'session'>;
  /** Most sessions, 1–10,000; default all. A shorter page is the last one. */
  readonly limit?: number;
  /** Only sessions with `updatedAt` before this time, ms since 1970. */
  readonly olderThan?: number;
}

/** Answer of `sessions.search`. */
export interface SessionHits {
  readonly hits: readonly SessionHit[];
  /** False if older sessions, or the oldest messages of one, were not read. */
  readonly complete: boolean;
}

/** A matching session with its best match. */
export interface SessionHit extends SessionEntry {
  /** Share of the query that the title or the message holds, 0–1; rare words count more. */
  readonly score: number;
  /** Index of the message; undefined if the title matches. */
  readonly message: number | undefined;
  /** Snippet of the message or the title. */
  readonly snippet: Snippet;
}

/** One session in a list, without its content. */
export interface SessionEntry {
  readonly session: string;
  /** Title that the app gave it, or else the first words of its user, at most 60 characters; undefined without both. */
  readonly title: string | undefined;
  /** Working directory of the session. */
  readonly workspace: string;
  /** Time of creation, ms since 1970; undefined if the record is damaged. */
  readonly createdAt: number | undefined;
  /** Time of the latest commit, ms since 1970; not changed by `rename` of a session that is not open here. */
  readonly updatedAt: number;
  /** Items in the store. */
  readonly items: number;
  /** Messages in the transcript. */
  readonly messages: number;
  /** UTF-8 bytes of the transcript; 0 for a session of an older format until it is written again. */
  readonly bytes: number;
  /** Number of the latest commit. */
  readonly head: number;
  /** True for a private conversation (option `private`). */
  readonly private?: true;
}
