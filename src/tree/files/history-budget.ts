// How much of the files' past is kept: revisions per path, bytes of all revisions, deleted paths. Pure.
import type { Settings } from '../../options/options.ts';
import type { Document } from './document.ts';
import { utf8Bytes } from './tree-limits.ts';

/** A former revision that is stored; listed in the row of its path. */
export interface FormerRevision {
  readonly revision: number;
  /** UTF-8 bytes of the text. */
  readonly bytes: number;
  /** When it was replaced or deleted, ms since 1970. */
  readonly time: number;
}

export type HistoryLimits = Pick<Settings['files'], 'keptRevisions' | 'maxHistoryBytes' | 'keptDeletedPaths'>;

export interface HistoryBefore {
  /** The stored revisions by path, oldest first. */
  readonly former: ReadonlyMap<string, readonly FormerRevision[]>;
  /** Paths without a file after this commit. */
  readonly deleted: ReadonlySet<string>;
  /** Paths whose rows must not be written now. */
  readonly untouchable: ReadonlyMap<string, unknown>;
}

export interface HistoryAfter {
  /** The new lists of the paths whose list changed. */
  readonly former: ReadonlyMap<string, readonly FormerRevision[]>;
  /** Revisions to delete. */
  readonly dropped: readonly { readonly path: string; readonly revision: number }[];
  /** Deleted paths of which nothing is kept any more, not even the revision. */
  readonly forgotten: readonly string[];
}

/**
 * Takes new revisions into the history and drops what exceeds the limits: of a path its oldest revisions; of all
 * revisions first those of deleted paths, then the one that was replaced first; of the deleted paths the one that was
 * deleted first.
 */
export function keptHistory(
  { former: before, deleted, untouchable }: HistoryBefore,
  added: readonly (Document & { readonly time: number })[],
  { keptRevisions, maxHistoryBytes, keptDeletedPaths }: HistoryLimits,
): HistoryAfter {
  const former = new Map<string, readonly FormerRevision[]>();
  const dropped: { path: string; revision: number }[] = [];
  const listOf = (path: string): readonly FormerRevision[] => former.get(path) ?? before.get(path) ?? [];
  const drop = (path: string, gone: readonly FormerRevision[]): void => {
    if (gone.length === 0) return;
    former.set(
      path,
      listOf(path).filter((kept) => !gone.includes(kept)),
    );
    for (const { revision } of gone) dropped.push({ path, revision });
  };

  for (const { path, revision, text, time } of added) {
    const known = listOf(path).find((kept) => kept.revision === revision);
    const others = listOf(path).filter((kept) => kept !== known);
    const list = [...others, { revision, bytes: utf8Bytes(text), time: known?.time ?? time }];
    former.set(
      path,
      list.sort((one, other) => one.revision - other.revision),
    );
  }
  for (const path of former.keys()) drop(path, listOf(path).slice(0, -keptRevisions || undefined));

  const paths = [...new Set([...before.keys(), ...former.keys()])].sort();
  const stored = paths.flatMap((path) => listOf(path).map((kept) => ({ path, kept, isLiving: !deleted.has(path) })));
  let excess = stored.reduce((sum, { kept }) => sum + kept.bytes, -maxHistoryBytes);
  // Among equals in order of path and revision: sorting is stable.
  if (excess > 0) stored.sort((one, other) => +one.isLiving - +other.isLiving || one.kept.time - other.kept.time);
  for (const { path, kept } of stored) {
    if (excess <= 0) break;
    if (untouchable.has(path)) continue;
    drop(path, [kept]);
    excess -= kept.bytes;
  }

  const deletedAt = (path: string): number => listOf(path).at(-1)?.time ?? 0;
  const forgotten = [...deleted]
    .filter((path) => !untouchable.has(path))
    .sort()
    .sort((one, other) => deletedAt(one) - deletedAt(other))
    .slice(0, Math.max(0, deleted.size - keptDeletedPaths));
  for (const path of forgotten) {
    drop(path, listOf(path));
    former.delete(path);
  }
  return { former, dropped, forgotten };
}
