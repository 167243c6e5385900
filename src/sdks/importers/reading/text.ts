// Decodes bytes as text, in pieces small enough for a page that stays responsive.
import { CONVERSATIONS } from '../../../options/policy.ts';
import type { FileContent } from '../conversation.ts';
import { Unreadable } from '../refusals.ts';

/** Yields the content in pieces of at most `CONVERSATIONS.piece`. */
export async function* piecesOf(content: FileContent): AsyncGenerator<Uint8Array | string, void, undefined> {
  for await (const whole of streamOf(content)) {
    const piece = typeof whole === 'string' ? whole : new Uint8Array(whole);
    for (let at = 0; at < piece.length; at += CONVERSATIONS.piece) yield piece.slice(at, at + CONVERSATIONS.piece);
  }
}

function streamOf(content: FileContent): AsyncIterable<Uint8Array | ArrayBuffer | string> {
  if (content instanceof Blob) return readAll(content.stream());
  if (typeof content === 'string' || content instanceof ArrayBuffer || ArrayBuffer.isView(content))
    return once(content);
  return 'getReader' in content ? readAll(content) : content;
}

async function* once<Value>(value: Value): AsyncGenerator<Value, void, undefined> {
  yield value;
}

/** Reads a stream, which not every engine can iterate. */
async function* readAll<Value>(stream: ReadableStream<Value>): AsyncGenerator<Value, void, undefined> {
  const reader = stream.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * Decodes the pieces. A byte order mark decides between UTF-8 and UTF-16; without one, `encoding` holds.
 * @throws Unreadable
 */
export async function* decoded(
  pieces: AsyncIterable<Uint8Array | string>,
  encoding = 'utf-8',
): AsyncGenerator<string, void, undefined> {
  let decoder: TextDecoder | undefined;
  const decode = (bytes?: Uint8Array): string => {
    try {
      return (decoder ??= decoderOf(bytes, encoding)).decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new Unreadable(
        `is not text in ${decoder?.encoding ?? encoding}. Save it as UTF-8, or name its encoding, e.g. encoding: 'windows-1252'.`,
      );
    }
  };
  for await (const piece of pieces) {
    const text = typeof piece === 'string' ? piece : decode(piece);
    if (text !== '') yield text;
  }
  const rest = decoder ? decode() : '';
  if (rest !== '') yield rest;
}

function decoderOf([first, second]: Uint8Array = new Uint8Array(), encoding: string): TextDecoder {
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const marked = isUtf16 ? (first === 0xff ? 'utf-16le' : 'utf-16be') : undefined;
  return new TextDecoder(marked ?? encoding, { fatal: true });
}

/** Yields the lines of a text, without their ends; an empty one at the end is left out. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let rest = '';
  for await (const piece of text) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.replace(/\r$/, '');
  }
  if (rest !== '') yield rest.replace(/\r$/, '');
}
