// A file's bytes → what a person dropped, or the reason why it cannot be taken. Pure.
import type { NewItem } from 'working-memory';
import { looksLikeMessages, readMessages } from './read-messages.ts';
import { readParagraphs } from './read-paragraphs.ts';
import type { Words } from '../words/en.ts';

export type FileProblem =
  | { readonly kind: 'empty' | 'binary' | 'notUtf8' | 'separators' | 'unreadable'; readonly name: string }
  | { readonly kind: 'tooLarge'; readonly name: string; readonly bytes: number; readonly most: number }
  | { readonly kind: 'noMessage'; readonly name: string; readonly lines: number };

/** A file the page cannot take. */
export class UnreadableFile extends Error {
  readonly problem: FileProblem;

  constructor(problem: FileProblem, options?: ErrorOptions) {
    super(`${problem.name}: ${problem.kind}`, options);
    this.name = 'UnreadableFile';
    this.problem = problem;
  }
}

export interface FileItems {
  readonly items: readonly NewItem[];
  /** Lines that are not a message; always 0 for paragraphs. */
  readonly skippedLines: number;
}

const MEGABYTE = 1024 * 1024;
export const LARGEST_TEXT = 5 * MEGABYTE;
export const LARGEST_ZIP = 32 * MEGABYTE;
const LONGEST_GROUP = 200;

/** What a file of this name may weigh, in bytes. */
export const largest = (name: string): number => (isZip(name) ? LARGEST_ZIP : LARGEST_TEXT);
export const isZip = (name: string): boolean => /\.zip$/i.test(name);

/** @throws UnreadableFile */
export function checkSize(name: string, bytes: number): void {
  if (bytes > largest(name)) throw new UnreadableFile({ kind: 'tooLarge', name, bytes, most: largest(name) });
}

/** @throws UnreadableFile: empty, binary, in an unknown encoding */
export function readText(name: string, bytes: Uint8Array): string {
  checkSize(name, bytes.length);
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (!isUtf16 && bytes.includes(0)) throw new UnreadableFile({ kind: 'binary', name });
  const encoding = isUtf16 ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UnreadableFile({ kind: 'notUtf8', name }, { cause });
  }
  if (text.trim() === '') throw new UnreadableFile({ kind: 'empty', name });
  return text;
}

/**
 * An item per message of a chat in JSONL, else per paragraph.
 * @param now the moment that relative times in the file count from
 * @throws UnreadableFile
 */
export function readItems(name: string, bytes: Uint8Array, now: number): FileItems {
  const text = readText(name, bytes);
  // Recall looks at the neighbours of a hit within its group: one file is one conversation.
  const origin = { source: 'import', group: name.slice(0, LONGEST_GROUP).toWellFormed() } as const;
  if (looksLikeMessages(name, text)) {
    const { items, skippedLines } = readMessages(text, now);
    if (items.length === 0) throw new UnreadableFile({ kind: 'noMessage', name, lines: skippedLines });
    return { items: items.map((item) => ({ ...item, ...origin })), skippedLines };
  }
  const items = readParagraphs(text).map((paragraph) => ({ text: paragraph, ...origin }));
  if (items.length === 0) throw new UnreadableFile({ kind: 'separators', name });
  return { items, skippedLines: 0 };
}

export function fileProblemText(problem: FileProblem, words: Words): string {
  if (problem.kind === 'tooLarge') {
    const megabytes = (bytes: number): string => String(Math.round((bytes / MEGABYTE) * 10) / 10);
    return words.files.tooLarge(problem.name, megabytes(problem.bytes), megabytes(problem.most));
  }
  if (problem.kind === 'noMessage') return words.files.noMessage(problem.name, problem.lines);
  return words.files[problem.kind](problem.name);
}
