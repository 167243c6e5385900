// The form of a bundle: one session outside of storage, complete and without checksums.
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
  /** The working directory as the app gave it. */
  readonly cwd: string;
  /** 0 = not known. */
  readonly createdAt: number;
  readonly manifest: BundleManifest;
  /** By sequence. */
  readonly items: readonly Item[];
  /** In the order in which they left. */
  readonly tail: readonly TailItem[];
  readonly files: readonly Document[];
  /** Deleted paths with their last revision. */
  readonly deleted: readonly { readonly path: string; readonly revision: number }[];
  /** Former revisions. */
  readonly history: readonly Document[];
  readonly messages: readonly BundleMessage[];
  readonly tombstones: readonly { readonly id: string; readonly time: number; readonly step: number }[];
  /** The entries that are kept, oldest first: for whoever reads the bundle; an import does not rewrite a journal. */
  readonly journal: readonly { readonly head: number }[];
}

/** What an import did, in numbers. */
export interface TransferEvent {
  readonly type: 'session-imported';
  readonly items: number;
  /** Items that were here already and may have another text now. */
  readonly replaced: number;
  readonly tail: number;
  readonly files: number;
  readonly messages: number;
  /** Sequence number the next item will get. */
  readonly nextSequence: number;
}

export type BundleLimits = Pick<Settings, 'limits' | 'files' | 'transcript' | 'import'>;
