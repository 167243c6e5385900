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

/** The stored revisions by path, oldest first. Knows their bytes, as every commit with files asks for them. */
export class StoredHistory extends Map<string, readonly FormerRevision[]> {
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  override set(path: string, list: readonly FormerRevision[]): this {
    this.#bytes += bytesOf(list) - bytesOf(this.get(path));
    return super.set(path, list);
  }

  override delete(path: string): boolean {
    this.#bytes -= bytesOf(this.get(path));
    return super.delete(path);
  }

  override clear(): void {
    this.#bytes = 0;
    super.clear();
  }
}

const bytesOf = (list: readonly FormerRevision[] = []): number => list.reduce((sum, { bytes }) => sum + bytes, 0);

export interface HistoryBefore {
  readonly former: Pick<StoredHistory, 'get' | 'keys' | 'bytes'>;
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
 * revisions first those of deleted paths, then those of the path whose oldest one was replaced first; of the deleted
 * paths the one that was deleted first.
 *
 * Looks at what changes, and where bytes are over, at the oldest revision of each path: a write costs as much in a long
 * history as in a short one.
 */
export function keptHistory(
  { former: before, deleted, untouchable }: HistoryBefore,
  added: readonly (Document & { readonly time: number })[],
  { keptRevisions, maxHistoryBytes, keptDeletedPaths }: HistoryLimits,
): HistoryAfter {
  const former = new Map<string, readonly FormerRevision[]>();
  const dropped: { path: string; revision: number }[] = [];
  let excess = before.bytes - maxHistoryBytes;
  const listOf = (path: string): readonly FormerRevision[] => former.get(path) ?? before.get(path) ?? [];
  const put = (path: string, list: readonly FormerRevision[]): void => {
    excess += bytesOf(list) - bytesOf(listOf(path));
    former.set(path, list);
  };
  const dropOldest = (path: string, count: number): void => {
    if (count <= 0) return;
    const list = listOf(path);
    for (const { revision } of list.slice(0, count)) dropped.push({ path, revision });
    put(path, list.slice(count));
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

  const isOver = (): boolean => excess > 0;
  const paths = isOver() ? new Set([...before.keys(), ...former.keys()]) : [];
  while (isOver()) {
    let next: { readonly path: string; readonly isLiving: boolean; readonly time: number } | undefined;
    for (const path of paths) {
      const [oldest] = listOf(path);
      if (!oldest || untouchable.has(path)) continue;
      const one = { path, isLiving: !deleted.has(path), time: oldest.time };
      if (!next || inOrderOfLoss(one, next) < 0) next = one;
    }
    if (!next) break;
    dropOldest(next.path, 1);
  }

  const tooMany = deleted.size - keptDeletedPaths;
  const deletedAt = (path: string): number => listOf(path).at(-1)?.time ?? 0;
  const forgotten =
    tooMany > 0
      ? [...deleted]
          .filter((path) => !untouchable.has(path))
          .sort()
          .sort((one, other) => deletedAt(one) - deletedAt(other))
          .slice(0, tooMany)
      : [];
  for (const path of forgotten) {
    dropOldest(path, listOf(path).length);
    former.delete(path);
  }
  return { former, dropped, forgotten };
}

/** Of equal times in order of path. */
function inOrderOfLoss(
  one: { readonly path: string; readonly isLiving: boolean; readonly time: number },
  other: typeof one,
): number {
  return +one.isLiving - +other.isLiving || one.time - other.time || (one.path < other.path ? -1 : 1);
}
