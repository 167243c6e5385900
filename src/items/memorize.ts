// memorize: adds items, refreshes repeated ones, expires old ones, evicts for room. Pure.
import type { Source, Trust } from '../options/provenance.ts';
import { type ArrivalPlace, Arrivals, type Circumstances, type Settled } from './arriving/arrivals.ts';
import { refresh } from './arriving/touch.ts';
import type { LabelContent } from './editing.ts';
import type { ItemEvent } from './events.ts';
import { type ItemContent, type ItemsView, refusePast } from './item.ts';
import type { Order } from './order.ts';
import type { Admission } from './replacing/batch.ts';

/** One item of a `memorize`, in the order of the call. */
export interface MemorizedItem extends ArrivalPlace {
  readonly id: string;
  readonly tokens: number;
  /** True if an item already said this: `id` is that item's, and it became the newest of the queue. */
  readonly refreshed?: true;
  /** With `similar: true`: earlier items that say nearly the same, best first, at most three. */
  readonly similar?: readonly SimilarItem[];
}

/** An item that says nearly the same as a memorized one. */
export interface SimilarItem {
  readonly id: string;
  readonly text: string;
  /** Author of the text, and its trust level, 0–2. */
  readonly source: Source;
  readonly trust: Trust;
  /** Likeness, 0–1: the smaller of the shares that each text holds of the other (docs/model.md). */
  readonly score: number;
}

/** Answer of `items.memorize`. */
export interface MemorizeResult extends Settled {
  /** True if every item of the call was stored. */
  readonly stored: boolean;
  readonly items: readonly MemorizedItem[];
  /** Items that items of the call replaced: they are in the long tail and out of recall. */
  readonly replaced: readonly { readonly id: string; readonly by: string }[];
}

/** @throws invalid-input, only-pinned-left */
export function decideMemorize(
  view: ItemsView,
  { admitted, inputs }: Admission,
  moment: Circumstances,
  order: Order,
): {
  readonly events: readonly ItemEvent[];
  readonly result: MemorizeResult;
  readonly content: ReadonlyMap<string, ItemContent | LabelContent>;
} {
  const arrivals = new Arrivals(view, moment, order);
  const content = new Map<string, ItemContent | LabelContent>();
  for (const { id, formers, newcomer, double } of admitted) {
    refusePast((newcomer ?? double.edit).expiresAt, moment.now);
    for (const former of formers) arrivals.replace(former, id);
    if (newcomer) arrivals.add(newcomer);
    content.set(id, newcomer ? newcomer.content : refresh(arrivals, double.item, double.edit));
  }
  const settled = arrivals.settle();
  const items = inputs.map(({ id, tokens, isDouble }): MemorizedItem => ({
    id,
    ...arrivals.placeOf(id),
    tokens,
    ...(isDouble && { refreshed: true }),
  }));
  const replaced = arrivals.replaced.map(({ id, by }) => ({ id, by }));
  return {
    events: arrivals.events,
    result: { stored: items.every(({ stored }) => stored), items, replaced, ...settled },
    content,
  };
}
