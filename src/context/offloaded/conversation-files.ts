// Files with the hidden messages of a conversation, and which of them holds a message. Pure.
import { isoTime } from '../../tree/iso-time.ts';
import type { NewMessage, ToolResult } from '../../tree/transcript/transcript.ts';
import type { Range } from '../compaction/compaction.ts';
import { fileSized } from '../pieces.ts';
import type { Steps } from '../steps.ts';
import type { Ledger, LedgerStub } from '../view/ledger.ts';
import { stubNotice } from '../view/stub-notice.ts';
import { openedStub } from '../view/view.ts';
import type { ContextWording } from '../words/wording.ts';
import { type ArchivedText, isSameResult, partOf } from './archived-text.ts';
import { filePage } from './file-page.ts';

/** A file with hidden messages of a conversation, or with a part of them. */
export interface ConversationFile extends ArchivedText {
  /** Index of the first message that begins in it; that of the file before if none does. */
  readonly first: number;
}

/**
 * Renders these messages as a readable document. Each has a heading, so that search results say who spoke.
 * @param elsewhere stubs of the results that have a file: the document only names these results and pages of files, as
 * a file need not contain another one; `whole`: it contains all results in full
 */
export function conversationDocument(
  messages: readonly NewMessage[],
  ranges: readonly Range[],
  date: string,
  wording: ContextWording,
  elsewhere: 'whole' | readonly LedgerStub[] = 'whole',
): string {
  const { archive } = wording;
  const [first, last] = [ranges[0]?.from ?? 0, (ranges.at(-1)?.to ?? 1) - 1];
  const parts = [`# ${archive.conversation(first, last, date)}`];
  for (const { from, to } of ranges) {
    for (let index = from; index < to; index++) {
      const message = messages[index];
      // System messages are never hidden, so they are still in view.
      if (!message || message.role === 'system') continue;
      const { text, calls = [], results = [] } = message;
      parts.push(headingOf(message, index, wording));
      if (text !== '') parts.push(text);
      for (const { name, arguments: json } of calls) parts.push(`→ ${name} ${json}`);
      for (const result of results) {
        parts.push(elsewhere === 'whole' ? result.text : namedResult(messages, index, result, elsewhere, wording));
      }
    }
  }
  return `${parts.join('\n\n')}\n`;
}

function headingOf({ role, at }: NewMessage, index: number, { archive }: ContextWording): string {
  const said = at === undefined ? undefined : isoTime(at).slice(0, 16).replace('T', ' ');
  return `## ${archive.message(index, role, said)}`;
}

/**
 * Returns the text of a result, or its name if it has a file of its own: the first line of a page says file and lines,
 * the notice of a stub its path.
 */
function namedResult(
  messages: readonly NewMessage[],
  index: number,
  result: ToolResult,
  stubs: readonly LedgerStub[],
  wording: ContextWording,
): string {
  if (filePage(messages, index, result)) return result.text.slice(0, result.text.indexOf('\n'));
  const stub = stubs.find((one) => one.path !== undefined && isSameResult(one, { index, callId: result.id }));
  return stub ? stubNotice(openedStub(messages, stub), wording) : result.text;
}

/** Size of a part of a long conversation in UTF-16 units: some hundred messages, a few pages of a reader. */
const READABLE = 65_536;

/** How the files of a conversation are written. */
export interface ConversationForm {
  readonly date: string;
  /** Most UTF-8 bytes of a file. */
  readonly mostBytes: number;
  readonly wording: ContextWording;
  /** See `conversationDocument`. */
  readonly elsewhere: readonly LedgerStub[];
}

/**
 * Renders these messages as one file, or as numbered parts where it would exceed `mostBytes`. Each part is a group of
 * messages, under a title that says which ones; a group that is too large continues in the next files.
 */
export function* conversationFiles(
  path: string,
  messages: readonly NewMessage[],
  ranges: readonly Range[],
  { date, mostBytes, wording, elsewhere }: ConversationForm,
): Steps<ConversationFile[]> {
  const document = (of: readonly Range[]): string => conversationDocument(messages, of, date, wording, elsewhere);
  const groups = readableRanges(messages, ranges);
  yield;
  // Estimates spare the rendering of a document that is too large for one file.
  if ((groups.length - 1) * (READABLE / 2) <= mostBytes && saidUnits(messages, ranges) <= mostBytes) {
    const whole = document(ranges);
    yield;
    if ((yield* fileSized(whole, mostBytes)).length === 1) return [{ path, text: whole, first: ranges[0]?.from ?? 0 }];
  }
  const files: ConversationFile[] = [];
  for (const of of groups) {
    yield;
    const to = of.at(-1)?.to ?? 0;
    let first = (of[0]?.from ?? 0) - 1;
    for (const text of yield* fileSized(document(of), mostBytes)) {
      // No text quotes the heading of a later message.
      const next = messages.findIndex(
        (one, index) => index > first && index < to && text.includes(headingOf(one, index, wording)),
      );
      if (next >= 0) first = next;
      files.push({ path: partOf(path, files.length), text, first });
    }
  }
  return files;
}

/** Groups consecutive messages, up to about `READABLE` units in a group. */
function readableRanges(messages: readonly NewMessage[], ranges: readonly Range[]): Range[][] {
  const groups: { from: number; to: number }[][] = [[]];
  let units = 0;
  for (const { from, to } of ranges) {
    for (let index = from; index < to; index++) {
      const one = { from: index, to: index + 1 };
      const said = saidUnits(messages, [one]);
      const length = (messages[index]?.results ?? []).reduce((sum, { text }) => sum + text.length, said);
      if (units > 0 && units + length > READABLE) {
        groups.push([]);
        units = 0;
      }
      units += length;
      const last = groups.at(-1)?.at(-1);
      if (last?.to === index) last.to = one.to;
      else groups.at(-1)?.push(one);
    }
  }
  return groups;
}

/** Counts the UTF-16 units of these messages without the results, each of which may have a file of its own. */
function saidUnits(messages: readonly NewMessage[], ranges: readonly Range[]): number {
  let units = 0;
  for (const { from, to } of ranges) {
    for (const { role, text, calls = [] } of messages.slice(from, to)) {
      if (role !== 'system') units += calls.reduce((sum, call) => sum + call.arguments.length, text.length);
    }
  }
  return units;
}

/** Returns the file in which this message begins; undefined if it has none. */
export function fileOfMessage(folds: Ledger['folds'], index: number): string | undefined {
  const fold = folds.find(({ from, to, path }) => path !== undefined && from <= index && index < to);
  const { path, parts = [] } = fold ?? {};
  // Files that continue a message have the entry of the one before; `indexOf` finds the first of them.
  const part = parts.indexOf(Math.max(...parts.filter((first) => first <= index)));
  return path !== undefined && part >= 0 ? partOf(path, part) : path;
}
