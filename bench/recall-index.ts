// The engine's index alone, over items already in the store: other libraries do not do the rest of memorizing (counting
// tokens, checks, the commit).
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

/** Texts per answer. */
export const BEST = 10;

/** Queries the index as `items.remember` does. */
export const askIndex = (index: RecallIndex, prompt: string): readonly Ranked[] =>
  index.rank({ prompt, scopes: new Set(['items'] as const), limit: BEST, now: 0, decayFloor: 0 });

/** Builds an index with every item findable; `memory` is the kernel's. */
export function recallIndexOver(items: ReadonlyMap<string, Item>): {
  readonly index: RecallIndex;
  readonly memory: WebAssembly.Memory;
} {
  const { kernel, raw } = openKernel({ softSteps: Infinity, softMs: Infinity });
  const usage = { items: 0, tokens: 0 };
  const state = { items, tail: new Map(), usage, files: new Map(), manifest: { head: 0, step: 0 } };
  const index = new RecallIndex(() => kernel, state, { minimumMatch: 0, hardMs: Infinity, maxItems: 0 });
  // Builds the index; unlike `warm`, it throws on failure.
  index.ask(() => undefined);
  return { index, memory: raw.memory };
}
