// The vector scan of the kernel against the plain loop that a page would write, over the same unit vectors.
// Runs in Node and in a page. The two take turns, so that a busy machine slows both; only the ratio counts.
import { inlineKernel } from '../src/kernel/inline.ts';
import type { KernelExports } from '../src/kernel/exports.ts';
import { createKernel, type Kernel } from '../src/kernel/kernel.ts';

export interface CosineBench {
  n: number;
  dimension: number;
  /** Medians over the rounds. */
  kernelMs: number;
  plainLoopMs: number;
  /** How many times faster the kernel is. */
  ratio: number;
}

export function benchCosine(n = 10_000, dimension = 384, rounds = 31): CosineBench {
  const rows = randomFloats(n * dimension);
  const query = randomFloats(dimension);
  for (let row = 0; row < n; row++) scaleToUnit(rows.subarray(row * dimension, (row + 1) * dimension));
  scaleToUnit(query);

  const { kernel, raw } = kernelWith(rows, dimension);
  const address = raw.io(query.byteLength);
  new Float32Array(raw.memory.buffer, address, dimension).set(query);
  const scores = new Float32Array(n);

  const kernelTimes: number[] = [];
  const plainTimes: number[] = [];
  for (let round = 0; round < rounds; round++) {
    kernelTimes.push(time(() => raw.prepareVector(dimension, n)));
    plainTimes.push(time(() => plainLoop(rows, query, scores)));
  }
  requireSameScores(kernel, query, scores);
  const kernelMs = median(kernelTimes);
  const plainLoopMs = median(plainTimes);
  return { n, dimension, kernelMs, plainLoopMs, ratio: plainLoopMs / kernelMs };
}

function plainLoop(rows: Float32Array, query: Float32Array, scores: Float32Array): void {
  const dimension = query.length;
  for (let row = 0; row < scores.length; row++) {
    let sum = 0;
    for (let i = 0; i < dimension; i++) sum += (rows[row * dimension + i] as number) * (query[i] as number);
    scores[row] = sum;
  }
}

function kernelWith(rows: Float32Array, dimension: number): { kernel: Kernel; raw: KernelExports } {
  let raw: KernelExports | undefined;
  const settings = {
    decayFactor: 0.95,
    decayPeriodMs: 21_600_000,
    decayFloor: 0.1,
    lowBelow: 0.3,
    protectedFrom: 0.7,
    recentSteps: 5,
    softSteps: Infinity,
    softMs: Infinity,
    hardMs: Infinity,
    key: 'fifo',
  } as const;
  const kernel = createKernel(new WebAssembly.Module(inlineKernel()), settings, (exports) => (raw = exports));
  const columns = { importance: 0.5, createdAt: 0, step: 0, tokens: 1, pinned: false, forgotten: false };
  for (let at = 0; at < rows.length; at += dimension) {
    kernel.setVector(kernel.add(columns), rows.subarray(at, at + dimension));
  }
  return { kernel, raw: raw as KernelExports };
}

/** A fast wrong answer is no answer. */
function requireSameScores(kernel: Kernel, vector: Float32Array, expected: Float32Array): void {
  const hits = kernel.rank({ terms: new Uint32Array(), vector, limit: expected.length, now: 0, decayFloor: 1 });
  for (const { slot, cosine = NaN } of hits) {
    const difference = Math.abs(cosine - (expected[slot] as number));
    if (!(difference < 1e-5)) throw new Error(`row ${slot}: the kernel's cosine differs by ${difference}`);
  }
}

/** Uniform in (−1, 1), the same on every run. */
function randomFloats(count: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 31;
  });
}

function scaleToUnit(vector: Float32Array): void {
  const length = Math.hypot(...vector);
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] as number) / length;
}

function time(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] as number;
}
