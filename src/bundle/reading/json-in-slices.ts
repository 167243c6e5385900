// Parses JSON in slices: `JSON.parse` takes small pieces, and this file walks the values that contain them. Pure.
import type { Sliced, SliceMeter } from './slices.ts';

/** UTF-16 units parsed at once. */
const PIECE = 16_384;
/** Levels walked: the object of a workspace, the list of its sessions, one session, a list of that session. */
const LEVELS = 4;

const [QUOTE, ESCAPE, COMMA, COLON, LIST, LIST_END, OBJECT, OBJECT_END] = Array.from('"\\,:[]{}', (sign) =>
  sign.charCodeAt(0),
);

/** @returns as `JSON.parse` @throws SyntaxError if `JSON.parse` does */
export function* jsonInSlices(text: string, meter: SliceMeter): Sliced<unknown> {
  const { value, end } = yield* valueIn(text, 0, LEVELS, meter);
  if (end < text.length) throw new SyntaxError(`more follows the value at ${end}`);
  return value;
}

interface Piece {
  readonly value: unknown;
  /** Offset after the value. */
  readonly end: number;
}

function* valueIn(text: string, from: number, levels: number, meter: SliceMeter): Sliced<Piece> {
  const begin = afterSpace(text, from);
  const sign = text.charCodeAt(begin);
  const near = endOf(text, from, from + PIECE);
  if (near === undefined && levels > 0 && (sign === LIST || sign === OBJECT))
    return yield* piecesIn(text, begin, levels - 1, meter);
  const end = near ?? (endOf(text, from) as number);
  const value: unknown = JSON.parse(text.slice(from, end));
  if (meter.isFullAfterRecord(end - from)) yield;
  return { value, end };
}

/** @param begin offset of a list or an object */
function* piecesIn(text: string, begin: number, levels: number, meter: SliceMeter): Sliced<Piece> {
  const isList = text.charCodeAt(begin) === LIST;
  const last = isList ? LIST_END : OBJECT_END;
  const found: [name: string, value: unknown][] = [];
  let at = begin + 1;
  if (text.charCodeAt(afterSpace(text, at)) === last)
    return { value: isList ? [] : {}, end: afterSpace(text, afterSpace(text, at) + 1) };
  for (;;) {
    let name = '';
    if (!isList) {
      const end = endOf(text, at) as number;
      name = JSON.parse(text.slice(at, end));
      if (typeof name !== 'string' || text.charCodeAt(end) !== COLON) throw new SyntaxError(`no name at ${at}`);
      at = end + 1;
    }
    const { value, end } = yield* valueIn(text, at, levels, meter);
    found.push([name, value]);
    const sign = text.charCodeAt(end);
    at = end + 1;
    if (sign === last) {
      const whole = isList ? found.map(([, each]) => each) : Object.fromEntries(found);
      return { value: whole, end: afterSpace(text, at) };
    }
    if (sign !== COMMA) throw new SyntaxError(`neither the next value nor an end at ${end}`);
  }
}

/** Returns the offset of the sign that ends the value, or the end of the text; undefined beyond `most`. */
function endOf(text: string, from: number, most = Infinity): number | undefined {
  let depth = 0;
  let isText = false;
  for (let at = from; at < text.length; at++) {
    if (at > most) return undefined;
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) isText = !isText;
    else if (isText) at += Number(sign === ESCAPE);
    else if (sign === LIST || sign === OBJECT) depth++;
    else if (sign === LIST_END || sign === OBJECT_END) {
      if (depth-- === 0) return at;
    } else if (depth === 0 && (sign === COMMA || sign === COLON)) return at;
  }
  return text.length;
}

/** Skips white space as JSON defines it. */
function afterSpace(text: string, from: number): number {
  const sign = /[^ \t\n\r]/g;
  sign.lastIndex = from;
  return sign.exec(text)?.index ?? text.length;
}
