// summarize: an extract of the store within a limit. Pure: a generator that yields texts to measure, so that its caller
// can wait for a token counter while the rule itself never waits.
import { CALL_DEFAULTS } from '../options.ts';
import { invalid, type Item } from './item.ts';
import { byImportance } from './by-importance.ts';

export const DIGEST_SCOPES = ['all', 'recent'] as const;

export interface DigestRequest {
  /** `recent`: items of the last `eviction.recentSteps` steps, at least the current one. Default `all`. */
  readonly scope?: (typeof DIGEST_SCOPES)[number];
  /** Give one of the two limits. Heading, line breaks and ellipsis count as well. */
  readonly maxTokens?: number;
  /** UTF-16 units, like `text.length`. */
  readonly maxChars?: number;
}

export interface CheckedDigest {
  readonly scope: (typeof DIGEST_SCOPES)[number];
  readonly limit: number;
  readonly unit: 'tokens' | 'characters';
}

export interface Digest {
  /** Empty when the store is empty or nothing fits. */
  readonly text: string;
  readonly sources: readonly { readonly id: string; readonly cut: boolean }[];
}

const HEADING = 'Working memory:';
const ELLIPSIS = '…';
/** Graphemes. An item is left out rather than cut to less than this. */
const SHORTEST_CUT = 50;

/** @throws invalid-input */
export function checkDigest(request: DigestRequest = {}): CheckedDigest {
  if (typeof request !== 'object' || request === null)
    throw invalid('request', 'an object with scope, maxTokens or maxChars', request);
  const { scope = 'all', maxTokens, maxChars, ...unknown } = request;
  for (const name of Object.keys(unknown))
    throw invalid(name, 'absent; known are scope, maxTokens, maxChars', undefined);
  if (!DIGEST_SCOPES.includes(scope)) throw invalid('scope', DIGEST_SCOPES.join(' or '), scope);
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

/**
 * Adds items by importance while they fit, then cuts the first misfit to use up the rest. Yields each candidate text
 * and takes its size. The result was always measured as a whole, so the limit holds even for measures that are not
 * additive.
 */
export function* digest(items: readonly Item[], limit: number): Generator<string, Digest, number> {
  let text = '';
  const sources: { id: string; cut: boolean }[] = [];
  let firstMisfit: Item | undefined;
  for (const item of [...items].sort(byImportance)) {
    const longer = joined(text, oneLine(item.text));
    if ((yield longer) <= limit) {
      text = longer;
      sources.push({ id: item.id, cut: false });
    } else {
      firstMisfit ??= item;
    }
  }
  if (firstMisfit) {
    const cut = yield* longestCut(text, oneLine(firstMisfit.text), limit);
    if (cut !== undefined) {
      text = cut;
      sources.push({ id: firstMisfit.id, cut: true });
    }
  }
  return { text, sources };
}

/** Binary search for the longest prefix of a line that fits; undefined when even the shortest does not. */
function* longestCut(text: string, line: string, limit: number): Generator<string, string | undefined, number> {
  const graphemes = Array.from(
    new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(line),
    ({ segment }) => segment,
  );
  let fits = SHORTEST_CUT - 1;
  let tooLong = graphemes.length;
  let best: string | undefined;
  while (tooLong - fits > 1) {
    const length = Math.floor((fits + tooLong) / 2);
    const candidate = joined(text, graphemes.slice(0, length).join('') + ELLIPSIS);
    if ((yield candidate) <= limit) {
      best = candidate;
      fits = length;
    } else {
      tooLong = length;
    }
  }
  return best;
}

const joined = (text: string, line: string): string => `${text === '' ? HEADING : text}\n- ${line}`;
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
