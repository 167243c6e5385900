// The index block of overview.md: one line per document that can be read on demand (S002-43, 44). Pure.
import { sections, withoutComments } from '../recall/sections.ts';

const LONGEST_DESCRIPTION = 100;
const MOST_LINES = 50;

/** What a document is about: its first heading, else its first line of text. */
export function describeDocument(text: string): string {
  const heading = sections(text).find(({ level }) => level > 0)?.heading;
  const line = withoutComments(text).split('\n').find((candidate) => candidate.trim() !== '');
  const plain = (heading || line || 'empty').replace(/<!--|-->/g, '').replace(/\s+/g, ' ').trim();
  return plain.length > LONGEST_DESCRIPTION ? `${plain.slice(0, LONGEST_DESCRIPTION).toWellFormed()}…` : plain;
}

/** Newest first. Undefined when there is nothing to point at. */
export function detailIndex(
  documents: readonly { readonly path: string; readonly text: string; readonly updatedAt: number }[],
): string | undefined {
  const details = documents.filter(({ path }) => path.startsWith('detail/'));
  if (details.length === 0) return undefined;
  details.sort((one, other) => other.updatedAt - one.updatedAt || (one.path < other.path ? -1 : 1));
  const lines = details.slice(0, MOST_LINES).map(({ path, text }) => `- ${path}: ${describeDocument(text)}`);
  if (details.length > MOST_LINES) lines.push(`- and ${details.length - MOST_LINES} more in detail/`);
  return lines.join('\n');
}
