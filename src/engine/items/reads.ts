// Reads of items, from the state and the kernel, without storage.
import type { Capacity, ItemView } from '../../api/items.ts';
import type { Meaning } from '../../boundary/engine.ts';
import { VICTIM_CLASSES } from '../../items/eviction.ts';
import type { Item } from '../../items/item.ts';
import type { WhyNotFacts } from '../../recall/why-not.ts';
import type { Settings } from '../../options.ts';
import { carriesAll, filterLabels } from '../../recall/filter-labels.ts';
import type { RecallQuery } from '../../recall/query.ts';
import type { SessionTime } from '../session/apply.ts';
import type { EngineContext } from '../engine-context.ts';
import { itemOrder } from './order.ts';
import type { RecallSearch } from '../recall/recall.ts';
import type { RecallIndex } from '../recall/recall-index.ts';
import type { Session } from '../session/session.ts';
import type { VectorStore } from '../recall/vectors.ts';

export class ItemReads {
  readonly #settings: Settings;
  readonly #session: Session;
  readonly #index: RecallIndex;
  readonly #vectors: VectorStore;
  readonly #recall: RecallSearch;

  constructor({ settings, session, index, vectors }: EngineContext, recall: RecallSearch) {
    this.#settings = settings;
    this.#session = session;
    this.#index = index;
    this.#vectors = vectors;
    this.#recall = recall;
  }

  whyNot(id: string, query: RecallQuery, asked?: Meaning): WhyNotFacts {
    const moment = this.#reading();
    const { state } = this.#session;
    const item = state.items.get(id) ?? state.tail.get(id);
    const all = this.#recall.ranked(query, moment.now, this.#vectors.comparable(asked));
    const rank = all.findIndex(({ entry }) => entry.kind === 'item' && entry.item.id === id);
    return {
      item: item && { forgotten: item.forgotten, left: state.tail.get(id)?.left },
      erasedAt: state.tombstones.get(id),
      isAsked: query.scopes.has(state.tail.has(id) ? 'tail' : 'items'),
      matchesFilters: item !== undefined && carriesAll(filterLabels(query.filters), filterLabels(item)),
      expired: this.#expired(moment).has(id),
      rank: rank < 0 ? undefined : rank,
      score: all[rank]?.score,
      limit: query.limit,
    };
  }

  get(id: string): ItemView | undefined {
    const moment = this.#reading();
    const item = this.#session.state.items.get(id);
    return item && !this.#expired(moment).has(id) ? this.#view(item, moment) : undefined;
  }

  list(): readonly ItemView[] {
    const moment = this.#reading();
    const expired = this.#expired(moment);
    return [...this.#session.state.items.values()]
      .filter(({ id }) => !expired.has(id))
      .map((item) => this.#view(item, moment));
  }

  capacity(): Capacity {
    const moment = this.#reading();
    const { usage, items, tail } = this.#session.state;
    const { limits, profile, eviction, longTail } = this.#settings;
    const { maxItems, maxTokens } = limits;
    const count = (is: (item: Item) => boolean): number => [...items.values()].filter(is).length;
    return {
      usage,
      limits: { maxItems, maxTokens },
      free: { items: maxItems - usage.items, tokens: maxTokens - usage.tokens },
      softForgotten: count(({ forgotten }) => forgotten),
      pinned: count(({ pinned }) => pinned),
      expired: this.#expired(moment).size,
      longTail: { items: tail.size, maxItems: longTail.maxItems },
      policy: { profile, key: eviction.key, classes: VICTIM_CLASSES },
    };
  }

  #view(item: Item, moment: SessionTime): ItemView {
    const order = itemOrder(this.#index, moment);
    const { position, priority, victimClass } = order.rank(item.id);
    return { ...item, position, decay: order.decay(item.createdAt), priority, victimClass };
  }

  /** Ids of items past their hard TTL, hidden until the next command removes them. */
  #expired(moment: SessionTime): ReadonlySet<string> {
    return new Set(
      itemOrder(this.#index, moment)
        .expired()
        .map(({ id }) => id),
    );
  }

  /** The session's time for a read. @throws closed */
  #reading(): SessionTime {
    this.#session.refuseIfClosed();
    return this.#session.moment();
  }
}
