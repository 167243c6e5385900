// Model that never tidies up: it memorizes, writes and rewrites files, deletes some, talks and forgets.
import type { Engine } from '../../src/boundary/engine.ts';
import { ROW_STORES, type RowStore, type SessionAddress, type Storage } from '../../src/storage/port.ts';
import type { FakeClock } from './fakes/fakes.ts';
import { generator } from './generator.ts';

/** About a hundredth of the defaults, so that a test reaches every limit. */
export const CARELESS_LIMITS = {
  longTail: { maxBytes: 65_536 },
  journal: { maxBytes: 65_536 },
  tombstones: { maxIds: 200 },
  transcript: { maxBytes: 65_536 },
  files: { maxTotalBytes: 65_536, maxHistoryBytes: 32_768, keptDeletedPaths: 16 },
};

/** Numbers of calls of each kind among 500: it mostly adds and rarely erases. */
const SHARES = { remark: 210, note: 110, thought: 125, draft: 30, step: 15, removal: 9, erasure: 1 };
const CALLS = Object.entries(SHARES).flatMap(([name, share]) => Array<string>(share).fill(name));

/** Draws one of some thousand words, the first ones far more often. */
const word = (random: () => number): string => {
  const rank = Math.floor(6000 * random() ** 3);
  return rank % 5 ? rank.toString(36) : String.fromCharCode(0x4e00 + rank, 0x4e00 + ((rank * 7) % 6000));
};

/** Returns at least three words after a unique beginning. */
export function carelessText(random: () => number, beginning: string, mostWords = 122): string {
  const words = Array.from({ length: 3 + Math.floor(random() * (mostWords - 2)) }, () => word(random));
  return `${beginning}: ${words.join(' ')}`;
}

/** Makes one call per operation, refused ones included. Equal counts give equal calls. */
export async function careless(
  engine: Engine,
  clock: FakeClock,
  { from, operations, mostWords }: { readonly from: number; readonly operations: number; readonly mostWords?: number },
): Promise<void> {
  const random = generator(from + 1);
  for (let count = from; count < from + operations; count++) {
    clock.now += 60_000;
    const text = carelessText(random, `operation ${count}`, mostWords);
    const path = `detail/draft-${Math.floor(random() * 700)}.md`;
    const acts: Readonly<Record<string, () => Promise<unknown>>> = {
      remark: () => engine.appendMessages([{ role: count % 2 ? 'user' : 'assistant', text }]),
      note: () => engine.memorize([{ text, importance: Math.floor(random() * 10) / 10 }]),
      thought: () => engine.memorize([{ text: `short ${count}` }]),
      draft: () => engine.writeFile(path, text.repeat(3), { force: true }),
      step: () => engine.step(),
      removal: () => engine.deleteFile(path),
      erasure: () => engine.forget('oldest', 'hard'),
    };
    await acts[CALLS[Math.floor(random() * CALLS.length)] ?? '']?.().catch(() => undefined);
  }
}

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** Returns the bytes of everything stored of a session, as JSON. */
export async function storedBytes(
  storage: Storage,
  address: SessionAddress,
  stores: readonly RowStore[],
): Promise<number> {
  const { rows, manifest } = await storage.load(address, stores);
  return bytesOf([manifest, await storage.journal(address, 0, 1_000_000), rows]);
}

/** Returns the same for each store, and for the journal. */
export async function bytesByStore(storage: Storage, address: SessionAddress): Promise<Record<string, number>> {
  const bytes: Record<string, number> = { journal: bytesOf(await storage.journal(address, 0, 1_000_000)) };
  for (const row of (await storage.load(address, ROW_STORES)).rows)
    bytes[row.store] = (bytes[row.store] ?? 0) + bytesOf(row);
  return bytes;
}
