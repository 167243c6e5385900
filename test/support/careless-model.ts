// A model that never tidies up: it memorizes, writes and rewrites files, deletes some, talks and forgets.
import type { Engine } from '../../src/boundary/engine.ts';
import { type RowStore, type SessionAddress, type Storage } from '../../src/storage/port.ts';
import type { FakeClock } from './fakes/fakes.ts';

/** A hundredth or so of the defaults, so that a test meets every limit. */
export const CARELESS_LIMITS = {
  longTail: { maxBytes: 65_536 },
  journal: { maxBytes: 65_536 },
  tombstones: { maxIds: 200 },
  transcript: { maxBytes: 65_536 },
  files: { maxTotalBytes: 65_536, maxHistoryBytes: 32_768, keptDeletedPaths: 16 },
};

/** Every operation is one call; refused ones count as well. */
export async function careless(
  engine: Engine,
  clock: FakeClock,
  { from, operations }: { readonly from: number; readonly operations: number },
): Promise<void> {
  for (let count = from; count < from + operations; count++) {
    clock.now += 60_000;
    const text = `operation ${count} ${'some words and 一些文字 '.repeat(1 + (count % 40))}`;
    const path = `detail/draft-${count % 70}.md`;
    const acts = [
      () => engine.memorize([{ text, importance: (count % 10) / 10 }]),
      () => engine.appendMessages([{ role: count % 2 ? 'user' : 'assistant', text }]),
      () => engine.writeFile(path, text.repeat(3), { force: true }),
      () => engine.memorize([{ text: `short ${count}` }]),
      () => engine.step(),
      () => (count % 3 ? engine.forget('oldest', 'hard') : engine.deleteFile(path)),
    ];
    await acts[count % acts.length]?.().catch(() => undefined);
  }
}

/** Bytes of everything stored of a session, as JSON. */
export async function storedBytes(
  storage: Storage,
  address: SessionAddress,
  stores: readonly RowStore[],
): Promise<number> {
  const { rows, manifest } = await storage.load(address, stores);
  const stored = [manifest, await storage.journal(address, 0, 1_000_000), rows];
  return new TextEncoder().encode(JSON.stringify(stored)).length;
}
