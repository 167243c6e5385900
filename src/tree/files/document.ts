// A file of the tree, and the results and events of commands on files. Types only.
import type { Source, Trust } from '../../provenance.ts';
import type { Blocks } from '../overview/system-blocks.ts';

export interface Document {
  readonly path: string;
  readonly text: string;
  /**
   * Counts the writes of this path, 1 = the first; updates of the system's own blocks do not count. Give it back as
   * `baseRevision` to write only over what you read.
   */
  readonly revision: number;
  readonly updatedAt: number;
  /** The agent step of the last write that was not the system's. */
  readonly step: number;
  /** Who wrote this revision. */
  readonly source: Source;
  readonly trust: Trust;
}

/** A document as a rule leaves it; `undefined` where it was deleted. */
export type DocumentTexts = ReadonlyMap<string, string | undefined>;

export type DocumentEvent =
  | { readonly type: 'session-created' }
  | {
      readonly type: 'file-written';
      readonly path: string;
      readonly revision: number;
      /** UTF-8 bytes. */
      readonly bytes: number;
      readonly source: Source;
    }
  /** The system's own parts of the overview changed; revision, writer and step stay those of the free text. */
  | { readonly type: 'blocks-updated'; readonly path: string; readonly bytes: number }
  /** A hard forget took quotations out of this revision, the current or a former one. */
  | { readonly type: 'file-redacted'; readonly path: string; readonly revision: number }
  /** An event was taken into the structured state. */
  | { readonly type: 'state-changed'; readonly kind: string }
  | { readonly type: 'file-renamed'; readonly from: string; readonly to: string }
  | { readonly type: 'file-deleted'; readonly path: string; readonly revision: number };

export interface WriteOptions {
  /** The revision the new text is based on; when the file has moved on, nothing is written. */
  readonly baseRevision?: number;
  /** Writes although the file has moved on or would lose most of its text. */
  readonly force?: boolean;
  /** Who writes; default `user`, the app. */
  readonly source?: Source;
}

export interface Written {
  readonly status: 'written';
  readonly path: string;
  readonly revision: number;
  readonly bytes: number;
}

export interface Conflict {
  readonly status: 'conflict';
  /** `stale`: somebody wrote in between · `shrinks`: most of the text would be lost. */
  readonly reason: 'stale' | 'shrinks';
  readonly path: string;
  readonly current: Document;
}

export type WriteResult = Written | Conflict;

export interface ShownConflict extends Conflict {
  /** What to do. */
  readonly hint: string;
  /** From the current text to the one that was to be written (`-` lost, `+` new). */
  readonly diff: string;
}

/** As the app sees it. */
export type ShownWriteResult = Written | ShownConflict;

/** What a command does to the tree. */
export interface TreeDecision<Result> {
  readonly events: DocumentEvent[];
  readonly texts: DocumentTexts;
  readonly result: Result;
}

/** The tree as the rules see it. Deleted paths keep their revision, so that a new file there does not begin at 1. */
export interface Tree {
  readonly files: ReadonlyMap<string, Document>;
  readonly deleted: ReadonlyMap<string, number>;
}

export interface RenameResult {
  readonly from: string;
  readonly to: string;
  readonly revision: number;
}

/** New bodies for some of the system's blocks. */
export interface BlockUpdate {
  /** What the `state` block must still hold for the update to count. */
  readonly expected: string | undefined;
  readonly blocks: Blocks;
  /** The type of the state event, for the journal. */
  readonly kind: string;
}
