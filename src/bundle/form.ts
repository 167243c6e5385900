// The format of a bundle: one complete session outside of storage, without checksums.
import type { Trust } from '../options/provenance.ts';
import type { CheckedMessage } from '../tree/transcript/transcript.ts';
import type { Item, TailItem } from '../items/item.ts';
import type { Document } from '../tree/files/document.ts';
import type { Settings } from '../options/options.ts';

/** Value of `format`; marks JSON and zips as bundles of this library. */
export const BUNDLE_FORMAT = 'working-memory';
/** The same for the JSON of a whole workspace. */
export const WORKSPACE_FORMAT = 'working-memory-workspace';
/** Grows with every change that older versions cannot read. */
export const BUNDLE_VERSION = 1;

/** A message of the transcript with the numbers that the session gave it. */
export interface BundleMessage extends CheckedMessage {
  /** Place in the transcript, from 0. */
  readonly index: number;
  /** ms since 1970. */
  readonly time: number;
  /** The agent step in which it was appended. */
  readonly step: number;
  readonly trust: Trust;
  /** The message is a stub: its text was hard-forgotten. */
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

/** All records of the session but the damaged ones. The context ledger and vectors are rebuilt after an import. */
export interface Bundle {
  readonly format: typeof BUNDLE_FORMAT;
  readonly version: typeof BUNDLE_VERSION;
  readonly workspace: string;
  readonly session: string;
  /** Working directory of the session, as given by the app. */
  readonly cwd: string;
  /** ms since 1970; 0 = unknown. */
  readonly createdAt: number;
  /** The name that the app gave the session; absent where it gave none. */
  readonly title?: string;
  /** Of the hashes of its messages; absent where they have none, and in bundles of former versions. */
  readonly salt?: string;
  /** A private conversation. */
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
  /** Large parts of messages, each once; absent where there are none. */
  readonly parts?: readonly BundlePart[];
  /** Hard-forgotten items: id, time in ms since 1970, step. */
  readonly tombstones: readonly { readonly id: string; readonly time: number; readonly step: number }[];
  /** The kept journal entries, oldest first. For readers of the bundle only: imports ignore them. */
  readonly journal: readonly { readonly head: number }[];
}

/** A part of messages, as its row holds it. */
export interface BundlePart {
  readonly hash: string;
  readonly bytes: number;
  readonly data: string;
}

/** Journal event of an import: how many records it wrote. */
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
