// forget: hides or erases the selected items. Pure.
import type { Eviction, ForgetMode, ItemEvent } from '../events.ts';
import { expire } from '../expiry.ts';
import type { Item, ItemsView } from '../item.ts';
import { minus, type Usage } from '../limits.ts';
import type { Order } from '../order.ts';
import { candidatesOf, type CandidateTerms, type ForgottenItem } from './candidates.ts';
import { type Selection, strategyOf } from './strategies.ts';
import type { ForgetWarning } from './warning.ts';

export type { ForgottenItem, Selection };

/** Changes of a hard forget outside the items, and texts that may need another one. Without any text. */
export interface Erasure {
  /** Indexes of messages of which only the place is left. */
  readonly emptied: readonly number[];
  /** Indexes of messages that lost quotations. */
  readonly shortened: readonly number[];
  /** Paths of files that lost quotations. */
  readonly files: readonly string[];
  /** Number of former revisions of files that lost quotations. */
  readonly revisions: number;
  /** True if the title of the session lost quotations. */
  readonly title?: true;
  /** Texts that say something alike in other words, most alike first; at most 10. Only a person can judge them. */
  readonly remaining: readonly AlikeText[];
}

/** Address of a text that is like a forgotten one. */
export interface AlikeText {
  readonly id?: string;
  readonly path?: string;
  /** Index of a message in the transcript. */
  readonly message?: number;
  /** Share of the forgotten text that it also says, by rarity of the words, 0.5–1. */
  readonly similarity: number;
}

export interface ForgetTerms extends CandidateTerms {
  readonly selection: Selection;
  /** Further texts to forget, along with items that quote one. */
  readonly also: readonly string[];
  /** Messages that are erased as a whole: items that come from one are forgotten, too. */
  readonly emptied?: ReadonlySet<number> | undefined;
}

/** Answer of `items.forget`. */
export interface ForgetResult {
  readonly mode: ForgetMode;
  readonly forgotten: readonly ForgottenItem[];
  /** Items past the hard TTL, which leave at every command. */
  readonly expired: readonly Eviction[];
  /** `before`: without items past the hard TTL. */
  readonly usage: { readonly before: Usage; readonly after: Usage };
  /** In mode `hard` only. */
  readonly erasure?: Erasure;
  /** English sentence: why the request had no effect, or could not have one. */
  readonly warning?: string;
  /** The warning as a code with numbers. */
  readonly warningDetails?: ForgetWarning;
}

/** Decides a forget. In soft mode, hidden items stay as they are. @throws not-found */
export function decideForget(
  view: ItemsView,
  terms: ForgetTerms,
  order: Order,
): { events: ItemEvent[]; result: ForgetResult } {
  // Expiry first, as in every command: items past the hard TTL count as gone (S000-26).
  const { expired, events, usage } = expire(view.usage, order);
  const { selection, mode, also, emptied } = terms;
  const candidates = candidatesOf(view, { ...terms, expired }, order);
  const selected = strategyOf(selection)
    .select(selection, candidates)
    .filter((item) => item !== undefined);
  const ids = new Set(selected.map(({ id }) => id));
  const quoting = also.length > 0 ? candidates.quoting(also).filter(({ id }) => !ids.has(id)) : [];
  const known = new Set([...ids, ...quoting.map(({ id }) => id)]);
  const isFrom = ({ id, message }: Item): boolean =>
    message !== undefined && emptied?.has(message) === true && !known.has(id);
  const forgotten = [...selected, ...quoting, ...(emptied ? candidates.everywhere(isFrom) : [])];
  for (const item of forgotten) events.push({ type: 'item-forgotten', mode, ...item });
  const removed = forgotten.flatMap(({ id, place }) => (place === 'items' ? [view.items.get(id) as Item] : []));
  // A hidden item still takes room; only erasing one of the store frees it. The long tail counts for no limit.
  const after = mode === 'hard' ? minus(usage, removed) : usage;
  return { events, result: { mode, forgotten, expired, usage: { before: usage, after } } };
}
