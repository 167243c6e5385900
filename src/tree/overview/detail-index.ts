// The index block of overview.md: one line per detail file, so that the model knows what it can read. Pure.
import { sections, withoutComments } from '../../recall/sections.ts';
import { isInFolder } from '../paths.ts';
import { utf8Bytes } from '../utf8-bytes.ts';

const LONGEST_DESCRIPTION = 100;
/** UTF-8 bytes: every prompt contains the overview, and most of its room belongs to the model. */
const LARGEST_INDEX = 4096;

/** Returns the first heading of a document, else its first line of text. */
export function describeDocument(text: string): string {
  const heading = sections(text).find(({ level }) => level > 0)?.heading;
  const line = withoutComments(text)
    .split('\n')
    .find((candidate) => candidate.trim() !== '');
  const plain = (heading || line || 'empty')
    .replace(/<!--|-->/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length > LONGEST_DESCRIPTION ? `${plain.slice(0, LONGEST_DESCRIPTION).toWellFormed()}…` : plain;
}

/** Returns the index, newest file first; undefined without a detail file. */
export function detailIndex(
  documents: readonly { readonly path: string; readonly text: string; readonly updatedAt: number }[],
): string | undefined {
  const details = documents.filter(({ path }) => isInFolder(path, 'detail'));
  if (details.length === 0) return undefined;
  details.sort((one, other) => other.updatedAt - one.updatedAt || (one.path < other.path ? -1 : 1));
  const lines: string[] = [];
  let bytes = 0;
  for (const { path, text } of details) {
    const line = `- ${path}: ${describeDocument(text)}`;
    bytes += utf8Bytes(line) + 1;
    if (bytes > LARGEST_INDEX) break;
    lines.push(line);
  }
  if (lines.length < details.length) lines.push(`- and ${details.length - lines.length} more in detail/`);
  return lines.join('\n');
}
