// Compares one vector store with the kernel over the same vectors, in turns. Runs in Node, and in a new page for each
// store, because some leave large memories behind.
import { makeEmbeddings } from '../../test/support/kernel/embeddings.ts';
import { takeTurns, type Timing } from '../measure.ts';
import { type Ask, HITS, openKernel, plainLoop } from '../vectors.ts';
import { STORES, unitRows } from './stores.ts';

const QUERIES = 40;
const WARM_UP = 25;

interface PeerBench {
  readonly peer: Timing;
  readonly kernel: Timing;
  /** Absent where the JavaScript engine has no relaxed SIMD. */
  readonly fast: Timing | undefined;
  readonly buildMs: { readonly peer: number; readonly kernel: number };
  /** Share of the ten nearest vectors that were found, mean over the questions. */
  readonly recall: { readonly peer: number; readonly kernel: number };
}

async function benchPeer(name: string, count: number, dimension: number): Promise<PeerBench> {
  const made = makeEmbeddings('clustered', count, QUERIES, dimension);
  const rows = unitRows(made.rows);
  const queries = unitRows(made.queries);
  const exact = plainLoop({ rows, dimension });
  // Warm-up, so that neither build runs unoptimised code.
  await openKernel({ rows: rows.slice(0, 500), dimension });
  const [kernel, kernelMs] = await timed(() => openKernel({ rows, dimension }));
  const [peer, peerMs] = await timed(() => (STORES[name] as (typeof STORES)[string])(rows, dimension));
  const asks: Record<string, Ask> = { peer, kernel: kernel.ask, ...(kernel.askFast && { fast: kernel.askFast }) };
  const turns = Object.fromEntries(
    Object.entries(asks).map(([who, ask]) => [who, (round: number) => ask(queries[round % QUERIES] as Float32Array)]),
  );
  const timings = await takeTurns(turns, { rounds: 2 * QUERIES, warmUp: WARM_UP });
  const recall = { peer: 0, kernel: 0 };
  for (const query of queries) {
    const nearest = new Set(await exact(query));
    for (const who of ['peer', 'kernel'] as const) {
      const found = await (asks[who] as Ask)(query);
      recall[who] += found.filter((row) => nearest.has(row)).length / HITS / QUERIES;
    }
  }
  const { peer: ofPeer, kernel: ofKernel, fast } = timings as Record<string, Timing>;
  return {
    peer: ofPeer as Timing,
    kernel: ofKernel as Timing,
    fast,
    buildMs: { peer: peerMs, kernel: kernelMs },
    recall,
  };
}

async function timed<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  const start = performance.now();
  const value = await work();
  return [value, performance.now() - start];
}

Object.assign(globalThis, { peers: { benchPeer } });
