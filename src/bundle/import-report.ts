// Options and result of an import. Types only.
import type { SkippedRecord } from './reading/skipped.ts';

/** Options of `import`: the treatment of records whose ids or paths are taken, and whether it only reports. */
export interface ImportOptions {
  /** Reports the effects of the import without changing anything. Default false. */
  readonly dryRun?: boolean;
  /**
   * Treatment of an id or a path that already exists: `keep` (default) the existing one · `replace` it: an item keeps
   * its place in the queue, the former text of a file goes to its history · `fork`: import into a new session and leave
   * this one alone. Messages are imported into an empty transcript only.
   */
  readonly conflict?: 'keep' | 'replace' | 'fork';
  /** Name of the new session; required with `fork`, otherwise not allowed. */
  readonly as?: string;
  /**
   * Author of the texts: `import` (default): others, so that no text comes into a prompt by itself · `bundle`: as the
   * bundle says. For a bundle that the user made with this app and brings from another device; never for a file of
   * unknown origin, because its author could speak as the user.
   */
  readonly provenance?: 'import' | 'bundle';
}

/** Answer of `import`, and of its dry run. */
export interface ImportResult {
  /** Name of the session that received the bundle; for a whole workspace, the one that imported it. */
  readonly session: string;
  /** Results of the sessions of an imported workspace; the numbers and lists next to it cover all of them. */
  readonly sessions?: readonly ImportResult[];
  /** True if this result is a preview and nothing was changed. */
  readonly dryRun: boolean;
  /** Items added to the store. */
  readonly items: number;
  /** Items added to the long tail. */
  readonly tail: number;
  /** Number of these that were in the bundle's store and did not fit into this one. */
  readonly overflow: number;
  /** Files created or rewritten. */
  readonly files: number;
  /** Former revisions of files added to the history. */
  readonly revisions: number;
  readonly messages: number;
  /** Hard-forgotten ids taken over from the bundle. */
  readonly tombstones: number;
  /** Ids and paths on both sides, with the side that was kept. */
  readonly conflicts: readonly ImportConflict[];
  /** Items of either side replaced by a newer one with their key: they are in the long tail and out of recall. */
  readonly replaced: readonly { readonly id: string; readonly by: string }[];
  /** Records that were not imported, or were changed, with the reason. */
  readonly skipped: readonly SkippedRecord[];
}

/** Names an item by its id or a file by its path. */
export interface ImportConflict {
  readonly item?: string;
  readonly path?: string;
  readonly kept: 'here' | 'imported';
}
