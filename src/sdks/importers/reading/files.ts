// Reads the source of an import as files with their text: one file, a zip, or a folder.
import { isWorkingMemoryError } from '../../../errors.ts';
import { CONVERSATIONS } from '../../../options/policy.ts';
import type { ConversationFormat, FileContent, ImportSource, Refused, SourceFile, TextFile } from '../conversation.ts';
import { refusedFile } from '../refusals.ts';
import { decoded, piecesOf } from './text.ts';

interface Unzipped {
  /** Contents by name. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly damaged: readonly Refused[];
}

/** Functions that an import takes from other rooms. */
export interface ReadingHost {
  /** Unpacks the files that `wants` accepts; yields after each slice. @throws invalid-input: damaged or malicious */
  unzip(data: Uint8Array, wants: (name: string) => boolean): Generator<undefined, Unzipped, undefined>;
  /** Lets other work of the thread run. */
  readonly between: () => Promise<void>;
}

/** One file to read; where there are several, one that cannot be read is no reason to stop. */
export interface OneFile extends TextFile {
  readonly isOneOfMany: boolean;
}

export interface FileReading {
  readonly format: ConversationFormat;
  readonly unzip: ReadingHost['unzip'];
  /** Called between two pieces. @throws where the import is to end */
  readonly pause: () => Promise<void>;
  /** Counts bytes, or UTF-16 units of a text. */
  readonly onRead: (units: number) => void;
  /** Called with each file that is left out. */
  readonly onRefused: (refused: Refused) => void;
}

/** Yields the files of a source. @throws invalid-input */
export async function* filesIn(source: ImportSource, reading: FileReading): AsyncGenerator<OneFile, void, undefined> {
  const { format } = reading;
  let isFirst = true;
  if (isContent(source)) return yield* oneFile({ name: nameOf(source), content: source }, reading, false);
  if (typeof source !== 'object' || source === null || !(Symbol.asyncIterator in source || Symbol.iterator in source))
    throw refusedFile('', 'is neither a file, nor bytes, a text or a list of files.', format.expected);
  const rest = (Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()) as
    AsyncIterator<unknown> | Iterator<unknown>;
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    if (isFirst && isPiece(next.value)) {
      const content = withFirst(next.value, rest as AsyncIterator<Uint8Array | string>);
      return yield* oneFile({ name: '', content }, reading, false);
    }
    isFirst = false;
    const file = asFile(next.value);
    if (!file) throw refusedFile('', 'is not a list of files { name, content }.', format.expected);
    if (format.files.test(file.name)) yield* oneFile(file, reading, true);
  }
}

const isPiece = (value: unknown): value is Uint8Array | ArrayBuffer | string =>
  typeof value === 'string' || value instanceof ArrayBuffer || ArrayBuffer.isView(value);

const isContent = (source: ImportSource): source is Blob | Uint8Array | ArrayBuffer | string | ReadableStream =>
  isPiece(source) || source instanceof Blob || (typeof source === 'object' && source !== null && 'getReader' in source);

const nameOf = (source: unknown): string => {
  const { name } = source as { readonly name?: unknown };
  return typeof name === 'string' ? name : '';
};

function asFile(value: unknown): SourceFile | undefined {
  if (value instanceof Blob) {
    const { webkitRelativePath, lastModified } = value as Partial<File>;
    return { name: webkitRelativePath || nameOf(value), content: value, time: lastModified };
  }
  const { content } = (value ?? {}) as Partial<SourceFile>;
  return content !== undefined && nameOf(value) !== '' ? (value as SourceFile) : undefined;
}

async function* withFirst<Piece>(first: Piece, rest: AsyncIterator<Piece>): AsyncGenerator<Piece, void, undefined> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

async function* oneFile(
  { name: path, content, time }: SourceFile,
  reading: FileReading,
  isOneOfMany: boolean,
): AsyncGenerator<OneFile, void, undefined> {
  const { format, pause, onRead, onRefused } = reading;
  const pieces = piecesOf(content);
  const begin = await pieces.next();
  if (begin.done) {
    if (!isOneOfMany) throw refusedFile(path, 'is empty.', format.expected);
    return onRefused({ where: path, reason: 'it is empty' });
  }
  const first = begin.value;
  const all = withFirst(first, pieces);
  const isZip = typeof first !== 'string' && first[0] === 0x50 && first[1] === 0x4b && first[2] === 3;
  if (isZip) return yield* filesOfZip(path, await joined(all, content, reading), reading);
  async function* counted(): AsyncGenerator<Uint8Array | string, void, undefined> {
    for await (const piece of all) {
      onRead(piece.length);
      yield piece;
      await pause();
    }
  }
  yield { path, time, text: decoded(counted(), format.encoding), isOneOfMany };
}

/** Joins the bytes of a zip, whose directory stands at the end. @throws invalid-input: larger than any that is read */
async function joined(
  pieces: AsyncIterable<Uint8Array | string>,
  content: FileContent,
  { format, pause, onRead }: FileReading,
): Promise<Uint8Array> {
  if (content instanceof Uint8Array) return (onRead(content.length), content);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const piece of pieces) {
    const part = typeof piece === 'string' ? new TextEncoder().encode(piece) : new Uint8Array(piece);
    size += part.length;
    if (size > CONVERSATIONS.zip.maxBytes)
      throw refusedFile('', `has more than ${CONVERSATIONS.zip.maxBytes} bytes.`, format.expected);
    onRead(part.length);
    parts.push(part);
    await pause();
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function* filesOfZip(
  path: string,
  data: Uint8Array,
  reading: FileReading,
): AsyncGenerator<OneFile, void, undefined> {
  const { format, pause, onRefused } = reading;
  const { files, damaged } = await unzipped(path, data, reading);
  for (const each of damaged) if (format.files.test(each.where)) onRefused(each);
  if (files.size === 0) throw refusedFile(path, 'is a zip without a file of this format.', format.expected);
  for (const [name, bytes] of files) {
    async function* pieces(): AsyncGenerator<Uint8Array | string, void, undefined> {
      for await (const piece of piecesOf(bytes)) {
        yield piece;
        await pause();
      }
    }
    yield { path: name, time: undefined, text: decoded(pieces(), format.encoding), isOneOfMany: files.size > 1 };
  }
}

async function unzipped(path: string, data: Uint8Array, { format, unzip, pause }: FileReading): Promise<Unzipped> {
  const work = unzip(data, (name) => format.files.test(name));
  for (;;) {
    try {
      const slice = work.next();
      if (slice.done) return slice.value;
    } catch (error) {
      if (!isWorkingMemoryError(error, 'invalid-input')) throw error;
      throw refusedFile(path, 'is a zip that is damaged, or too large. Unpack it.', format.expected, error);
    }
    await pause();
  }
}
