// Reads the bytes of a dropped file, or gives the reason why the page cannot take it. Pure.
import type { Words } from '../words/en.ts';

export type FileProblem =
  | { readonly kind: 'empty' | 'binary' | 'notUtf8' | 'unreadable'; readonly name: string }
  | { readonly kind: 'tooLarge'; readonly name: string; readonly bytes: number; readonly most: number };

/** Error for a file that the page cannot take. */
export class UnreadableFile extends Error {
  readonly problem: FileProblem;

  constructor(problem: FileProblem, options?: ErrorOptions) {
    super(`${problem.name}: ${problem.kind}`, options);
    this.name = 'UnreadableFile';
    this.problem = problem;
  }
}

const MEGABYTE = 1024 * 1024;
export const LARGEST_TEXT = 5 * MEGABYTE;
export const LARGEST_ZIP = 32 * MEGABYTE;
export const LARGEST_PDF = 32 * MEGABYTE;
/** Limit of chat exports, which cover years and are read in pieces. */
export const LARGEST_CHAT = 128 * MEGABYTE;

/** Returns the size limit for a file of this name, in bytes. */
export const largest = (name: string): number => (isZip(name) ? LARGEST_ZIP : LARGEST_TEXT);
export const isZip = (name: string): boolean => /\.zip$/i.test(name);

/** @throws UnreadableFile */
export function checkSize(name: string, bytes: number, most = largest(name)): void {
  if (bytes > most) throw new UnreadableFile({ kind: 'tooLarge', name, bytes, most });
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

export function fileProblemText(problem: FileProblem, words: Words): string {
  if (problem.kind === 'tooLarge') {
    const megabytes = (bytes: number): string => String(Math.round((bytes / MEGABYTE) * 10) / 10);
    return words.files.tooLarge(problem.name, megabytes(problem.bytes), megabytes(problem.most));
  }
  return words.files[problem.kind](problem.name);
}
