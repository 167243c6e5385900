// The engine's index alone, over items that are already in the store: what memorizing costs beside it (counting tokens,
// checks, the commit) another library does not do.
import type { Item } from 'working-memory';
import type { Ranked } from '../src/engine/recall/entries.ts';
import { RecallIndex } from '../src/engine/recall/recall-index.ts';
import { openKernel } from '../test/support/kernel/kernel-settings.ts';

export function itemsOf(texts: readonly string[]): ReadonlyMap<string, Item> {
  const items = texts.map((text, sequence): Item => ({
    id: `item ${sequence}`,
    text,
    importance: 0.5,
    tokens: 30,
    sequence,
    createdAt: 0,
    step: 0,
    pinned: false,
    forgotten: false,
    source: 'user',
    trust: 2,
  }));
  return new Map(items.map((item) => [item.id, item]));
}

/** How many texts are asked for. */
export const BEST = 10;

/** As `items.remember` asks it. */
export const askIndex = (index: RecallIndex, prompt: string): readonly Ranked[] =>
  index.rank({ prompt, scopes: new Set(['items'] as const), limit: BEST, now: 0, decayFloor: 0 });

/** Everything findable, at once; `memory` is the kernel's. */
export function recallIndexOver(items: ReadonlyMap<string, Item>): {
  readonly index: RecallIndex;
  readonly memory: WebAssembly.Memory;
} {
  const { kernel, raw } = openKernel({ softSteps: Infinity, softMs: Infinity });
  const usage = { items: 0, tokens: 0 };
  const state = { items, tail: new Map(), usage, files: new Map(), manifest: { head: 0, step: 0 } };
  const index = new RecallIndex(() => kernel, state, { minimumMatch: 0, hardMs: Infinity, maxItems: 0 });
  // Builds it; unlike `warm`, fails when that does.
  index.ask(() => undefined);
  return { index, memory: raw.memory };
}
