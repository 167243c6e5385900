// Computes the files of a session, and their former revisions, after a hard forget. Pure.
import { historyKey } from '../../tree/apply.ts';
import type { Document, DocumentEvent } from '../../tree/files/document.ts';
import { overviewText } from '../../tree/files/documents.ts';
import { type Blocks, readBlocks, withBlocks } from '../../tree/overview/system-blocks.ts';
import { isInFolder, OVERVIEW } from '../../tree/paths.ts';

export interface RedactedDocuments {
  readonly files: ReadonlyMap<string, string>;
  /** Former revisions, by history key. */
  readonly former: ReadonlyMap<string, Document>;
  readonly events: readonly DocumentEvent[];
}

/** @param quotesHidden whether the summary of hidden messages may quote the text, too */
export function redactedDocuments(
  current: ReadonlyMap<string, Document>,
  history: readonly Document[],
  redact: (text: string) => string,
  redactArchive: (text: string) => string,
  quotesHidden: boolean,
): RedactedDocuments {
  const files = new Map<string, string>();
  const former = new Map<string, Document>();
  const events: DocumentEvent[] = [];
  const excerpts = { summary: quotesHidden, index: false };
  const redactDocument = (document: Document): void => {
    const { path, text, revision, source } = document;
    const isCurrent = current.get(path) === document;
    const isOverview = path === OVERVIEW;
    let rest = source === 'system' ? redactArchive(text) : redact(text);
    if (isOverview) rest = withoutExcerpts(rest, excerpts);
    if (isOverview && isCurrent && rest !== text)
      rest = overviewText({ files: new Map(current).set(path, { ...document, text: rest }) }, files);
    if (rest === text) return;
    excerpts.summary ||= source === 'system';
    excerpts.index ||= isInFolder(path, 'detail');
    if (isCurrent) files.set(path, rest);
    else former.set(historyKey(path, revision), { ...document, text: rest });
    events.push({ type: 'file-redacted', path, revision });
  };
  const documents = [...current.values(), ...history];
  // The overview last: it holds excerpts of the others.
  documents
    .sort((one, other) => Number(one.path === OVERVIEW) - Number(other.path === OVERVIEW))
    .forEach(redactDocument);
  return { files, former, events };
}

/**
 * Removes the blocks that quote in part, where a search for a whole text finds nothing: the summary of hidden messages,
 * which the next request makes anew, and the index, which holds the beginnings of files.
 */
function withoutExcerpts(
  overview: string,
  { summary, index }: { readonly summary: boolean; readonly index: boolean },
): string {
  const blocks: { -readonly [Name in keyof Blocks]: string } = readBlocks(overview);
  if (summary) delete blocks.compaction;
  if (index && blocks.index) blocks.index = '';
  return summary || index ? withBlocks(overview, blocks) : overview;
}
