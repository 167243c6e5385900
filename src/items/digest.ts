// summarize: an extract of the store that fits a limit. Pure: a generator that asks for measurements and gets numbers,
// so that counting tokens may wait while the rule itself never does. Loaded on the app's side: the engine lists the items.
import { invalid, type Item } from './item.ts';
import { byImportance } from './by-importance.ts';

export const DIGEST_SCOPES = ['all', 'recent'] as const;

export interface DigestRequest {
  /** `recent`: items of the last `eviction.recentSteps` steps, at least the current one. Default `all`. */
  readonly scope?: (typeof DIGEST_SCOPES)[number];
  /** One of the two. Everything counts against it: heading, line breaks, ellipsis. */
  readonly maxTokens?: number;
  /** UTF-16 units, as `text.length` counts. */
  readonly maxChars?: number;
}

export interface CheckedDigest {
  readonly scope: (typeof DIGEST_SCOPES)[number];
  readonly limit: number;
  readonly unit: 'tokens' | 'characters';
}

export interface Digest {
  /** Empty when there is nothing to say or nothing fits. */
  readonly text: string;
  readonly sources: readonly { readonly id: string; readonly cut: boolean }[];
}

const HEADING = 'Working memory:';
const ELLIPSIS = '…';
/** A cut item says at least this much, else it is left out (S000-33). In graphemes. */
const SHORTEST_CUT = 50;
const DEFAULT_MAX_TOKENS = 500;

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
    maxChars === undefined ? [maxTokens ?? DEFAULT_MAX_TOKENS, 'tokens' as const] : [maxChars, 'characters' as const];
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw invalid(unit === 'tokens' ? 'maxTokens' : 'maxChars', 'a whole number from 1', limit);
  return { scope, limit, unit };
}

/**
 * Fills up to `limit` in order of worth, skips what does not fit and goes on; the first that did not fit may be cut to
 * use up what is left. Yields texts to be measured and takes their size; the last text it yields and accepts is the
 * answer, so the limit holds for any measure, also for one that is not additive.
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

/** The longest beginning of a line that still fits, found by halving; undefined when even the shortest does not. */
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
