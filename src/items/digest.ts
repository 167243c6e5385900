// summarize: an extract of the store within a limit. Pure: a generator that yields texts to measure, so that its caller
// can await a token counter while the rule itself never waits.
import { oneOfNames, unknownName } from '../options/nearest.ts';
import { CALL_DEFAULTS } from '../options/policy.ts';
import { invalid, type Item } from './item.ts';
import { byImportance } from './by-importance.ts';

export const DIGEST_SCOPES = ['all', 'recent'] as const;

/** The argument of `items.summarize`: one of the two limits is required. */
export interface DigestRequest {
  /** `recent`: items of the last `eviction.recentSteps` steps, at least the current one. Default `all`. */
  readonly scope?: (typeof DIGEST_SCOPES)[number];
  /** Most tokens; give one of the two limits. Heading, line breaks and ellipsis count as well. */
  readonly maxTokens?: number;
  /** Most UTF-16 units, like `text.length`. */
  readonly maxChars?: number;
}

export interface CheckedDigest {
  readonly scope: (typeof DIGEST_SCOPES)[number];
  readonly limit: number;
  readonly unit: 'tokens' | 'characters';
}

export interface Digest {
  /** Empty if the store is empty or nothing fits. */
  readonly text: string;
  /** Size of the whole text, in the unit of the limit. */
  readonly size: number;
  readonly sources: readonly { readonly id: string; readonly cut: boolean }[];
}

const HEADING = 'Working memory:';
const LINE_START = '\n- ';
const ELLIPSIS = '…';
/** Graphemes. An item is skipped rather than cut to fewer than this. */
const SHORTEST_CUT = 50;

const KNOWN = ['scope', 'maxTokens', 'maxChars'];

/** @throws invalid-input */
export function checkDigest(request: DigestRequest = {}): CheckedDigest {
  if (typeof request !== 'object' || request === null)
    throw invalid('request', 'an object with scope, maxTokens or maxChars', request);
  const { scope = 'all', maxTokens, maxChars, ...unknown } = request;
  for (const name of Object.keys(unknown)) throw invalid(name, unknownName(name, KNOWN), undefined);
  if (!DIGEST_SCOPES.includes(scope)) throw invalid('scope', oneOfNames(scope, DIGEST_SCOPES), scope);
  if (maxTokens !== undefined && maxChars !== undefined)
    throw invalid('maxChars', 'absent where maxTokens is given', maxChars);
  const [limit, unit] =
    maxChars === undefined
      ? [maxTokens ?? CALL_DEFAULTS.digestTokens, 'tokens' as const]
      : [maxChars, 'characters' as const];
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw invalid(unit === 'tokens' ? 'maxTokens' : 'maxChars', 'a whole number from 1', limit);
  return { scope, limit, unit };
}

/** Yields a text whose size it needs, and takes the size. */
type Sizing<Result> = Generator<string, Result, number>;
type SizeOf = (text: string) => Sizing<number>;

interface Line {
  readonly id: string;
  /** Begins with its line break. */
  readonly line: string;
}

/**
 * Takes the items in order of worth: most important first, then newest. Shows as much of each as fits into the
 * remaining room: the whole line; else a beginning of at least 50 graphemes, after which nothing follows; else nothing.
 *
 * A larger limit never shows less. The order: compare two digests item by item, in order of worth; a whole item is more
 * than a cut one, a longer cut more than a shorter one, a cut more than nothing; the first difference decides. Up to that
 * item both limits took the same and the larger one has more room left. More room never takes less of an item, because
 * the search for a cut asks the same for every room, until something fits into the larger one alone.
 *
 * Lines are measured one by one, so that the cost is linear in the texts, and then the finished text as a whole. If it
 * exceeds the limit, the lines get less room, so the limit holds for any counter. That happens only with counters by
 * which a text has more tokens than its parts together, and only with these may a larger limit show less.
 */
export function* digest(items: readonly Item[], limit: number): Sizing<Digest> {
  const lines = [...items].sort(byImportance).map(({ id, text }) => ({ id, line: LINE_START + oneLine(text) }));
  const sizes = new Map<string, number>();
  function* sizeOf(text: string): Sizing<number> {
    const size = sizes.get(text) ?? (yield text);
    sizes.set(text, size);
    return size;
  }
  for (let room = limit, excess = 0; ; room -= excess) {
    const { text, sources } = yield* fill(lines, room, sizeOf);
    if (sources.length === 0) return { text: '', size: 0, sources };
    const size = yield text;
    if (size <= limit) return { text, size, sources };
    // At least doubled, so that few texts are measured whatever the counter answers.
    excess = Math.max(size - limit, 2 * excess);
  }
}

function* fill(lines: readonly Line[], limit: number, sizeOf: SizeOf): Sizing<Pick<Digest, 'text' | 'sources'>> {
  let text = HEADING;
  let room = limit - (yield* sizeOf(HEADING));
  const sources: { id: string; cut: boolean }[] = [];
  for (const { id, line } of lines) {
    const size = yield* sizeOf(line);
    if (size <= room) {
      room -= size;
      text += line;
      sources.push({ id, cut: false });
      continue;
    }
    const beginning = yield* longestCut(line, room, sizeOf);
    if (beginning === undefined) continue;
    text += beginning;
    sources.push({ id, cut: true });
    break;
  }
  return { text, sources };
}

/**
 * Returns the beginning of a line that fits with its ellipsis, found by bisection; each half is measured on its own.
 * Undefined if not even the shortest fits.
 */
function* longestCut(line: string, limit: number, sizeOf: SizeOf): Sizing<string | undefined> {
  let room = limit - (yield* sizeOf(ELLIPSIS));
  // A grapheme has at least one unit, so most lines that cannot be cut are not searched for graphemes.
  const fiftyUnits = line.slice(0, LINE_START.length + SHORTEST_CUT).toWellFormed();
  if (!((yield* sizeOf(fiftyUnits)) <= room)) return undefined;
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const shortest = endOfShortest(line, graphemes);
  if (shortest === undefined) return undefined;
  let end = 0;
  let tooLong = line.length;
  for (let next = shortest; next < tooLong; next = boundaryBetween(line, end, tooLong, graphemes)) {
    const size = yield* sizeOf(line.slice(end, next));
    if (size <= room) {
      room -= size;
      end = next;
    } else {
      tooLong = next;
      if (end === 0) return undefined;
    }
  }
  return line.slice(0, end) + ELLIPSIS;
}

/** Returns the offset of the grapheme after the shortest cut; undefined in a line without one. */
function endOfShortest(line: string, graphemes: Intl.Segmenter): number | undefined {
  const text = line.slice(LINE_START.length);
  // Iterating over the segments of a long text is slow at every step, at least in V8.
  for (let units = 2 * SHORTEST_CUT; ; units *= 2) {
    const starts = Array.from(graphemes.segment(text.slice(0, units)), ({ index }) => index);
    // If a slice ends inside a grapheme, its last start may be false.
    if (units < text.length) starts.pop();
    const start = starts[SHORTEST_CUT];
    if (start !== undefined) return LINE_START.length + start;
    if (units >= text.length) return undefined;
  }
}

/** Returns a grapheme boundary near the middle between two others; `to` if there is none. */
function boundaryBetween(line: string, from: number, to: number, graphemes: Intl.Segmenter): number {
  const middle = graphemes.segment(line.slice(from, to)).containing((to - from) >> 1);
  return middle ? from + (middle.index || middle.segment.length) : to;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
