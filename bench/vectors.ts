// Search by vectors: compares the kernel with the cost of reading the memory alone, and with other searchers. Runs in
// Node and in a page. All cases take turns, so that a busy machine slows them alike; only ratios count.
import { compileFastScan } from '../src/kernel/fast-scan.ts';
import type { KernelExports } from '../src/kernel/exports.ts';
import { inlineKernel } from '../src/kernel/inline.ts';
import { createKernel } from '../src/kernel/kernel.ts';
import { type Kind, makeEmbeddings } from '../test/support/kernel/embeddings.ts';
import { COLUMNS, KERNEL_SETTINGS } from './kernel-settings.ts';
import { takeTurns, type Timing } from './measure.ts';

export const HITS = 10;
const QUERIES = 40;
/** Warm-up queries, during which the engine optimises its code. */
const WARM_UP = 25;

export interface VectorBench {
  /** Times of whole questions by searcher; the fast scan is absent where the engine has none. */
  readonly answers: Readonly<Partial<Record<Searcher, Timing>>>;
  /** Exact scan of all rows without choosing any, in turns with the answers. */
  readonly exactScan: Timing;
  /** The exact scan in turns with merely reading as many bytes: each finds the caches as the other left them. */
  readonly reading: Readonly<Record<'exactScan' | 'loadSum', Timing>>;
  /** Recall of the kernel's answers against the plain loop's: mean and minimum over the queries, 0–1. */
  readonly recall: number;
  readonly worstRecall: number;
}

export type Searcher = 'plain loop' | 'kernel' | 'kernel with fast scan';

export interface Asked {
  readonly rows: readonly Float32Array[];
  readonly dimension: number;
}

/** Returns the indexes of the nearest rows, best first. */
export type Ask = (query: Float32Array) => readonly number[] | Promise<readonly number[]>;

/** @param loadSum bytes of load-sum.wat's module */
export async function benchVectors(
  kind: Kind,
  count: number,
  dimension: number,
  loadSum: readonly number[],
): Promise<VectorBench> {
  const { rows, queries } = makeEmbeddings(kind, count, QUERIES, dimension);
  const asked = { rows, dimension };
  const kernel = await openKernel(asked);
  // To compare another library, add a line.
  const asks: Partial<Record<Searcher, Ask>> = {
    'plain loop': plainLoop(asked),
    kernel: kernel.ask,
    ...(kernel.askFast && { 'kernel with fast scan': kernel.askFast }),
  };

  const query = (round: number): Float32Array => queries[round % QUERIES] as Float32Array;
  const exactScan = (round: number): void => kernel.scanExactly(query(round));
  const turns = { rounds: 2 * QUERIES, warmUp: WARM_UP };
  const { exactScan: exact, ...answers } = await takeTurns<Searcher | 'exactScan'>(
    {
      ...(Object.fromEntries(
        Object.entries(asks).map(([name, ask]) => [name, (round: number) => ask(query(round))]),
      ) as Record<Searcher, (round: number) => unknown>),
      exactScan,
    },
    turns,
  );
  const reading = await takeTurns({ exactScan, loadSum: kernel.reader(Uint8Array.from(loadSum)) }, turns);

  const recalls: number[] = [];
  for (const each of queries) {
    const expected = new Set(await asks['plain loop']?.(each));
    for (const ask of [kernel.ask, kernel.askFast]) {
      const found = await ask?.(each);
      if (found) recalls.push(found.filter((row) => expected.has(row)).length / HITS);
    }
  }
  return {
    answers,
    exactScan: exact,
    reading,
    recall: recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length,
    worstRecall: Math.min(...recalls),
  };
}

/** The code that a page would write itself: one array, one loop, the best rows kept in order. */
export function plainLoop({ rows, dimension }: Asked): Ask {
  const all = new Float32Array(rows.length * dimension);
  rows.forEach((row, i) => all.set(unit(row), i * dimension));
  return (query) => {
    const asked = unit(query);
    const best: { row: number; score: number }[] = [];
    for (let row = 0; row < rows.length; row++) {
      let score = 0;
      for (let i = 0; i < dimension; i++) score += (all[row * dimension + i] as number) * (asked[i] as number);
      if (best.length === HITS && score <= (best[HITS - 1]?.score ?? 0)) continue;
      const place = best.findIndex((other) => other.score < score);
      best.splice(place < 0 ? best.length : place, 0, { row, score });
      best.length = Math.min(best.length, HITS);
    }
    return best.map(({ row }) => row);
  };
}

