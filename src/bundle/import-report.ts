// What may be said about an import, and what it answers. Types only.
import type { SkippedRecord } from './skipped.ts';

export interface ImportOptions {
  /** Says what would happen and changes nothing. Default false. */
  readonly dryRun?: boolean;
  /**
   * When an id or a path is here already: `keep` (default) what is here · `replace` it; an item stays at its place in
   * the queue, a file's text goes to its history · `fork`: this session stays as it is, a new one is made of the bundle.
   * The transcript only grows: messages are taken over where there are none yet.
   */
  readonly conflict?: 'keep' | 'replace' | 'fork';
  /** Name of the new session; with `fork`, and only then. */
  readonly as?: string;
}

export interface ImportResult {
  /** The session it went into. */
  readonly session: string;
  /** True when nothing was changed: this is what would happen. */
  readonly dryRun: boolean;
  /** Items added to the store. */
  readonly items: number;
  /** Items added to the long tail. */
  readonly tail: number;
  /** Those of them that were in the bundle's store and find no room in this one. */
  readonly overflow: number;
  /** Files that are new or have a new text. */
  readonly files: number;
  /** Former revisions of files. */
  readonly revisions: number;
  readonly messages: number;
  /** Ids that were forgotten for good there, and now are here. */
  readonly tombstones: number;
  /** What both have, and whose stayed. */
  readonly conflicts: readonly ImportConflict[];
  /** What was not taken over, and why; after a thousand they are only counted. */
  readonly skipped: readonly SkippedRecord[];
}

/** An item by its id or a file by its path. */
export interface ImportConflict {
  readonly item?: string;
  readonly path?: string;
  readonly kept: 'here' | 'imported';
}
