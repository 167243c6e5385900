// Made-up vectors of two kinds: clustered by topic with a common mean, as models give them, and unordered, the worst
// case of an approximation. The same on every run.
import { generator } from '../generator.ts';

export type Kind = 'clustered' | 'isotropic';

export interface Embeddings {
  readonly rows: readonly Float32Array[];
  readonly queries: readonly Float32Array[];
}

const ROWS_PER_TOPIC = 50;

export function makeEmbeddings(kind: Kind, rows: number, queries: number, dimension: number): Embeddings {
  const normal = normals(rows + dimension);
  const spread = Float32Array.from({ length: dimension }, (_, i) => (kind === 'clustered' ? (i + 1) ** -0.5 : 1));
  const near = (center: Float32Array | undefined, share: number): Float32Array =>
    Float32Array.from(spread, (deviation, i) => (center?.[i] ?? 0) + share * deviation * normal());
  if (kind === 'isotropic') {
    return {
      rows: Array.from({ length: rows }, () => near(undefined, 1)),
      queries: Array.from({ length: queries }, () => near(undefined, 1)),
    };
  }
  const mean = near(undefined, 0.7);
  const topics = Array.from({ length: Math.ceil(rows / ROWS_PER_TOPIC) }, () => near(mean, 1));
  const found = Array.from({ length: rows }, (_, row) => near(topics[row % topics.length], 0.6));
  return { rows: found, queries: Array.from({ length: queries }, (_, i) => near(found[(i * 97) % rows], 0.4)) };
}

/** Cosine by the textbook. */
export function cosineOf(one: Float32Array, other: Float32Array): number {
  let product = 0;
  let ones = 0;
  let others = 0;
  for (let i = 0; i < one.length; i++) {
    const left = one[i] as number;
    const right = other[i] as number;
    product += left * right;
    ones += left * left;
    others += right * right;
  }
  return product / Math.sqrt(ones * others);
}

/** Normal deviates by Box and Muller. */
function normals(seed: number): () => number {
  const uniform = generator(seed);
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}
