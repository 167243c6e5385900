// The index block of overview.md: one line per document that can be read on demand. Pure.
import { sections, withoutComments } from '../../recall/sections.ts';
import { isInFolder } from '../paths.ts';

const LONGEST_DESCRIPTION = 100;
/** UTF-8 bytes: the overview has little room, and most of it is the model's. */
const LARGEST_INDEX = 4096;

/** What a document is about: its first heading, else its first line of text. */
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

/** Newest first. Undefined when there is nothing to point at. */
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
    bytes += new TextEncoder().encode(line).length + 1;
    if (bytes > LARGEST_INDEX) break;
    lines.push(line);
  }
  if (lines.length < details.length) lines.push(`- and ${details.length - lines.length} more in detail/`);
  return lines.join('\n');
}
