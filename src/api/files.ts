// `memory.files` and `memory.transcript`: the tree of a session and its messages. Types only.
import type { RecallOptions } from '../recall/query.ts';
import type { Document, RenameResult, ShownWriteResult, WriteOptions } from '../tree/files/document.ts';
import type { OverviewStatus } from '../tree/overview/overview.ts';
import type { Message, NewMessage } from '../tree/transcript/transcript.ts';
import type { CallOptions } from './call-options.ts';
import type { RecallResult } from './recall.ts';

/**
 * The files of a session: `overview.md`, part of every prompt; `detail/…`, for the model to read on demand; `archive/…`,
 * for texts that left the prompt. The options `files.*` limit their size and number.
 */
export interface Files {
  /**
   * Returns the current revision.
   * @throws not-found, path-not-allowed
   * @example const { text, revision } = await memory.files.read('overview.md');
   */
  read(path: string): Promise<Document>;
  /**
   * Replaces the whole text or creates the file. Instead of writing, it returns a conflict if the file is no longer at
   * `baseRevision`, or if the new text would drop most of the old one; `force` writes in both cases. The system's
   * blocks of the overview stay as they are.
   * @throws path-not-allowed, invalid-input · tree-full: over a limit of `files.*` · not-found: `baseRevision` of a file
   * that does not exist · session-busy, storage-*. Nothing was written.
   * @example await memory.files.write('detail/plan.md', '# Plan\n', { baseRevision: revision });
   */
  write(path: string, text: string, options?: WriteOptions & CallOptions): Promise<ShownWriteResult>;
  /**
   * Records that the model has seen this revision of a file, for example because a tool of the app showed it; tools of
   * this memory record it themselves. Writes with `baseRevision: 'seen'` are based on it; one that the file has not
   * reached counts as not seen, and the record of seen revisions begins anew. @throws invalid-input
   * @example await memory.files.markSeen('detail/plan.md', revision);
   */
  markSeen(path: string, revision: number): Promise<void>;
  /**
   * Returns the latest revision of a file that the model saw: one that a tool showed, that the model wrote, or, for the
   * overview, that a request holds as a whole. Undefined if it saw none, or one that is no longer kept.
   * @throws path-not-allowed
   * @example const seen = await memory.files.lastSeen('overview.md');
   */
  lastSeen(path: string): Promise<Document | undefined>;
  /**
   * Returns every file without its text, in order of paths.
   * @example const paths = (await memory.files.list()).map(({ path }) => path);
   */
  list(): Promise<readonly FileEntry[]>;
  /**
   * Replaces a passage that occurs in the file exactly once.
   * @throws invalid-input, not-found, tree-full
   * @example await memory.files.edit('detail/plan.md', 'Monday', 'Tuesday');
   */
  edit(path: string, find: string, replace: string, options?: Pick<WriteOptions, 'source'>): Promise<ShownWriteResult>;
  /**
   * Moves a file; `overview.md` stays.
   * @throws not-found, path-not-allowed · invalid-input: `to` exists already
   * @example await memory.files.rename('detail/plan.md', 'archive/plan.md');
   */
  rename(from: string, to: string): Promise<RenameResult>;
  /**
   * Deletes a file but keeps its history; `overview.md` stays.
   * @throws not-found, path-not-allowed
   * @example await memory.files.delete('detail/plan.md');
   */
  delete(path: string): Promise<{ readonly path: string; readonly revision: number }>;
  /**
   * Returns former revisions, oldest first, without the current one; `files.keptRevisions` of them are kept.
   * @example const former = await memory.files.history('overview.md');
   */
  history(path: string): Promise<readonly Document[]>;
  /**
   * Writes a former revision as the newest one, under its former writer.
   * @throws not-found, tree-full
   * @example await memory.files.restore('overview.md', 3);
   */
  restore(path: string, revision: number): Promise<ShownWriteResult>;
  /**
   * Does the same as `items.remember`, with another default scope: files and transcript.
   * @throws invalid-input
   * @example const { hits } = await memory.files.search('Which port does the server use?');
   */
  search(prompt: string, options?: RecallOptions & CallOptions): Promise<RecallResult>;
  /**
   * Reports whether the model maintains its overview, judged by the free text alone.
   * @example const { status, stepsSince } = await memory.files.overviewStatus();
   */
  overviewStatus(): Promise<OverviewState>;
}

/** A file in the answer of `files.list`, without its text. */
export interface FileEntry {
  readonly path: string;
  /** Number of writes of this path, from 1. */
  readonly revision: number;
  /** Time of the last change, ms since 1970. */
  readonly updatedAt: number;
  /** UTF-8 bytes of the text. */
  readonly bytes: number;
}

/** Answer of `files.overviewStatus`. */
export interface OverviewState {
  readonly status: OverviewStatus;
  /** Revision of `overview.md`. */
  readonly revision: number;
  /** Agent steps since the free text was last written. */
  readonly stepsSince: number;
}

/**
 * The messages and tool calls of the session, in order. The transcript only grows; beyond `transcript.maxBytes` the oldest
 * messages are dropped, and a stub stands in the place of each.
 */
export interface Transcript {
  /**
   * Appends messages in one commit.
   * @throws invalid-input, session-busy, storage-*: nothing was appended
   * @example await memory.transcript.append({ role: 'user', text: 'Hello' });
   */
  append(messages: NewMessage | readonly NewMessage[]): Promise<AppendResult>;
  /**
   * Returns messages in order.
   * @param options `from`: index of the first message, default 0 · `limit`: 1–10,000, default 100
   * @throws invalid-input
   * @example const messages = await memory.transcript.read({ from: 100, limit: 50 });
   */
  read(options?: { readonly from?: number; readonly limit?: number }): Promise<readonly Message[]>;
  /**
   * Returns the number of messages.
   * @example const count = await memory.transcript.count();
   */
  count(): Promise<number>;
}

/** Answer of `transcript.append`. */
export interface AppendResult {
  /** Index of the first appended message. */
  readonly first: number;
  /** Number of appended messages. */
  readonly count: number;
}
