// Limits the history of files: revisions per path, bytes of all revisions, deleted paths. Pure.
import type { Settings } from '../../options/options.ts';
import type { Document } from './document.ts';
import { utf8Bytes } from '../utf8-bytes.ts';

/** A stored former revision; listed in the row of its path. */
export interface FormerRevision {
  readonly revision: number;
  /** UTF-8 bytes of the text. */
  readonly bytes: number;
  /** Time at which it was replaced or deleted, ms since 1970. */
  readonly time: number;
}

export type HistoryLimits = Pick<Settings['files'], 'keptRevisions' | 'maxHistoryBytes' | 'keptDeletedPaths'>;

const bytesOf = (list: readonly FormerRevision[] = []): number => list.reduce((sum, { bytes }) => sum + bytes, 0);

export interface HistoryBefore {
  /** Stored revisions by path, oldest first. */
  readonly former: ReadonlyMap<string, readonly FormerRevision[]>;
  /** Paths without a file after this commit. */
  readonly deleted: ReadonlySet<string>;
  /** Paths whose rows must not be written now. */
  readonly untouchable: ReadonlyMap<string, unknown>;
}

export interface HistoryAfter {
  /** New lists of the paths whose list changed. */
  readonly former: ReadonlyMap<string, readonly FormerRevision[]>;
  /** Revisions to delete. */
  readonly dropped: readonly { readonly path: string; readonly revision: number }[];
  /** Deleted paths of which nothing is kept any more, not even the revision. */
  readonly forgotten: readonly string[];
}

/**
 * Takes new revisions into the history and drops those beyond the limits: the oldest of a path; over all paths, first
 * those of deleted paths, then those of the path whose oldest one was replaced first; among deleted paths, the one
 * deleted first.
 *
 * Every write of a file calls this, so it only adds sizes up; if the history is too large, it compares the oldest
 * revisions of the paths, never all revisions.
 */
export function keptHistory(
  { former: before, deleted, untouchable }: HistoryBefore,
  added: readonly (Document & { readonly time: number })[],
  { keptRevisions, maxHistoryBytes, keptDeletedPaths }: HistoryLimits,
): HistoryAfter {
  const former = new Map<string, readonly FormerRevision[]>();
  const dropped: { path: string; revision: number }[] = [];
  let excess = -maxHistoryBytes;
  for (const list of before.values()) excess += bytesOf(list);
  const listOf = (path: string): readonly FormerRevision[] => former.get(path) ?? before.get(path) ?? [];
  const put = (path: string, list: readonly FormerRevision[]): void => {
    excess += bytesOf(list) - bytesOf(listOf(path));
    former.set(path, list);
  };
  const dropOldest = (path: string, count: number): void => {
    if (count <= 0) return;
    for (const { revision } of listOf(path).slice(0, count)) dropped.push({ path, revision });
    put(path, listOf(path).slice(count));
  };

  for (const { path, revision, text, time } of added) {
    const known = listOf(path).find((kept) => kept.revision === revision);
    const others = listOf(path).filter((kept) => kept !== known);
    const list = [...others, { revision, bytes: utf8Bytes(text), time: known?.time ?? time }];
    put(
      path,
      list.sort((one, other) => one.revision - other.revision),
    );
  }
  for (const path of former.keys()) dropOldest(path, listOf(path).length - keptRevisions);

  const oldestAt = (path: string): number => listOf(path)[0]?.time ?? 0;
  /** Breaks ties of time by path. */
  const leavesBefore = (one: string, other: string): boolean =>
    (+deleted.has(other) - +deleted.has(one) || oldestAt(one) - oldestAt(other) || (one < other ? -1 : 1)) < 0;
  const isOver = (): boolean => excess > 0;
  const paths = isOver() ? new Set([...before.keys(), ...former.keys()]) : [];
  while (isOver()) {
    let next: string | undefined;
    for (const path of paths) {
      if (listOf(path).length === 0 || untouchable.has(path)) continue;
      if (next === undefined || leavesBefore(path, next)) next = path;
    }
    if (next === undefined) break;
    dropOldest(next, 1);
  }

  const tooMany = deleted.size - keptDeletedPaths;
  const deletedAt = (path: string): number => listOf(path).at(-1)?.time ?? 0;
  const removable = tooMany > 0 ? [...deleted].filter((path) => !untouchable.has(path)) : [];
  const forgotten = removable
    .sort((one, other) => deletedAt(one) - deletedAt(other) || (one < other ? -1 : 1))
    .slice(0, tooMany);
  for (const path of forgotten) {
    dropOldest(path, listOf(path).length);
    former.delete(path);
  }
  return { former, dropped, forgotten };
}
