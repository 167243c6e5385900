// Computes the files after a commit from its events. Pure: returns the changes and applies none.
import { trustOf } from '../options/provenance.ts';
import type { Document, DocumentTexts, DocumentEvent, Tree } from './files/document.ts';

export interface FileChanges {
  /** Each touched path with its new document; a deleted path keeps its revision. */
  readonly files: ReadonlyMap<string, Document | { readonly deleted: true; readonly revision: number }>;
  /** Replaced and deleted revisions, for the history. */
  readonly former: readonly Document[];
}

export function applyDocumentEvents(
  tree: Tree,
  events: readonly DocumentEvent[],
  texts: DocumentTexts,
  { now, step }: { readonly now: number; readonly step: number },
): FileChanges {
  const files = new Map<string, Document | { deleted: true; revision: number }>();
  const former: Document[] = [];
  for (const event of events) {
    if (!('path' in event)) continue;
    const { path } = event;
    const current = tree.files.get(path);
    const text = texts.get(path) ?? '';
    // Neither makes a revision: the system's blocks and a redaction change the text in place.
    if (event.type === 'blocks-updated' || event.type === 'file-redacted') {
      const isCurrent = event.type === 'blocks-updated' || event.revision === current?.revision;
      if (current && isCurrent) files.set(path, { ...current, text, updatedAt: now });
      continue;
    }
    if (current) former.push(current);
    if (event.type === 'file-deleted') {
      files.set(path, { deleted: true, revision: event.revision });
    } else {
      const { revision, source, trust } = event;
      files.set(path, { path, text, revision, updatedAt: now, step, source, trust: trustOf(source, trust) });
    }
  }
  return { files, former };
}

/** Returns the key of a former revision; it sorts by path, then by revision, because no path contains a line break. */
export const historyKey = (path: string, revision: number): string => `${path}\n${String(revision).padStart(9, '0')}`;
