// The limits on the size and number of files. Pure.
import { WorkingMemoryError } from '../../errors.ts';
import type { Settings } from '../../options/options.ts';
import type { Document, DocumentTexts, Tree } from './document.ts';
import { OVERVIEW } from '../paths.ts';
import { utf8Bytes } from '../utf8-bytes.ts';

/** Bytes of each document, cached: otherwise every write would read the whole tree. */
const SIZES = new WeakMap<Document, number>();

export function documentBytes(document: Document): number {
  const bytes = SIZES.get(document) ?? utf8Bytes(document.text);
  SIZES.set(document, bytes);
  return bytes;
}

/** Checks the tree after the write. @throws tree-full */
export function refuseOverLimits(tree: Tree, texts: DocumentTexts, limits: Settings['files']): void {
  const own = [...tree.files.values()].filter(({ path }) => !tree.heldBack?.has(path));
  const sizes = new Map(own.map((document) => [document.path, documentBytes(document)]));
  for (const [path, text] of texts) {
    if (text === undefined) {
      sizes.delete(path);
      continue;
    }
    const bytes = utf8Bytes(text);
    const most = path === OVERVIEW ? limits.maxOverviewBytes : limits.maxFileBytes;
    if (bytes > most) {
      const name = path === OVERVIEW ? 'files.maxOverviewBytes' : 'files.maxFileBytes';
      throw full(
        `${path} would have ${bytes} bytes; ${name} allows ${most}. Move a part to detail/ or split it.`,
        bytes,
        most,
      );
    }
    sizes.set(path, bytes);
  }
  // A tree that exceeds a lowered limit may still change and shrink.
  if (sizes.size > limits.maxFiles && sizes.size > tree.files.size) {
    throw full(
      `There would be ${sizes.size} files; files.maxFiles allows ${limits.maxFiles}. Merge or delete some.`,
      sizes.size,
      limits.maxFiles,
    );
  }
  const total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  if (total > limits.maxTotalBytes) {
    throw full(
      `The files would have ${total} bytes; files.maxTotalBytes allows ${limits.maxTotalBytes}. Delete some.`,
      total,
      limits.maxTotalBytes,
    );
  }
}

const full = (message: string, used: number, limit: number): WorkingMemoryError =>
  new WorkingMemoryError('tree-full', `${message} Nothing was written.`, { used, limit });
