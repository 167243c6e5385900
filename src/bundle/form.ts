// The format of a bundle: one complete session outside of storage, without checksums.
import type { Trust } from '../options/provenance.ts';
import type { CheckedMessage } from '../tree/transcript/transcript.ts';
import type { Item, TailItem } from '../items/item.ts';
import type { Document } from '../tree/files/document.ts';
import type { Settings } from '../options/options.ts';

/** Value of `format`; marks JSON and zips as bundles of this library. */
export const BUNDLE_FORMAT = 'working-memory';
/** Value of `format` in the JSON of a whole workspace. */
export const WORKSPACE_FORMAT = 'working-memory-workspace';
/** Grows with every change that older versions cannot read. */
export const BUNDLE_VERSION = 1;

/** A message of the transcript with the numbers from its session. */
export interface BundleMessage extends CheckedMessage {
  /** Place in the transcript, from 0. */
  readonly index: number;
  /** Time of the message, ms since 1970. */
  readonly time: number;
  /** Agent step in which it was appended. */
  readonly step: number;
  readonly trust: Trust;
  /** True if the message is a stub: its text was hard-forgotten. */
  readonly redacted?: true;
}

/** Counters of the session at the time of the export. */
export interface BundleManifest {
  /** Number of the last commit. */
  readonly head: number;
  /** Time of the last commit, ms since 1970. */
  readonly time: number;
  /** Current agent step. */
  readonly step: number;
  /** Sequence number of the next item. */
  readonly nextSequence: number;
}

/** All records of the session except damaged ones. The context ledger and vectors are rebuilt after an import. */
export interface Bundle {
  readonly format: typeof BUNDLE_FORMAT;
  readonly version: typeof BUNDLE_VERSION;
  readonly workspace: string;
  readonly session: string;
  /** Working directory of the session, as given by the app. */
  readonly cwd: string;
  /** Time of creation, ms since 1970; 0 = unknown. */
  readonly createdAt: number;
  /** Title from the app; absent without one. */
  readonly title?: string;
  /** Salt of the hashes of its messages; absent if they have none, and in bundles of former versions. */
  readonly salt?: string;
  /** True for a private conversation. */
  readonly private?: true;
  readonly manifest: BundleManifest;
  /** The store, in order of sequence. */
  readonly items: readonly Item[];
  /** The long tail, in the order in which items left the store. */
  readonly tail: readonly TailItem[];
  /** Current revisions. */
  readonly files: readonly Document[];
  /** Deleted paths with their last revision. */
  readonly deleted: readonly { readonly path: string; readonly revision: number }[];
  /** Former revisions of files. */
  readonly history: readonly Document[];
  readonly messages: readonly BundleMessage[];
  /** Large parts of messages, each once; absent if there are none. */
  readonly parts?: readonly BundlePart[];
  /** Hard-forgotten items: id, time in ms since 1970, step. */
  readonly tombstones: readonly { readonly id: string; readonly time: number; readonly step: number }[];
  /** The kept journal entries, oldest first. Only for readers of the bundle: imports ignore them. */
  readonly journal: readonly { readonly head: number }[];
}

/** A part of messages, as in its row. */
export interface BundlePart {
  readonly hash: string;
  readonly bytes: number;
  readonly data: string;
}

/** Journal event of an import: the numbers of records that it wrote. */
export interface TransferEvent {
  readonly type: 'session-imported';
  /** Items added to the store. */
  readonly items: number;
  /** Items that existed before the import and were overwritten. */
  readonly replaced: number;
  /** Items added to the long tail. */
  readonly tail: number;
  readonly files: number;
  readonly messages: number;
  /** Sequence number of the next item. */
  readonly nextSequence: number;
}

/** Limits that a bundle must keep to be imported. */
export type BundleLimits = Pick<Settings, 'limits' | 'files' | 'transcript' | 'import'>;
