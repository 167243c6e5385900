// What is counted while a run is replayed. All of it can be added up over runs.

/** Facts that calls needed, and how they could be had. */
export interface Reach {
  readonly facts: number;
  /** Verbatim in the request. */
  readonly inView: number;
  /** In the request, or in what the search found. */
  readonly reachable: number;
  /** Calls that needed facts, and the sum of the shares of them that were reachable. */
  readonly calls: number;
  readonly callShares: number;
}

export interface Measures {
  readonly runs: number;
  readonly requests: number;
  /** Model calls for which no request could be made, by error code. */
  readonly refused: Readonly<Record<string, number>>;
  readonly inputTokens: number;
  readonly cachedTokens: number;
  /** Tokens of the largest request. */
  readonly peakTokens: number;
  readonly overWindow: number;
  /** Requests that do not extend the one before. */
  readonly rewritten: number;
  /** Of these, where no epoch began. */
  readonly invalidated: number;
  readonly epochs: number;
  readonly compactions: number;
  readonly fallbacks: number;
  readonly brokenPairs: number;
  /** Model calls whose request hid something. */
  readonly hidingRequests: number;
  readonly all: Reach;
  /** At the model calls whose request hid something, or could not be made. */
  readonly hiding: Reach;
}

export const NO_REACH: Reach = { facts: 0, inView: 0, reachable: 0, calls: 0, callShares: 0 };

export const NO_MEASURES: Measures = {
  runs: 0,
  requests: 0,
  refused: {},
  inputTokens: 0,
  cachedTokens: 0,
  peakTokens: 0,
  overWindow: 0,
  rewritten: 0,
  invalidated: 0,
  epochs: 0,
  compactions: 0,
  fallbacks: 0,
  brokenPairs: 0,
  hidingRequests: 0,
  all: NO_REACH,
  hiding: NO_REACH,
};

export function addUp(parts: readonly Measures[]): Measures {
  return parts.reduce(
    (sum, part) => ({
      ...addNumbers(sum, part),
      peakTokens: Math.max(sum.peakTokens, part.peakTokens),
      refused: addCounts(sum.refused, part.refused),
      all: addReach(sum.all, part.all),
      hiding: addReach(sum.hiding, part.hiding),
    }),
    NO_MEASURES,
  );
}

export const addReach = (one: Reach, other: Reach): Reach => addNumbers(one, other);

export const addCounts = (
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
): Record<string, number> => {
  const sum = { ...one };
  for (const [name, count] of Object.entries(other)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
};

/** In plain input tokens: what a cache gives costs a tenth, what it has yet to take in a quarter more. */
export const cost = ({ inputTokens, cachedTokens }: Measures): number =>
  0.1 * cachedTokens + 1.25 * (inputTokens - cachedTokens);

export const cachedShare = ({ inputTokens, cachedTokens }: Measures): number => cachedTokens / inputTokens;

export const refusals = ({ refused }: Measures): number =>
  Object.values(refused).reduce((sum, count) => sum + count, 0);

/** Adds the fields that are numbers; the others stay as they are in `one`. */
function addNumbers<T extends object>(one: T, other: T): T {
  const added: Partial<Record<string, unknown>> = Object.fromEntries(Object.entries(one));
  for (const [name, value] of Object.entries(other)) {
    if (typeof value === 'number') added[name] = (added[name] as number) + value;
  }
  return added as T;
}
