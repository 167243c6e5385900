// A file of the tree; results and events of the commands on files. Types only.
import type { Source, Trust } from '../../options/provenance.ts';
import type { Blocks } from '../overview/system-blocks.ts';

/** One revision of a file. */
export interface Document {
  /** `overview.md`, `detail/…` or `archive/…`. */
  readonly path: string;
  readonly text: string;
  /**
   * Number of writes of this path, from 1; updates of the system's blocks do not count. Pass it as `baseRevision` to
   * replace only the text that you read.
   */
  readonly revision: number;
  /** Time of the last change, ms since 1970. */
  readonly updatedAt: number;
  /** Agent step of the last write, not counting the system's writes. */
  readonly step: number;
  /** Author of this revision. */
  readonly source: Source;
  /** Trust level, 0–2, derived from the source. */
  readonly trust: Trust;
}

/** New texts by path; `undefined` deletes the file. */
export type DocumentTexts = ReadonlyMap<string, string | undefined>;

/** A change of a file or of the session's record, as the audit keeps it: paths and numbers, no text. */
export type DocumentEvent =
  | { readonly type: 'session-created' }
  /** The app named the session, or a hard forget cut quotations out of its title. */
  | { readonly type: 'session-renamed' }
  /** The app withheld a text from recalled notes. */
  | { readonly type: 'text-withheld' }
  /** The app opened the session as private: other conversations no longer find anything in it. */
  | { readonly type: 'session-made-private' }
  | {
      readonly type: 'file-written';
      readonly path: string;
      readonly revision: number;
      /** UTF-8 bytes of the text. */
      readonly bytes: number;
      readonly source: Source;
      /** Trust, if lower than that of the source. */
      readonly trust?: Trust;
    }
  /** Blocks of the system changed; revision, source and step remain those of the free text. */
  | { readonly type: 'blocks-updated'; readonly path: string; readonly bytes: number }
  /** A hard forget cut quotations out of this revision, the current or a former one. */
  | { readonly type: 'file-redacted'; readonly path: string; readonly revision: number }
  /** The structured state took an event of the type `kind`. */
  | { readonly type: 'state-changed'; readonly kind: string }
  | { readonly type: 'file-renamed'; readonly from: string; readonly to: string }
  | { readonly type: 'file-deleted'; readonly path: string; readonly revision: number };

/** How `files.write` treats an existing text. */
export interface WriteOptions {
  /**
   * Revision on which the new text is based; a newer file gives a conflict. 0 = the file must not exist. `seen`, for a
   * write of the model: the revision that the model saw last, in a request or by a tool. Later changes by others are
   * merged in; a change of the same lines, or of a text that it never saw, gives a conflict, even with `force`.
   */
  readonly baseRevision?: number | 'seen';
  /** Writes despite a newer revision and despite losing most of the text; default false. */
  readonly force?: boolean;
  /** Author of the text; default `user`. */
  readonly source?: Source;
}

/** Options of a write whose base is known by its number. */
export type DirectWriteOptions = WriteOptions & {
  readonly baseRevision?: number;
  /** Lowers the trust of the source. */
  readonly trust?: Trust;
};

/** Answer of a write that was carried out. */
export interface Written {
  readonly status: 'written';
  readonly path: string;
  /** The new revision. */
  readonly revision: number;
  /** UTF-8 bytes of the new text. */
  readonly bytes: number;
  /** If the file changed after the model saw it: line diff from the given text to the written one. */
  readonly merged?: string;
}

/** Answer of a write that was refused: nothing was written. */
export interface Conflict {
  readonly status: 'conflict';
  /** `stale`: the file is newer than `baseRevision` · `shrinks`: the write would drop most of the text. */
  readonly reason: 'stale' | 'shrinks';
  readonly path: string;
  /** The present file. */
  readonly current: Document;
}

export type WriteResult = Written | Conflict;

export interface ShownConflict extends Conflict {
  /** Advice for the conflict, in English. */
  readonly hint: string;
  /** Line diff from the current text to the rejected one: `-` dropped, `+` new. */
  readonly diff: string;
}

/** Result of a write for the app. */
export type ShownWriteResult = Written | ShownConflict;

/** Outcome of a command: its events, the new texts, and the result for the caller. */
export interface TreeDecision<Result> {
  readonly events: DocumentEvent[];
  readonly texts: DocumentTexts;
  readonly result: Result;
}

/** The files by path. Deleted paths keep their revision, so that a new file at the path does not restart at 1. */
export interface Tree {
  readonly files: ReadonlyMap<string, Document>;
  readonly deleted: ReadonlyMap<string, number>;
  /** Files, by path, that another program added or changed and that do not fit. */
  readonly heldBack?: ReadonlyMap<string, HeldBackFile>;
}

/** An external file that is not part of the session: it stays on disk as it is, and no command writes its path. */
export interface HeldBack {
  readonly path: string;
  readonly bytes: number;
  /** Reason, in English. */
  readonly reason: string;
}

export interface HeldBackFile extends HeldBack {
  /** @throws path-not-allowed */
  refuse(): never;
}

/** Answer of `files.rename`. */
export interface RenameResult {
  readonly from: string;
  readonly to: string;
  /** Revision at the new path. */
  readonly revision: number;
}

/** New bodies for some of the system's blocks. */
export interface BlockUpdate {
  /** Body of the `state` block on which the update is based; another body rejects the update. */
  readonly expected: string | undefined;
  readonly blocks: Blocks;
  /** Type of the state event, for the journal. */
  readonly kind: string;
}
