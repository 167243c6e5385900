// Reads of items, from the state and the kernel, without storage.
import type { Capacity, ItemView, ListOptions } from '../../api/items.ts';
import type { Meaning } from '../../boundary/engine.ts';
import { agesFrom, copyOf, type Item } from '../../items/item.ts';
import { successorOf } from '../../items/replacing/former.ts';
import { matches } from '../../items/fields/filters.ts';
import { checkListOptions } from '../paging.ts';
import { VICTIM_CLASSES } from '../../items/eviction.ts';
import { aboveLimits, over } from '../../items/limits.ts';
import type { WhyNotFacts } from '../../recall/why-not.ts';
import type { Settings } from '../../options/options.ts';
import { mostShown } from '../../recall/questions/list-questions.ts';
import type { RecallQuery } from '../../recall/query.ts';
import type { SessionTime } from '../session/session-time.ts';
import type { EngineContext } from '../engine-context.ts';
import { itemOrder } from './order.ts';
import type { PresentItems } from './present-items.ts';
import type { RecallSearch } from '../recall/recall.ts';
import type { RecallIndex } from '../recall/recall-index.ts';
import type { Session } from '../session/session.ts';
import type { VectorStore } from '../recall/vectors/vector-store.ts';

export class ItemReads {
  readonly #settings: Settings;
  readonly #limits: EngineContext['limits'];
  readonly #session: Session;
  readonly #index: RecallIndex;
  readonly #vectors: VectorStore;
  readonly #recall: RecallSearch;

  constructor({ settings, limits, session, index, vectors }: EngineContext, recall: RecallSearch) {
    this.#settings = settings;
    this.#limits = limits;
    this.#session = session;
    this.#index = index;
    this.#vectors = vectors;
    this.#recall = recall;
  }

  whyNot(id: string, query: RecallQuery, asked?: Meaning): WhyNotFacts {
    const moment = this.#reading();
    const { state } = this.#session;
    const ranked = this.#recall.ranked(query, moment.now, this.#vectors.comparable(asked));
    const item = this.#present(moment).get(id);
    const left = item && 'left' in item ? item.left : undefined;
    // The order by importance does not follow the score.
    const least = query.minShare * ranked.reduce((best, { score }) => Math.max(best, score), 0);
    const all = ranked.filter(({ score }) => score >= least);
    const rank = all.findIndex(({ entry }) => entry.kind === 'item' && entry.item.id === id);
    return {
      item: item && { forgotten: item.forgotten, left },
      replacedBy: item && !query.former ? (successorOf(state, item) ?? item.replacedBy) : undefined,
      erasedAt: state.tombstones.get(id),
      isAsked: query.scopes.has(left ? 'tail' : 'items'),
      matchesFilters: item !== undefined && matches(item, query.filters),
      rank: rank < 0 ? undefined : rank,
      score: all[rank]?.score,
      limit: mostShown(query, all),
    };
  }

  get(id: string): ItemView | undefined {
    const moment = this.#reading();
    const item = this.#present(moment).get(id);
    return item && !('left' in item) ? this.#view(item, moment) : undefined;
  }

  /** @throws invalid-input */
  list(): readonly ItemView[] {
    const moment = this.#reading();
    return this.#present(moment)
      .store()
      .map((item) => this.#view(item, moment));
  }

  /** @throws invalid-input */
  page(options: ListOptions = {}): readonly ItemView[] {
    const moment = this.#reading();
    const { from, limit, filters } = checkListOptions(options);
    const order = itemOrder(this.#index, moment);
    const views: ItemView[] = [];
    for (let position = from; views.length < limit; position++) {
      const item = this.#session.state.items.get(order.at(position) ?? '');
      if (!item) break;
      if (matches(item, filters)) views.push(this.#view(item, moment));
    }
    return views;
  }

  capacity(): Capacity {
    const moment = this.#reading();
    const { pinned, softForgotten } = this.#session.state;
    const present = this.#present(moment);
    const usage = present.usage();
    const { waiting } = present;
    const { profile, importance, eviction, ttl, decay, longTail } = this.#settings;
    const { lowBelow, protectedFrom } = importance;
    const limits = this.#limits.current;
    const { overItems, overTokens } = over(usage, limits);
    return {
      usage,
      limits: { ...limits },
      free: { items: Math.max(0, -overItems), tokens: Math.max(0, -overTokens) },
      over: aboveLimits(usage, limits),
      softForgotten: softForgotten - waiting.filter(({ forgotten }) => forgotten).length,
      pinned,
      expired: waiting.length,
      longTail: { items: present.tailSize(), maxItems: longTail.maxItems },
      policy: {
        profile,
        key: eviction.key,
        classes: VICTIM_CLASSES,
        importance: { lowBelow, protectedFrom },
        recentSteps: eviction.recentSteps,
        ttl,
        decay,
      },
    };
  }

  #view(item: Item, moment: SessionTime): ItemView {
    const order = itemOrder(this.#index, moment);
    const { position, priority, victimClass } = order.rank(item.id);
    return { ...copyOf(item), position, decay: order.decay(agesFrom(item)), priority, victimClass };
  }

  #present({ now }: SessionTime): PresentItems {
    return this.#index.askAt(now, () => this.#index.items);
  }

  /** Returns the session's time for a read. @throws closed */
  #reading(): SessionTime {
    this.#session.refuseIfClosed();
    return this.#session.moment();
  }
}
