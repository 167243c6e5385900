// Tracks seen files: one counts as seen when its pages were shown one after the other, from the first to the last.
import type { WorkingMemory } from '../api/memory.ts';
import type { Document } from '../tree/files/document.ts';

/** A line and a character in it, both from 1. */
type LinePlace = readonly [line: number, character: number];

export interface ShownPage {
  readonly from: LinePlace;
  /** Beginning of the next page; undefined at the end of the file. */
  readonly next: LinePlace | undefined;
}

/** Returns a function that tells the memory which revision the model has seen as a whole. */
export function seenPages({ files }: Pick<WorkingMemory, 'files'>) {
  const shown = new Map<string, { readonly revision: number; readonly upTo: LinePlace }>();
  return async ({ path, revision }: Pick<Document, 'path' | 'revision'>, { from, next }: ShownPage): Promise<void> => {
    const before = shown.get(path);
    const start: LinePlace = before?.revision === revision ? before.upTo : [1, 1];
    if (isLater(from, start)) return;
    if (!next) await files.markSeen(path, revision);
    else if (isLater(next, start)) shown.set(path, { revision, upTo: next });
  };
}

const isLater = ([line, character]: LinePlace, [otherLine, other]: LinePlace): boolean =>
  line > otherLine || (line === otherLine && character > other);
