// What an import reads: conversations of other apps in the neutral form, and the formats that give them. Types only.
import type { NewMessage } from '../../tree/transcript/transcript.ts';

/** One conversation of another app. */
export interface ImportedConversation {
  /**
   * Unique in its app and the same in each of its exports: by it a conversation that comes again is known. Undefined
   * where the app gives none: then it is known by its first ten messages.
   */
  readonly id: string | undefined;
  readonly title?: string | undefined;
  /** When it began, ms since 1970; default: the time of its first message. */
  readonly startedAt?: number | undefined;
  /** In order; `at` dates each. Empty where nothing of it can be read. */
  readonly messages: readonly NewMessage[];
  /** The parts of it that are left out. */
  readonly refused?: readonly Refused[];
}

/** Something that an import left out. A reason holds no text of the conversation. */
export interface Refused {
  /** `message 12`, `conversation 3`, `notes/a.md`. */
  readonly where: string;
  readonly reason: string;
}

/**
 * How the files of one app are read: `chatgptExport` and the like, or a format of your own.
 * @example
 * const logs: ConversationFormat = {
 *   name: 'log',
 *   expected: 'texts with one message on each line',
 *   files: /\.log$/,
 *   async *read({ path, text }) {
 *     let lines = '';
 *     for await (const piece of text) lines += piece;
 *     yield { id: path, messages: lines.split('\n').map((line) => ({ role: 'user', text: line })) };
 *   },
 * };
 */
export interface ConversationFormat {
  /** The first part of the name of each session that it brings: `chatgpt`. */
  readonly name: string;
  /** Completes "Give …" in errors: `conversations.json of ChatGPT's export, or the zip with it`. */
  readonly expected: string;
  /** Matches the paths in a zip or a folder that hold conversations. */
  readonly files: RegExp;
  /** A label of TextDecoder for texts without a byte order mark; default `utf-8`. */
  readonly encoding?: string | undefined;
  /** Reads one file; what it throws ends the reading of this file, and what came before stays. */
  read(file: TextFile): AsyncIterable<ImportedConversation>;
}

/** A file as a format reads it. */
export interface TextFile {
  /** Within the zip or folder; the name of a single file, or empty. */
  readonly path: string;
  /** When it was changed, ms since 1970; undefined where unknown. */
  readonly time: number | undefined;
  /** In pieces, which may be cut anywhere but within a character. */
  readonly text: AsyncIterable<string>;
}

type Bytes = Uint8Array | ArrayBuffer;
/** The contents of a file: a `File` of a page, bytes, a text, or a stream of either. */
export type FileContent = Blob | Bytes | string | ReadableStream<Uint8Array | string> | AsyncIterable<Bytes | string>;

/** A file of a folder. A `File` of a page is one as it is. */
export interface SourceFile {
  /** Path within the folder. */
  readonly name: string;
  readonly content: FileContent;
  /** When it was changed, ms since 1970. */
  readonly time?: number | undefined;
}

/** The source of an import: one file, zips included, or the files of a folder. */
export type ImportSource = FileContent | Iterable<SourceFile | File> | AsyncIterable<SourceFile | File>;
