// The format of a bundle: one complete session outside of storage, without checksums.
import type { Trust } from '../provenance.ts';
import type { CheckedMessage } from '../tree/transcript/transcript.ts';
import type { Item, TailItem } from '../items/item.ts';
import type { Document } from '../tree/files/document.ts';
import type { Settings } from '../options.ts';

export const BUNDLE_FORMAT = 'working-memory';
export const BUNDLE_VERSION = 1;

export interface BundleMessage extends CheckedMessage {
  readonly index: number;
  readonly time: number;
  readonly step: number;
  readonly trust: Trust;
  readonly redacted?: true;
}

export interface BundleManifest {
  readonly head: number;
  readonly time: number;
  readonly step: number;
  readonly nextSequence: number;
}

export interface Bundle {
  readonly format: typeof BUNDLE_FORMAT;
  readonly version: typeof BUNDLE_VERSION;
  readonly workspace: string;
  readonly session: string;
  /** Working directory of the session, as given by the app. */
  readonly cwd: string;
  /** ms since 1970; 0 = unknown. */
  readonly createdAt: number;
  readonly manifest: BundleManifest;
  /** The store, in order of sequence. */
  readonly items: readonly Item[];
  /** The long tail, in the order in which items left the store. */
  readonly tail: readonly TailItem[];
  readonly files: readonly Document[];
  /** Deleted paths with their last revision. */
  readonly deleted: readonly { readonly path: string; readonly revision: number }[];
  /** Former revisions of files. */
  readonly history: readonly Document[];
  readonly messages: readonly BundleMessage[];
  readonly tombstones: readonly { readonly id: string; readonly time: number; readonly step: number }[];
  /** The kept journal entries, oldest first. For readers of the bundle only: imports ignore them. */
  readonly journal: readonly { readonly head: number }[];
}

/** Journal event of an import: how many records it wrote. */
export interface TransferEvent {
  readonly type: 'session-imported';
  readonly items: number;
  /** Items that existed before the import and were overwritten. */
  readonly replaced: number;
  readonly tail: number;
  readonly files: number;
  readonly messages: number;
  /** Sequence number of the next item. */
  readonly nextSequence: number;
}

export type BundleLimits = Pick<Settings, 'limits' | 'files' | 'transcript' | 'import'>;
