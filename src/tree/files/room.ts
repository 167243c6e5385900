// Measures the room left in a tree. Pure.
import type { Settings } from '../../options/options.ts';
import { foldKey, OVERVIEW } from '../paths.ts';
import type { Document, Tree } from './document.ts';
import { utf8Bytes } from '../utf8-bytes.ts';

type PathAndText = Pick<Document, 'path' | 'text'>;

/** Tracks the room left in a tree while files are put into it one by one. */
export function roomIn(
  { files, heldBack }: Pick<Tree, 'files' | 'heldBack'>,
  { maxFiles, maxFileBytes, maxOverviewBytes, maxTotalBytes }: Settings['files'],
) {
  const sizes = new Map([...files.values()].map(({ path, text }) => [path, utf8Bytes(text)]));
  const folded = new Map([...files.keys()].map((path) => [foldKey(path), path]));
  let total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  const totalWith = ({ path, text }: PathAndText): number => total - (sizes.get(path) ?? 0) + utf8Bytes(text);
  return {
    /** Returns why there is no room, in English. */
    obstacle(document: PathAndText): string | undefined {
      const { path, text } = document;
      const held = heldBack?.get(path);
      if (held) return `a file from outside is there: ${held.reason}`;
      const isOverview = path === OVERVIEW;
      const most = isOverview ? maxOverviewBytes : maxFileBytes;
      if (utf8Bytes(text) > most) return `files.${isOverview ? 'maxOverviewBytes' : 'maxFileBytes'} allows ${most}`;
      const twin = folded.get(foldKey(path));
      if (twin !== undefined && twin !== path) return `it differs from ${twin} only in case or form`;
      if (!sizes.has(path) && sizes.size >= maxFiles) return `files.maxFiles allows ${maxFiles}`;
      return totalWith(document) > maxTotalBytes ? `files.maxTotalBytes allows ${maxTotalBytes}` : undefined;
    },
    take(document: PathAndText): void {
      total = totalWith(document);
      sizes.set(document.path, utf8Bytes(document.text));
      folded.set(foldKey(document.path), document.path);
    },
  };
}
