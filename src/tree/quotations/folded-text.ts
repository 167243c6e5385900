// Folds all spellings of a text to one form: case, white space and character forms, escapes of JSON and Markdown,
// entities of HTML, percent codes of URLs. Pure, and linear in the length of the text.
//
// Folding goes unit by unit and records the origin of each, so that a match in the folded form is cut in the original.
import { isUnspaced } from './letters.ts';

/** UTF-16 units, each with the offsets at which its origin in the text begins and ends. */
export interface FoldedText {
  readonly units: Uint16Array;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
}

const SPACE = 0x20;

/**
 * Escapes of JSON after its backslashes, for control characters, `\n`, and for any other, `\u0041`; visible-text.ts
 * writes `\u{41}`.
 */
const JSON_ESCAPE = /[bfnrt]|u([\da-f]{4}|\{0*(?:10[\da-f]{4}|[\da-f]{1,5})\})/iy;
const WHITE_ESCAPE = /\\[bfnrt]/i;
/** Entities of HTML, each with its character or folded form; a mark follows its letter, as in `&uuml;`. */
const NAMED = new Map(
  (
    'amp& lt< gt> quot" apos\' nbsp\n shy\xad lsquo\' rsquo\' sbquo\' ldquo" rdquo" bdquo" laquo" raquo" ndash- mdash- ' +
    'hellip… euro€ iexcl¡ iquest¿ szligß aeligæ oeligœ oslashø ' +
    'acute\u0301 grave\u0300 circ\u0302 tilde\u0303 uml\u0308 ring\u030a cedil\u0327 caron\u030c'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, -1), entry.slice(-1)] as const),
);
/** An entity, even in a text that became HTML twice: `&amp;lt;`. */
const ENTITY = new RegExp(
  `&(?:amp;){0,4}(?:([a-z]??)(${[...NAMED.keys()].join('|')})|#0*(\\d{1,6})|#x0*([\\da-f]{1,5}));`,
  'iy',
);
/** Percent codes of a character's bytes in UTF-8, even in a URL that became part of another one: `%25c3%25bc`. */
const PERCENT_CODES = /%(?:25){0,4}(?:[0-7][\da-f]|[c-f][\da-f](?:%(?:25){0,4}[89ab][\da-f]){1,3})/iy;
const ENCODED_AGAIN = /(?<=%)(?:25)+(?=..)/g;
/** A character with its marks, including half-width ones of kana; a syllable of Hangul in its letters. */
const CLUSTER = /(?:[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|[^])[\p{M}\uff9e\uff9f]*/uy;

const LETTER = /[\p{L}\p{N}]/u;
const WHITE = /[\s\u0085]/;
/** Invisible characters; a variation selector is a mark of the visible character before it. */
const UNSEEN = /[\p{Cf}\p{DI}]/gu;
const JOINS_BEFORE = /[\p{M}\uff9e\uff9f\u1160-\u11ff]/u;
/** Typeset forms of apostrophes, quotation marks and dashes. */
const TYPESET = new Map(
  ["'‘’‚‛′ʼ", '"“”„‟″«»', '-‐‑‒–—―−'].flatMap(([plain = '', ...forms]) => forms.map((form) => [form, plain] as const)),
);

/** Cache: folded form of each single UTF-16 unit, as texts repeat them. */
const known: (string | undefined)[] = [];
/** Folded unit of each ASCII character; 0 if it may begin another spelling. */
const ASCII = Uint16Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[\\&%]/.test(character) ? 0 : foldedCharacter(character).charCodeAt(0);
});

/** Returns two forms if the text may or may not be JSON: `C:\\notes` holds a line break or the word `notes`. */
export const foldedTexts = (text: string): readonly FoldedText[] =>
  readingsOf(text).map((areEscapesWhite) => foldedText(text, areEscapesWhite));

/** Returns whether escapes of line breaks are white space: both readings, if the text has any. */
export const readingsOf = (text: string): readonly boolean[] => (WHITE_ESCAPE.test(text) ? [true, false] : [true]);

/** Returns the folded form of a unit whose successor is below 0x300; 0 if the unit may begin another spelling. */
export const foldedAscii = (unit: number): number => ASCII[unit] ?? 0;

export function foldedText(text: string, areEscapesWhite: boolean): FoldedText {
  const folding = new Folding(text.length, areEscapesWhite);
  for (let at = 0; at < text.length;) at = folding.take(text, at);
  return folding.result();
}

class Folding {
  #units: Uint16Array;
  #from: Uint32Array;
  #to: Uint32Array;
  readonly #areEscapesWhite: boolean;
  #length = 0;
  /** Offset of white space not written yet; -1: none. */
  #gap = -1;