interface OpenKernel {
  readonly ask: Ask;
  readonly askFast: Ask | undefined;
  scanExactly(query: Float32Array): void;
  /** Returns a function that reads the bytes of the exact scan with the module of load-sum.wat. */
  reader(module: Uint8Array<ArrayBuffer>): () => void;
}

/** Opens one kernel for both scans: two would compete for the caches. */
export async function openKernel({ rows, dimension }: Asked): Promise<OpenKernel> {
  const fastScan = await compileFastScan();
  let raw: KernelExports | undefined;
  let scanCodes: KernelExports['scanCodes'] | undefined;
  const kernel = createKernel(new WebAssembly.Module(inlineKernel()), KERNEL_SETTINGS, (exports) => {
    raw = exports;
    return { ...exports, scanCodes: (scan) => scanCodes?.(scan) };
  });
  const exports = raw as KernelExports;
  for (const row of rows) kernel.setVector(kernel.add(COLUMNS), row);

  const { memory } = exports;
  const askWith =
    (scan: KernelExports['scanCodes']): Ask =>
    (vector) => {
      scanCodes = scan;
      const question = { terms: new Uint32Array(), vector, limit: HITS, now: 0, decayFloor: 1 };
      return kernel.rank(question).map(({ slot }) => slot);
    };
  const fast = fastScan && new WebAssembly.Instance(fastScan, { env: { memory } });
  return {
    ask: askWith(exports.scanCodes),
    askFast: fast && askWith((fast.exports as unknown as KernelExports).scanCodes),
    scanExactly(query) {
      new Float32Array(memory.buffer, exports.io(query.byteLength), dimension).set(query);
      exports.prepareVector(dimension, rows.length);
    },
    reader(module) {
      const instance = new WebAssembly.Instance(new WebAssembly.Module(module), { env: { memory } });
      const { loadSum } = instance.exports as { loadSum(at: number, end: number): number };
      const pieces = piecesOf(memory, rows);
      return () => pieces.forEach(([at, end]) => loadSum(at, end));
    },
  };
}

/** Finds the address ranges of the rows in the kernel's memory. */
function piecesOf({ buffer }: WebAssembly.Memory, rows: readonly Float32Array[]): [at: number, end: number][] {
  const words = new Uint32Array(buffer);
  const stored = rows.map((row) => {
    const sums = [0, 0, 0, 0] as [number, number, number, number];
    row.forEach((number, i) => (sums[(i & 3) as 0] += number * number));
    // In the kernel's order of operations, to match the last bit.
    const scale = 1 / Math.sqrt(sums[0] + sums[2] + (sums[1] + sums[3]));
    return new Uint32Array(row.map((number) => number * scale).buffer);
  });
  const byFirst = new Map<number | undefined, Uint32Array[]>();
  for (const row of stored) byFirst.set(row[0], [...(byFirst.get(row[0]) ?? []), row]);
  const pieces: [number, number][] = [];
  // Vectors are aligned to 16 bytes.
  for (let at = 0; at < words.length; at += 4) {
    const row = byFirst.get(words[at])?.find((each) => each.every((word, i) => words[at + i] === word));
    if (!row) continue;
    const [start, end] = [at * words.BYTES_PER_ELEMENT, (at + row.length) * words.BYTES_PER_ELEMENT];
    const last = pieces.at(-1);
    if (last?.[1] === start) last[1] = end;
    else pieces.push([start, end]);
    at += row.length - 4;
  }
  const bytes = pieces.reduce((sum, [at, end]) => sum + end - at, 0);
  const expected = stored.reduce((sum, row) => sum + row.byteLength, 0);
  if (bytes < expected) throw new Error(`only ${bytes} of ${expected} bytes of the rows were found`);
  return pieces;
}

export function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((number) => number / length);
}
