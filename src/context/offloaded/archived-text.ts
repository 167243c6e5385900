// Files for text that the view no longer shows, and the stubs that point to them. Pure.
import { inFolder } from '../../tree/paths.ts';
import type { ResultStub } from '../compaction/compaction.ts';
import { filePage } from './file-page.ts';
import type { History } from '../view/history.ts';
import type { LedgerStub, StubText } from '../view/ledger.ts';
import type { PlanningContext } from '../planning-context.ts';
import { fileSized } from '../pieces.ts';
import { atOnce } from '../steps.ts';
import { stubNotice } from '../view/stub-notice.ts';
import { callOf, openedStub, resultOf } from '../view/view.ts';
import type { ContextWording } from '../words/wording.ts';

export interface ArchivedText {
  readonly path: string;
  readonly text: string;
}

/** Place of the full text of a result, and the files to write for it. */
export interface PlacedResult {
  readonly place: Pick<ResultStub, 'path' | 'lines'>;
  readonly archives: readonly ArchivedText[];
}

export interface ArchivedAt {
  readonly canArchive: boolean;
  readonly date: string;
  /** Whether the branch left another one, in which the same place may hold another result. */
  readonly forked: boolean;
}

/**
 * Returns the place of a result's full text, with the files to write. A page of a file needs none: storing it again
 * would make a new file, whose pages would be stored again when they are read, without end.
 */
export function placedResult(
  { stored: messages }: History,
  { index, callId, tokens }: { readonly index: number; readonly callId: string; readonly tokens: number },
  { canArchive, date, forked }: ArchivedAt,
  { files, wording }: Pick<PlanningContext, 'files' | 'wording'>,
): PlacedResult {
  const text = resultOf(messages[index], callId);
  const page = filePage(messages, index, { id: callId, text });
  if (page || !canArchive || text === '') return { place: page ?? {}, archives: [] };
  const tool = callOf(messages, index, callId)?.name ?? 'tool';
  const document = resultDocument({ tool, text, tokens }, date, wording);
  // `result-2` for `results/2.1`, `result-2.2` for `results/2.2`.
  const which = openedStub(messages, { index, callId }).path.replace('s/', '-').replace(/\.1$/, '');
  const branch = forked ? `-${messages[index]?.hash.slice(0, 8)}` : '';
  const archives = linkedFiles(inFolder('archive', `${which}${branch}.md`), document, files.maxFileBytes);
  return { place: { path: archives[0]?.path as string }, archives };
}

/** Renders the file of one tool result. */
export const resultDocument = (
  result: { readonly tool: string; readonly text: string; readonly tokens: number },
  date: string,
  { archive }: ContextWording,
): string => `# ${archive.result(result.tool, result.tokens, date)}\n\n${result.text}\n`;

/** Share of the excerpt that comes from the beginning: most results say first what they are. */
const HEAD_SHARE = 0.6;

/**
 * Share of the stub that lists names from the omitted middle: without them, a later call that needs one would have to
 * read the file.
 */
const NAMES_SHARE = 0.3;

type ShownStub = Pick<LedgerStub, 'tokens' | 'shown' | 'lines'> & { readonly path: string };

/**
 * Renders the text that the view shows instead of an offloaded result: its place, and in about `shown` tokens an
 * excerpt from its beginning and end and the names in between. Tokens are converted to characters by the average of
 * this result: exact cuts would count a text of any length several times, and an error of a few tokens does no harm,
 * since the view is counted as rendered.
 */
export function stubText(
  stub: ShownStub,
  result: string,
  { wording, count, reading }: Pick<PlanningContext, 'wording' | 'count' | 'reading'>,
): string {
  const { tokens, shown } = stub;
  const notice = stubNotice(stub, wording);
  const characters = Math.floor((result.length * shown * (1 - NAMES_SHARE)) / Math.max(1, tokens));
  // `shown` may be 0, for a request that must shrink at any price.
  if (characters < FEWEST_CHARACTERS) return notice;
  const head = result.slice(0, lineEndBefore(result, Math.floor(characters * HEAD_SHARE)));
  const tail = result.slice(lineStartAfter(result, result.length - (characters - head.length)));
  const middle = result.slice(head.length, result.length - tail.length);
  // The number of omitted lines tells the model how much it does not see.
  const lines = Math.max(1, middle.split('\n').length - 1);
  const hidden = [{ text: middle, index: 0 }];
  const maxTokens = Math.floor(shown * NAMES_SHARE);
  const names = atOnce(reading().names({ hidden, visible: head + tail, maxTokens, count })).text;
  return [
    notice,
    wording.stub.excerpt,
    head.trimEnd(),
    wording.stub.gap(lines),
    tail.trimStart(),
    ...(names === '' ? [] : [`${wording.summary.names}: ${names}`]),
  ]
    .join('\n')
    .toWellFormed();
}

/** Renders the stub's text as a row of the ledger: once, because it must not change within an epoch. */
export function stubTextRow({ messages, stored }: History, stub: LedgerStub, planning: PlanningContext): StubText {
  const { index, callId, hash } = stub;
  return {
    index,
    callId,
    hash,
    text: stubText(openedStub(messages, stub), resultOf(stored[index], callId), planning),
  };
}

export const isSameResult = (
  one: Pick<LedgerStub, 'index' | 'callId'>,
  other: Pick<LedgerStub, 'index' | 'callId'>,
): boolean => one.index === other.index && one.callId === other.callId;

/** Characters of the shortest excerpt that is worth showing. */
const FEWEST_CHARACTERS = 80;

/** Returns the end of the last whole line before `end`, or `end` if that would give up half of the excerpt. */
function lineEndBefore(text: string, end: number): number {
  const line = text.lastIndexOf('\n', end - 1) + 1;
  return line > end / 2 ? line : end;
}

/** Returns the start of the first whole line after `start`, or `start` if that would give up half of the excerpt. */
function lineStartAfter(text: string, start: number): number {
  const line = text.indexOf('\n', start) + 1;
  return line > 0 && line - start < (text.length - start) / 2 ? line : start;
}

/** Returns the text as one file, or as numbered parts where it exceeds `mostBytes`. */
export function inFiles(path: string, text: string, mostBytes: number): ArchivedText[] {
  const pieces = atOnce(fileSized(text, mostBytes));
  return pieces.map((piece, index) => ({ path: pieces.length === 1 ? path : partOf(path, index), text: piece }));
}

/** Does the same, and ends each part with the path of the next one, because the stub names only the first. */
function linkedFiles(path: string, text: string, mostBytes: number): ArchivedText[] {
  const files = inFiles(path, text, mostBytes);
  if (files.length === 1) return files;
  return inFiles(path, text, mostBytes - LINK_BYTES).map((part, index, { [index + 1]: next }) => ({
    ...part,
    text: part.text + (next ? `\n… → ${next.path}\n` : ''),
  }));
}

/** Bytes that are kept free for the line with the path of the next part. */
const LINK_BYTES = 100;

/** Returns the path of a numbered part. */
export const partOf = (path: string, index: number): string =>
  `${path.replace(/(?:-part-1)?\.md$/, '')}-part-${index + 1}.md`;
