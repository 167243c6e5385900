// How much of the files' past is kept: revisions per path, bytes of all revisions, deleted paths. Pure.
import type { Settings } from '../../options.ts';
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

  const paths = [...new Set([...before.keys(), ...former.keys()])];
  const changeable = paths.filter((path) => !untouchable.has(path));
  const bytesOf = (path: string): number => listOf(path).reduce((sum, { bytes }) => sum + bytes, 0);
  let excess = paths.reduce((sum, path) => sum + bytesOf(path), 0) - maxHistoryBytes;
  if (excess > 0) {
    const all = changeable.flatMap((path) =>
      listOf(path).map((kept) => ({ path, kept, isDeleted: deleted.has(path) })),
    );
    all.sort(
      (one, other) =>
        Number(other.isDeleted) - Number(one.isDeleted) ||
        one.kept.time - other.kept.time ||
        (one.path < other.path ? -1 : Number(one.path > other.path)) ||
        one.kept.revision - other.kept.revision,
    );
    for (const { path, kept } of all) {
      if (excess <= 0) break;
      drop(path, [kept]);
      excess -= kept.bytes;
    }
  }

  const tooMany = deleted.size - keptDeletedPaths;
  if (tooMany <= 0) return { former, dropped, forgotten: [] };
  const deletedAt = (path: string): number => listOf(path).at(-1)?.time ?? 0;
  const forgotten = [...deleted]
    .filter((path) => !untouchable.has(path))
    .sort((one, other) => deletedAt(one) - deletedAt(other) || (one < other ? -1 : 1))
    .slice(0, tooMany);
  for (const path of forgotten) {
    drop(path, listOf(path));
    former.delete(path);
  }
  return { former, dropped, forgotten };
}
