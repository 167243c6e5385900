// A file's bytes → the items in it, or the reason why there are none in words for the page. Pure.
import type { NewItem } from 'working-memory';
import { looksLikeMessages, readMessages } from './read-messages.ts';
import { readParagraphs } from './read-paragraphs.ts';

export interface FileContent {
  readonly unit: 'message' | 'paragraph';
  readonly items: readonly NewItem[];
  /** Lines that are not a message; always 0 for paragraphs. */
  readonly skippedLines: number;
}

/** A file the page cannot take; the message is for its user. */
export class UnreadableFile extends Error {}

export const LARGEST_FILE = 5 * 1024 * 1024;
const LONGEST_GROUP = 200;

/** @param now the moment that relative times in the file count from */
export function readFile(name: string, bytes: Uint8Array, now: number): FileContent {
  if (bytes.length > LARGEST_FILE) throw tooLarge(name, bytes.length);
  const text = decode(name, bytes);
  if (text.trim() === '') throw new UnreadableFile(`${name} is empty: there is nothing to memorize.`);
  // Recall looks at the neighbours of a hit within its group: one file is one conversation.
  const origin = { source: 'import', group: firstCharacters(name) } as const;
  if (looksLikeMessages(name, text)) {
    const { items, skippedLines } = readMessages(text, now);
    if (items.length === 0) {
      throw new UnreadableFile(
        `${name} holds no message: none of its ${skippedLines} lines is a JSON object with a "content" or "text".`,
      );
    }
    return { unit: 'message', items: items.map((item) => ({ ...item, ...origin })), skippedLines };
  }
  const items = readParagraphs(text).map((paragraph) => ({ text: paragraph, ...origin }));
  if (items.length === 0) throw new UnreadableFile(`${name} holds no paragraph: only separators.`);
  return { unit: 'paragraph', items, skippedLines: 0 };
}

export const tooLarge = (name: string, bytes: number): UnreadableFile =>
  new UnreadableFile(`${name} has ${(bytes / 1024 / 1024).toFixed(1)} MB; this page takes files up to 5 MB.`);

function decode(name: string, bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (!isUtf16 && bytes.includes(0))
    throw new UnreadableFile(`${name} is a binary file; this page reads text, Markdown and JSONL.`);
  const encoding = isUtf16 ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile(`${name} is binary or not in UTF-8. If it is a text, save it as UTF-8 and try again.`);
  }
}

const firstCharacters = (name: string): string => name.slice(0, LONGEST_GROUP).toWellFormed();
