// Cuts quotations of forgotten texts out of other texts. Pure.
import { withBlocks } from '../overview/system-blocks.ts';
import { type FoldedText, foldedTexts } from './folded-text.ts';
import { bareTexts, withoutLineBeginnings, withoutLinkTargets } from './markup.ts';
import { type Passage, occurrences, passagesOf } from './occurrences.ts';

export const REDACTED = '[forgotten]';

/** Returns a pattern that matches only this text. */
export const asPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/**
 * Texts never cut: the redaction mark, and the markers of the system's blocks, without which an overview would lose
 * them.
 */
const KEPT = new RegExp(
  [REDACTED, ...withBlocks('', { index: '', state: '', compaction: '' }).trim().split(/\n+/)].map(asPattern).join('|'),
  'g',
);

/** Strings and bare words of a JSON text. Lazy: a group per escape would overflow the regex stack on long strings. */
const JSON_TOKEN = /"[^]*?(?<!\\)(?:\\\\)*"|[\w.+-]+/g;

/** Cuts quotations; returns a text without any unchanged. JSON stays valid JSON; `json` marks a bare number as JSON. */
type Redact = (text: string, json?: boolean) => string;

/**
 * Makes a function that cuts a passage of 12 or more UTF-16 units anywhere, and a shorter one only as whole words:
 * `4711` is cut out of `my pin is 4711`, but `tea` not out of `team`. Finds passages in any spelling (folded-text.ts),
 * the longer ones also between the signs of Markdown and HTML, and all of them in JSON strings and in JSON inside JSON
 * strings.
 */
export function redactor(passages: readonly string[]): Redact {
  // Longest first: each cut makes an edge for the text beside it.
  const sought = [...passages].sort((one, other) => other.length - one.length).flatMap(passagesOf);
  const redact: Redact = (text, json = isJson(text)) => {
    if (!json) return withoutPassages(text, sought);
    const tokens = text.replace(JSON_TOKEN, (token) => {
      const said = token.startsWith('"') ? (JSON.parse(token) as string) : token;
      const rest = redact(said);
      return rest === said ? token : JSON.stringify(rest);
    });
    // A passage across several tokens breaks the JSON, so the rest becomes a JSON string.
    const rest = withoutPassages(tokens, sought);
    return rest === tokens ? rest : JSON.stringify(rest);
  };
  return redact;
}

function withoutPassages(text: string, passages: readonly Passage[]): string {
  let cuts: Cuts | undefined;
  for (const [folded, sought] of readings(text, passages)) {
    let bare: readonly FoldedText[] = [];
    for (const passage of sought) {
      if (passage.isUnmistakable && bare.length === 0) bare = bareTexts(folded);
      for (const searched of passage.isUnmistakable ? bare : [folded]) {
        const { from, to } = searched;
        occurrences(
          searched,
          passage,
          (unit) => cuts?.has(from[unit] as number) ?? false,
          (begin, end) => (cuts ??= new Cuts(text)).add(from[begin] as number, to[end - 1] as number),
        );
      }
    }
  }
  return cuts?.rest() ?? text;
}

/**
 * Yields the readings of a text, each with the passages to seek: first those for long ones only, so that short ones see
 * all cuts.
 */
function* readings(text: string, passages: readonly Passage[]): Generator<[FoldedText, readonly Passage[]]> {
  const long = passages.filter(({ isUnmistakable }) => isUnmistakable);
  const unlinked = withoutLinkTargets(text);
  const unnumbered = withoutLineBeginnings(unlinked);
  const sought = new Map([
    // A list that a tool numbered.
    [withoutLineBeginnings(unnumbered), long],
    [unnumbered, long],
    [unlinked, long],
    // The passage itself may contain links.
    [withoutLineBeginnings(text), long],
    [text, passages],
    // URLs write `+` for a space.
    [text.replaceAll('+', ' '), passages],
  ]);
  for (const [reading, some] of sought)
    if (some.length > 0) for (const folded of foldedTexts(reading)) yield [folded, some];
}

/** Cut parts of a text; adjacent parts stay apart, overlapping ones become one. */
class Cuts {
  readonly #text: string;
  readonly #kept: readonly (readonly [number, number])[];
  #spans: [number, number][] = [];
  readonly #isCut: Uint8Array;

  constructor(text: string) {
    this.#text = text;
    this.#isCut = new Uint8Array(text.length);
    this.#kept = Array.from(text.matchAll(KEPT), ({ 0: { length }, index }) => [index, index + length] as const);
  }

  has(at: number): boolean {
    return this.#isCut[at] === 1;
  }

  add(begin: number, end: number): void {
    let from = begin;
    for (const [keptFrom, keptTo] of this.#kept) {
      if (keptTo <= from || keptFrom >= end) continue;
      if (keptFrom > from) this.#cut(from, keptFrom);
      from = keptTo;
    }
    if (from < end) this.#cut(from, end);
  }

  rest(): string {
    const spans = this.#spans.sort(([one], [other]) => one - other);
    let rest = '';
    let end = 0;
    for (const [from, to] of spans) {
      if (from >= end) rest += this.#text.slice(end, from) + REDACTED;
      end = Math.max(end, to);
    }
    return rest + this.#text.slice(end);
  }

  #cut(from: number, to: number): void {
    this.#spans.push([from, to]);
    this.#isCut.fill(1, from, to);
  }
}

/** Whether a text is JSON: an array, object or string; a bare number is plain text. */
function isJson(text: string): boolean {
  try {
    return /^\s*["[{]/.test(text) && JSON.parse(text) !== undefined;
  } catch {
    // Broken JSON is plain text.
    return false;
  }
}