  constructor(capacity: number, areEscapesWhite: boolean) {
    this.#areEscapesWhite = areEscapesWhite;
    this.#units = new Uint16Array(capacity);
    this.#from = new Uint32Array(capacity);
    this.#to = new Uint32Array(capacity);
  }

  result(): FoldedText {
    const [units, from, to] = [this.#units, this.#from, this.#to];
    return {
      units: units.subarray(0, this.#length),
      from: from.subarray(0, this.#length),
      to: to.subarray(0, this.#length),
    };
  }

  /** Takes the character at `at` in any spelling; returns the offset of the next one. */
  take(text: string, at: number): number {
    const unit = text.charCodeAt(at);
    const next = text.charCodeAt(at + 1);
    const plain = unit < 0x80 && !(next >= 0x300) ? (ASCII[unit] as number) : 0;
    if (plain === SPACE) return this.#open(at, at + 1);
    if (plain > 0) return this.#add(plain, at, at + 1);
    switch (text[at]) {
      case '\\': {
        // As many as the text is nested. Before signs they belong to Markdown or JSON; one before a letter belongs to a
        // path.
        let end = at + 1;
        while (text[end] === '\\') end++;
        const escape = matchAt(JSON_ESCAPE, text, end);
        const hexadecimal = escape?.[1]?.replace('{', '');
        if (!escape || (!hexadecimal && !this.#areEscapesWhite)) {
          return LETTER.test(text[end] ?? '') ? this.#write('\\', at, end) : end;
        }
        const character = hexadecimal ? String.fromCodePoint(Number.parseInt(hexadecimal, 16)) : ' ';
        return this.#write(character, at, JSON_ESCAPE.lastIndex);
      }
      case '&': {
        const entity = matchAt(ENTITY, text, at);
        if (!entity) break;
        const [, letter = '', name, decimal, hexadecimal = ''] = entity;
        const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16);
        return this.#write(
          name ? letter + (NAMED.get(name.toLowerCase()) as string) : String.fromCodePoint(code),
          at,
          ENTITY.lastIndex,
        );
      }
      case '%': {
        const codes = matchAt(PERCENT_CODES, text, at)?.[0].replace(ENCODED_AGAIN, '');
        const character = codes && percentDecoded(codes);
        if (character) return this.#write(character, at, PERCENT_CODES.lastIndex);
        break;
      }
    }
    if ((unit & 0xf800) !== 0xd800 && !(next >= 0x300 && JOINS_BEFORE.test(text[at + 1] as string))) {
      return this.#write(text[at] as string, at, at + 1);
    }
    CLUSTER.lastIndex = at;
    const [cluster] = CLUSTER.exec(text) as RegExpExecArray;
    return this.#write(cluster, at, at + cluster.length);
  }

  #write(character: string, from: number, to: number): number {
    const folded = character.length === 1 ? foldedUnit(character) : foldedCharacter(character);
    if (folded === ' ') return this.#open(from, to);
    for (let at = 0; at < folded.length; at++) this.#add(folded.charCodeAt(at), from, to);
    return to;
  }

  #open(from: number, to: number): number {
    if (this.#gap < 0) this.#gap = from;
    return to;
  }

  /** Adds a unit after the white space before it, which separates words but not unspaced characters. */
  #add(unit: number, from: number, to: number): number {
    const begin = this.#gap;
    this.#gap = -1;
    if (begin >= 0 && this.#length > 0 && !isUnspaced(unit) && !isUnspaced(this.#units[this.#length - 1] as number))
      this.#push(SPACE, begin, from);
    return this.#push(unit, from, to);
  }

  #push(unit: number, from: number, to: number): number {
    if (this.#length === this.#units.length) this.#grow();
    this.#units[this.#length] = unit;
    this.#from[this.#length] = from;
    this.#to[this.#length++] = to;
    return to;
  }

  /** Makes room: a ligature can fold to many characters. */
  #grow(): void {
    const [units, from, to] = [this.#units, this.#from, this.#to];
    const capacity = 2 * this.#length + 32;
    (this.#units = new Uint16Array(capacity)).set(units);
    (this.#from = new Uint32Array(capacity)).set(from);
    (this.#to = new Uint32Array(capacity)).set(to);
  }
}

const foldedUnit = (unit: string): string => (known[unit.charCodeAt(0)] ??= foldedCharacter(unit));

/** Returns a space for white space, and nothing for invisible characters. */
function foldedCharacter(character: string): string {
  if (WHITE.test(character)) return ' ';
  // Upper case first: it handles `ß` and the final sigma.
  const folded = character.replace(UNSEEN, '').normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').trim();
  return TYPESET.get(folded) ?? folded;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Returns undefined for codes that no URL contains. */
function percentDecoded(codes: string): string | undefined {
  try {
    return decodeURIComponent(codes);
  } catch {
    return undefined;
  }
}
