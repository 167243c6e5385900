// Rows of the kernel beside other vector stores. Only by name: their packages have to be installed, and a graph takes
// half a minute to build.
import { fileURLToPath } from 'node:url';
import type { Chromium } from './chromium.ts';
import { faster, informativeTimes, millis, NODE, type Row } from './report.ts';

const DIMENSION = 384;
const MANY = 10_000;
const SIZES = [1000, MANY];

interface Peer {
  /** Least ratio of the peer's time to the kernel's, with relaxed SIMD and without. */
  readonly least?: { readonly fast: number; readonly base: number };
  /** Least ratio of build times over many vectors; over few, the start dominates. */
  readonly leastBuild?: number;
}

const EXACT: Peer = { least: { fast: 10, base: 8 } };
const GRAPH: Peer = { least: { fast: 2, base: 1.6 }, leastBuild: 100 };
const PEERS: Readonly<Record<string, Peer>> = {
  'a plain loop': EXACT,
  langchain: EXACT,
  orama: EXACT,
  voy: { least: { fast: 2, base: 1.6 } },
  'hnswlib-wasm': GRAPH,
  edgevec: GRAPH,
};
/** Peers that also run in Node; the others need a page. */
const IN_NODE = ['a plain loop', 'langchain', 'orama', 'voy', 'edgevec'];

type Bench = (name: string, count: number, dimension: number) => Promise<PeerBench>;

/** Result of peers/bench-peers.ts, which is bundled apart because its packages may be missing. */
interface PeerBench {
  readonly peer: { readonly medianMs: number };
  readonly kernel: { readonly medianMs: number };
  readonly fast: { readonly medianMs: number } | undefined;
  readonly buildMs: { readonly peer: number; readonly kernel: number };
  readonly recall: { readonly peer: number; readonly kernel: number };
}

declare global {
  var peers: { readonly benchPeer: Bench };
}

const BUNDLE = new URL('peers.js', import.meta.url);

export async function peerRows(chromium: Chromium): Promise<Row[]> {
  const rows: Row[] = [];
  await import(/* @vite-ignore */ BUNDLE.href);
  for (const count of SIZES) {
    for (const [name, peer] of Object.entries(PEERS)) {
      const asked: Parameters<Bench> = [name, count, DIMENSION];
      const run = async (runtime: string, bench: () => Promise<PeerBench>): Promise<void> => {
        const what = `${count} × ${DIMENSION}, against ${name}`;
        const { leastBuild: _, ...atFew } = peer;
        try {
          rows.push(...rowsOf(runtime, what, count < MANY ? atFew : peer, await bench()));
        } catch (error) {
          // Some peers refuse some vectors.
          rows.push({ bench: 'peers', runtime, what, figure: '–', measured: `it failed: ${firstLine(error)}` });
        }
      };
      if (IN_NODE.includes(name)) await run(NODE, () => globalThis.peers.benchPeer(...asked));
      await run(chromium.name, () => inPage(chromium, asked));
    }
  }
  return rows;
}

async function inPage(chromium: Chromium, asked: Parameters<Bench>): Promise<PeerBench> {
  const page = await chromium.openPage();
  try {
    await page.addScriptTag({ path: fileURLToPath(BUNDLE), type: 'module' });
    await page.waitForFunction(() => 'peers' in globalThis);
    return await page.evaluate((all) => globalThis.peers.benchPeer(...all), asked);
  } finally {
    await page.close();
  }
}

const firstLine = (error: unknown): string => String(error).split('\n', 1)[0]?.slice(0, 120) ?? '';

function rowsOf(runtime: string, what: string, { least, leastBuild }: Peer, bench: PeerBench): Row[] {
  const { peer, kernel, fast, buildMs, recall } = bench;
  const isJudged = least && runtime !== NODE;
  const answer = (how: string, medianMs: number, target: number | undefined): Omit<Row, 'bench' | 'runtime'> => ({
    what: `${what}: ${how}`,
    ...(isJudged && target ? faster(peer.medianMs / medianMs, target) : informativeTimes(peer.medianMs / medianMs)),
    measured: `${millis(medianMs)} against ${millis(peer.medianMs)}; recall@10 ${recall.kernel.toFixed(3)} against ${recall.peer.toFixed(3)}`,
  });
  const cheaper = buildMs.peer / buildMs.kernel;
  return [
    answer('an answer', kernel.medianMs, least?.base),
    ...(fast ? [answer('an answer, fast scan', fast.medianMs, least?.fast)] : []),
    {
      what: `${what}: build`,
      ...(isJudged && leastBuild ? faster(cheaper, leastBuild) : informativeTimes(cheaper)),
      measured: `${millis(buildMs.kernel)} against ${millis(buildMs.peer)}`,
    },
  ].map((row) => ({ bench: 'peers', runtime, ...row }));
}
