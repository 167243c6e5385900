// Reads JSON that is larger than one task of a page should parse: a long list or object is parsed member by member, and
// no more than a piece of it at once.
import { CONVERSATIONS } from '../../../options/policy.ts';
import { Unreadable } from '../refusals.ts';

/** An open bracket. */
interface Frame {
  readonly isList: boolean;
  /** Place of the bracket. */
  readonly at: number;
  /** Beginning of the members that are not parsed yet. */
  from: number;
  /** Place of the latest comma between two members. */
  comma: number;
  /** Members so far, once there are too many to parse them with the whole. */
  value?: unknown[] | Record<string, unknown>;
  /** Name in the object around it, once that one has a value. */
  key?: string;
}

/** Limit of nesting. */
const DEEPEST = 100;
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Yields the members of a list, or else each of the objects that stand one after the other, as in JSON Lines.
 * @param parsed limit of UTF-16 units that are parsed at once
 * @throws Unreadable
 */
export async function* jsonValues(
  text: AsyncIterable<string>,
  parsed: number = CONVERSATIONS.parsed,
): AsyncGenerator<unknown, void, undefined> {
  const reader = new JsonReader(parsed);
  for await (const piece of text) yield* reader.push(piece);
  reader.end();
}

class JsonReader {
  readonly #longest: number;
  /** Text that is not parsed yet; it begins at `#base`. */
  #text = '';
  #base = 0;
  #at = 0;
  #isInString = false;
  #isEscaped = false;
  /** List whose members are yielded; absent where values stand one after the other. */
  #root: Frame | undefined;
  #isOver = false;
  readonly #frames: Frame[] = [];
  #values = 0;

  constructor(longest: number) {
    this.#longest = longest;
  }

  *push(piece: string): Generator<unknown, void, undefined> {
    this.#text += piece;
    const end = this.#base + this.#text.length;
    for (; this.#at < end; this.#at++) {
      const code = this.#text.charCodeAt(this.#at - this.#base);
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (code === BACKSLASH) this.#isEscaped = true;
        else if (code === QUOTE) this.#isInString = false;
        continue;
      }
      if (code <= 0x20) continue;
      const top = this.#frames.at(-1);
      if (top === undefined) this.#begin(code);
      else if (code === QUOTE) this.#isInString = true;
      else if (code === OPEN_LIST || code === OPEN_OBJECT) this.#open(code === OPEN_LIST);
      else if (code === COMMA) yield* this.#between(top);
      else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
        if (top.isList !== (code === CLOSE_LIST)) throw this.#broken();
        yield* this.#close(top);
      }
    }
    this.#drop();
  }

  /** Checks that the text was whole. @throws Unreadable */
  end(): void {
    if (this.#frames.length > 0)
      throw new Unreadable('ends in the middle: it is incomplete. Download or copy it again.');
    if (!this.#isOver && this.#values === 0) throw new Unreadable('is empty.');
  }

  /** Begins a value that lies in no other, at its first character. */
  #begin(code: number): void {
    const isList = code === OPEN_LIST;
    const isFirst = this.#values === 0 && !this.#isOver;
    if (isList ? !isFirst : code !== OPEN_OBJECT || this.#isOver) throw this.#broken();
    this.#open(isList);
    if (isList) this.#root = this.#frames[0];
  }

  #open(isList: boolean): void {
    if (this.#frames.length === DEEPEST) throw new Unreadable(`is nested deeper than ${DEEPEST} levels.`);
    this.#frames.push({ isList, at: this.#at, from: this.#at + 1, comma: this.#at });
  }

  /** Takes a comma. */
  *#between(frame: Frame): Generator<unknown, void, undefined> {
    if (frame === this.#root) yield* this.#member(frame);
    else if (this.#at - frame.from > this.#longest) this.#take(frame);
    // The comma stands behind a member that was taken apart, or yielded.
    if (this.#isBlank(frame)) frame.from = this.#at + 1;
    frame.comma = this.#at;
  }

  *#close(frame: Frame): Generator<unknown, void, undefined> {
    if (frame === this.#root) {
      yield* this.#member(frame);
      this.#isOver = true;
      this.#frames.pop();
      return;
    }
    if (frame.value) this.#take(frame);
    this.#frames.pop();
    const parent = this.#frames.at(-1);
    if (parent !== undefined && frame.value === undefined) return;
    if (parent === undefined || parent === this.#root) {
      this.#values++;
      yield frame.value ?? this.#parsed(frame.at, this.#at + 1);
    } else if (Array.isArray(parent.value)) parent.value.push(frame.value);
    else (parent.value as Record<string, unknown>)[frame.key ?? ''] = frame.value;
    if (parent) parent.from = this.#at + 1;
  }

  /** Yields the member of the root that ends here; none where it was yielded, or the list is empty. */
  *#member(frame: Frame): Generator<unknown, void, undefined> {
    if (this.#isBlank(frame)) return;
    this.#values++;
    yield this.#parsed(frame.from, this.#at);
    frame.from = this.#at;
  }

  /** Parses the members up to here, so that their text is needed no longer. */
  #take(frame: Frame): void {
    for (const [depth, outer] of this.#frames.entries()) {
      const inner = this.#frames[depth + 1];
      if (inner && outer.from <= inner.at) this.#takeApart(outer, inner);
    }
    if (!this.#isBlank(frame)) this.#add(frame, this.#at);
    frame.from = this.#at;
    this.#drop();
  }

  /** Parses the text in front of an inner bracket, which is read by itself. */
  #takeApart(outer: Frame, inner: Frame): void {
    if (outer !== this.#root) {
      const last = Math.max(outer.comma, outer.from - 1);
      this.#add(outer, last);
      if (!outer.isList) [inner.key = ''] = Object.keys(this.#parsed(last + 1, inner.at, '{}', '0') as object);
    }
    outer.from = inner.at + 1;
  }

  #add(frame: Frame, end: number): void {
    // Without a prototype, no name can reach one.
    frame.value ??= frame.isList ? [] : (Object.create(null) as Record<string, unknown>);
    if (end <= frame.from) return;
    const members = this.#parsed(frame.from, end, frame.isList ? '[]' : '{}');
    if (Array.isArray(frame.value)) for (const each of members as unknown[]) frame.value.push(each);
    else Object.assign(frame.value, members);
  }

  #isBlank({ from }: Frame): boolean {
    return this.#text.slice(from - this.#base, this.#at - this.#base).trim() === '';
  }

  /** Parses a stretch of the text. @param around brackets that it lies in @param last text that completes it */
  #parsed(from: number, end: number, around = '', last = ''): unknown {
    const text = this.#text.slice(from - this.#base, end - this.#base);
    try {
      return JSON.parse(`${around.slice(0, 1)}${text}${last}${around.slice(1)}`);
    } catch {
      throw this.#broken();
    }
  }

  /** Forgets text that is needed no longer: all in front of the innermost bracket that is read member by member. */
  #drop(): void {
    const apart = this.#frames.filter((frame) => frame === this.#root || frame.value !== undefined).at(-1);
    const needed = apart ? apart.from : (this.#frames[0]?.at ?? this.#at);
    const count = needed - this.#base;
    this.#text = this.#text.slice(count);
    this.#base = needed;
  }

  readonly #broken = (): Unreadable => new Unreadable(`is not JSON at character ${this.#at + 1}.`);
}
