// Input of an import: conversations of other apps in the neutral form, and the formats that give them. Types only.
import type { NewMessage } from '../../tree/transcript/transcript.ts';

/** One conversation of another app. */
export interface ImportedConversation {
  /**
   * Id that is unique in its app and the same in each of its exports: it identifies a conversation that comes again.
   * Undefined where the app gives none: then the first ten messages identify it.
   */
  readonly id: string | undefined;
  readonly title?: string | undefined;
  /** Time when it began, ms since 1970; default: the time of its first message. */
  readonly startedAt?: number | undefined;
  /** Messages in order; `at` dates each. Empty where none can be read. */
  readonly messages: readonly NewMessage[];
  /** Parts of it that are left out. */
  readonly refused?: readonly Refused[];
}

/** Something that an import left out. A reason holds no text of the conversation. */
export interface Refused {
  /** Place such as `message 12`, `conversation 3`, `notes/a.md`. */
  readonly where: string;
  readonly reason: string;
}

/**
 * Reader of the files of one app: `chatgptExport` and the like, or a format of your own.
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
  /** First part of the name of each session that it brings: `chatgpt`. */
  readonly name: string;
  /** Completes "Give …" in errors: `conversations.json of ChatGPT's export, or the zip with it`. */
  readonly expected: string;
  /** Matches the paths in a zip or a folder that hold conversations. */
  readonly files: RegExp;
  /** A label of TextDecoder for texts without a byte order mark; default `utf-8`. */
  readonly encoding?: string | undefined;
  /** Reads one file. An error that it throws ends the import; conversations that came before stay. */
  read(file: TextFile): AsyncIterable<ImportedConversation>;
}

/** A file as a format reads it. */
export interface TextFile {
  /** Path within the zip or folder; the name of a single file, or empty. */
  readonly path: string;
  /** Time of its last change, ms since 1970; undefined where unknown. */
  readonly time: number | undefined;
  /** Text in pieces, which may be cut anywhere but within a character. */
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
  /** Time of its last change, ms since 1970. */
  readonly time?: number | undefined;
}

/** The source of an import: one file, zips included, or the files of a folder. */
export type ImportSource = FileContent | Iterable<SourceFile | File> | AsyncIterable<SourceFile | File>;
