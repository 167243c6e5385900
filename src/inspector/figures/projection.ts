// A map in two dimensions of things whose likeness is known: classical scaling, by power iteration. Pure and
// repeatable; in steps, each of which takes a page a few milliseconds at most.

export interface MapPoint {
  readonly x: number;
  readonly y: number;
}

const ROUNDS = 60;

/**
 * Returns the two directions in which the things differ most, each coordinate from −1 to 1.
 * @param likeness n × n by rows, symmetric; 1 is the likeness of a thing to itself
 */
export function* projection(likeness: Float64Array, count: number): Generator<void, MapPoint[]> {
  const centred = doubleCentred(likeness, count);
  yield;
  const first = yield* leading(centred, count, 1);
  deflate(centred, count, first);
  const second = yield* leading(centred, count, 2);
  return Array.from({ length: count }, (_, at) => ({ x: first.axis[at] ?? 0, y: second.axis[at] ?? 0 })).map(
    scaled(first.axis, second.axis),
  );
}

/** Returns the share of words that two texts have in common, as a cosine of their counts; for texts without vectors. */
export function* wordLikeness(texts: readonly string[]): Generator<void, Float64Array> {
  const counts: Map<string, number>[] = [];
  for (const text of texts) {
    counts.push(termsOf(text));
    yield;
  }
  const lengths = counts.map((terms) => Math.sqrt([...terms.values()].reduce((sum, count) => sum + count * count, 0)));
  return yield* symmetric(texts.length, (one, other) => {
    const [few, many] = [counts[one], counts[other]];
    if (!few || !many) return 0;
    let dot = 0;
    for (const [term, count] of few) dot += count * (many.get(term) ?? 0);
    return dot / ((lengths[one] ?? 0) * (lengths[other] ?? 0) || 1);
  });
}

/** Makes an n × n matrix by rows from the likeness of each pair, asked once; the diagonal is 1. */
export function* symmetric(
  count: number,
  likeness: (one: number, other: number) => number,
): Generator<void, Float64Array> {
  const all = new Float64Array(count * count);
  for (let one = 0; one < count; one++) {
    all[one * count + one] = 1;
    for (let other = 0; other < one; other++) {
      const value = likeness(one, other);
      all[one * count + other] = value;
      all[other * count + one] = value;
    }
    yield;
  }
  return all;
}

const WORD = /[\p{L}\p{N}]+/gu;
const UNSPACED = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u;

function termsOf(text: string): Map<string, number> {
  const terms = new Map<string, number>();
  const add = (term: string): void => void terms.set(term, (terms.get(term) ?? 0) + 1);
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    // Without spaces between words, pairs of characters stand for them.
    if (UNSPACED.test(word)) for (let at = 0; at + 1 < word.length; at++) add(word.slice(at, at + 2));
    else if (word.length > 2) add(word);
  }
  return terms;
}

function doubleCentred(likeness: Float64Array, count: number): Float64Array {
  const means = new Float64Array(count);
  for (let row = 0; row < count; row++) {
    for (let at = 0; at < count; at++) means[row] = (means[row] ?? 0) + (likeness[row * count + at] ?? 0) / count;
  }
  const mean = means.reduce((sum, one) => sum + one, 0) / (count || 1);
  return likeness.map((value, place) => {
    const row = Math.floor(place / count);
    return value - (means[row] ?? 0) - (means[place - row * count] ?? 0) + mean;
  });
}

interface Leading {
  /** Unit vector times the root of its eigenvalue. */
  readonly axis: Float64Array;
  readonly unit: Float64Array;
  readonly value: number;
}

function* leading(matrix: Float64Array, count: number, seed: number): Generator<void, Leading> {
  // Any start will do that is no eigenvector by chance; it is the same each time.
  let unit = normal(
    Float64Array.from({ length: count }, (_, at) => (((at + 1) * 7919 * seed) % 104_729) / 104_729 - 0.5),
  );
  let value = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(count);
    for (let row = 0; row < count; row++) {
      let sum = 0;
      for (let at = 0; at < count; at++) sum += (matrix[row * count + at] ?? 0) * (unit[at] ?? 0);
      next[row] = sum;
    }
    value = Math.sqrt(next.reduce((sum, one) => sum + one * one, 0));
    if (value < 1e-12) return { axis: new Float64Array(count), unit, value: 0 };
    unit = normal(next);
    yield;
  }
  return { axis: unit.map((one) => one * Math.sqrt(value)), unit, value };
}

function deflate(matrix: Float64Array, count: number, { unit, value }: Leading): void {
  for (let row = 0; row < count; row++) {
    for (let at = 0; at < count; at++) {
      const place = row * count + at;
      matrix[place] = (matrix[place] ?? 0) - value * (unit[row] ?? 0) * (unit[at] ?? 0);
    }
  }
}

function normal(vector: Float64Array): Float64Array {
  const length = Math.sqrt(vector.reduce((sum, one) => sum + one * one, 0));
  return length > 0 ? vector.map((one) => one / length) : vector;
}

function scaled(...axes: readonly Float64Array[]): (point: MapPoint) => MapPoint {
  const most = axes.reduce((most, axis) => axis.reduce((sum, one) => Math.max(sum, Math.abs(one)), most), 0) || 1;
  return ({ x, y }) => ({ x: x / most, y: y / most });
}
