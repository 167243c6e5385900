// What a list of sessions shows and finds without opening them. Types only.
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
  /** The last entry of the page before; the list goes on behind it. */
  readonly after?: Pick<SessionEntry, 'workspace' | 'session'>;
  /** Most sessions, 1–10,000; default all. A shorter page is the last one. */
  readonly limit?: number;
  /** Only sessions with `updatedAt` before this time, ms since 1970. */
  readonly olderThan?: number;
}

/** Answer of `sessions.search`. */
export interface SessionHits {
  readonly hits: readonly SessionHit[];
  /** False where older sessions, or the oldest messages of one, were not read. */
  readonly complete: boolean;
}

/** One session that was found, with the place that answers best. */
export interface SessionHit extends SessionEntry {
  /** 0–1: how much of the query the title or the message holds, its rare words counting more. */
  readonly score: number;
  /** Index of the message; undefined where the title answers. */
  readonly message: number | undefined;
  /** Of the message or the title. */
  readonly snippet: Snippet;
}

/** One session in a list, without its content. */
export interface SessionEntry {
  readonly session: string;
  /** The title that the app gave it, else the first words of its user, at most 60 characters; undefined before both. */
  readonly title: string | undefined;
  /** Working directory of the session. */
  readonly workspace: string;
  /** ms since 1970; undefined when the record is damaged. */
  readonly createdAt: number | undefined;
  /** Time of the latest commit, ms since 1970; not changed by `rename` of a session that is not open here. */
  readonly updatedAt: number;
  /** Items in the store. */
  readonly items: number;
  /** Messages in the transcript. */
  readonly messages: number;
  /** UTF-8 bytes of the transcript; 0 while a session of an older format was not yet written again. */
  readonly bytes: number;
  /** Number of the latest commit. */
  readonly head: number;
  /** True for a private conversation (option `private`). */
  readonly private?: true;
}
