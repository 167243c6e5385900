// Decides which external files become part of the tree: those that fit are adopted, the others held back. Pure.
import { isWorkingMemoryError, WorkingMemoryError } from '../../errors.ts';
import type { Settings } from '../../options/options.ts';
import { OVERVIEW, shownPath } from '../paths.ts';
import type { HeldBackFile, Tree, TreeDecision } from './document.ts';
import { completeWrites } from './documents.ts';
import { roomIn } from './room.ts';
import { utf8Bytes } from '../utf8-bytes.ts';

export interface Adoption extends Omit<TreeDecision<undefined>, 'result'> {
  readonly heldBack: readonly HeldBackFile[];
}

export const heldBackFile = (path: string, bytes: number, reason: string): HeldBackFile => ({
  path,
  bytes,
  reason,
  refuse() {
    throw new WorkingMemoryError(
      'path-not-allowed',
      `${shownPath(path)} was changed from outside and cannot be adopted (${bytes} bytes; ${reason}). It stays as it is on disk: shorten or remove it there, or choose another name. Nothing was written.`,
      { path: shownPath(path), rule: 'held-back' },
    );
  },
});

/**
 * Adopts the overview first, then changes of known files, then new ones, each group in order of paths.
 * @param edits new texts by path; undefined: the file is gone
 */
export function decideAdoption(
  { files, deleted }: Tree,
  edits: ReadonlyMap<string, string | undefined>,
  limits: Settings['files'],
): Adoption {
  const unedited = new Map([...files].filter(([path]) => !edits.has(path)));
  const room = roomIn({ files: unedited }, limits);
  const heldBack: HeldBackFile[] = [];
  const holdBack = (path: string, text: string, reason: string): void => {
    heldBack.push(heldBackFile(path, utf8Bytes(text), reason));
  };
  const rank = (path: string): number => (path === OVERVIEW ? 0 : files.has(path) ? 1 : 2);
  const ordered = [...edits].sort(([one], [other]) => rank(one) - rank(other) || (one < other ? -1 : 1));
  const fitting: [string, string | undefined][] = [];
  for (const [path, text] of ordered) {
    const reason = text === undefined ? undefined : room.obstacle({ path, text });
    if (reason === undefined) fitting.push([path, text]);
    if (text === undefined) continue;
    if (reason === undefined) room.take({ path, text });
    else holdBack(path, text, reason);
  }
  for (; fitting.length > 0;) {
    // Held-back files do not count for the size of the tree.
    const held = new Map(heldBack.map((file) => [file.path, file]));
    try {
      const { events, texts } = completeWrites(
        { files, deleted, heldBack: held },
        new Map(fitting),
        'user',
        limits,
        () => undefined,
      );
      return { events, texts, heldBack };
    } catch (error) {
      if (!isWorkingMemoryError(error, 'tree-full')) throw error;
      // Each file lengthens the overview's index.
      const [path, text] = fitting.pop() ?? [];
      if (path !== undefined && text !== undefined) holdBack(path, text, 'the overview has no room for its index');
    }
  }
  return { events: [], texts: new Map(), heldBack };
}
