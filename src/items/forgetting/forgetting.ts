// forget: hides or erases the selected items. Pure.
import type { Eviction, ForgetMode, ItemEvent } from '../events.ts';
import { expire } from '../expiry.ts';
import type { Item, ItemsView } from '../item.ts';
import { type Limits, minus, type Usage } from '../limits.ts';
import type { Order } from '../order.ts';
import { candidatesOf, type ForgottenItem } from './candidates.ts';
import { type Selection, strategyOf } from './strategies.ts';
import type { ForgetWarning } from './warning.ts';

export type { ForgottenItem, Selection };

export interface ForgetResult {
  readonly mode: ForgetMode;
  readonly forgotten: readonly ForgottenItem[];
  /** Items past the hard TTL, which leave at every command. */
  readonly expired: readonly Eviction[];
  /** `before`: without items past the hard TTL. */
  readonly usage: { readonly before: Usage; readonly after: Usage };
  /** English sentence: why the request had no effect, or could not have one. */
  readonly warning?: string;
  /** The same as a code with numbers. */
  readonly warningDetails?: ForgetWarning;
}

/** In soft mode, items that are already hidden stay as they are. @throws not-found */
export function decideForget(
  view: ItemsView,
  { selection, mode, now, limits }: { selection: Selection; mode: ForgetMode; now: number; limits: Limits },
  order: Order,
): { events: ItemEvent[]; result: ForgetResult } {
  // Expiry first, as in every command: what is past the hard TTL counts as gone (S000-26).
  const { expired, events, usage } = expire(view.usage, order);
  const candidates = candidatesOf(view, { mode, now, limits, expired }, order);
  const forgotten = strategyOf(selection)
    .select(selection, candidates)
    .filter((item) => item !== undefined);
  for (const item of forgotten) events.push({ type: 'item-forgotten', mode, ...item });
  const removed = forgotten.flatMap(({ id, place }) => (place === 'items' ? [view.items.get(id) as Item] : []));
  // What is hidden still takes room; only an erased item of the store frees it. The long tail counts for no limit.
  const after = mode === 'hard' ? minus(usage, removed) : usage;
  return { events, result: { mode, forgotten, expired, usage: { before: usage, after } } };
}
