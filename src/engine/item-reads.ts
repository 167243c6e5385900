// What can be asked about items: answered from the state and the kernel, never from storage, without a write.
import type { Capacity, DigestResult, Hit, ItemView, RecallResult } from '../api.ts';
import { byWorth, checkDigest, digest, type DigestRequest } from '../items/digest.ts';
import { VICTIM_CLASSES } from '../items/eviction.ts';
import type { Item } from '../items/item.ts';
import { explainAbsence, type WhyNot } from '../items/why-not.ts';
import type { Settings } from '../options.ts';
import type { TokenCounter } from '../ports/tokenizer.ts';
import { carriesAll, filterLabels } from '../recall/labels.ts';
import { checkQuery, type RecallOptions, type RecallQuery, type ScoreParts } from '../recall/query.ts';
import type { Moment } from './apply.ts';
import { itemOrder } from './item-order.ts';
import { type Ranked, type RecallIndex, STORE, TAIL } from './recall-index.ts';
import type { Session } from './session.ts';

/** Over what may be old, decay must not bury a relevant hit (docs/model.md). */
const DECAY_FLOOR_BEYOND_STORE = 0.8;

interface RankedItem extends ScoreParts {
  readonly item: Item;
  readonly score: number;
}

export class ItemReads {
  readonly #settings: Settings;
  readonly #tokenizer: TokenCounter;
  readonly #session: Session;
  readonly #index: RecallIndex;

  constructor(settings: Settings, tokenizer: TokenCounter, session: Session, index: RecallIndex) {
    this.#settings = settings;
    this.#tokenizer = tokenizer;
    this.#session = session;
    this.#index = index;
  }

  remember(prompt: string, options?: RecallOptions): RecallResult {
    const query = checkQuery(prompt, options);
    const ranked = this.#ranked(query, this.#reading());
    const hits = ranked.slice(0, query.limit).map((hit) => this.#hit(hit, query.explain));
    return { hits, mode: 'lexical' };
  }

  whyNot(id: string, prompt: string, options: RecallOptions): WhyNot {
    const query = checkQuery(prompt, options);
    const moment = this.#reading();
    const { state } = this.#session;
    const item = state.items.get(id) ?? state.tail.get(id);
    const all = this.#ranked(query, moment, Infinity);
    const rank = all.findIndex((hit) => hit.item.id === id);
    return explainAbsence(id, {
      view: state,
      erasedAt: state.tombstones.get(id),
      scope: query.scope,
      matchesFilters: item !== undefined && carriesAll(filterLabels(query.filters), filterLabels(item)),
      expired: this.#expired(moment).has(id),
      rank: rank < 0 ? undefined : rank,
      score: all[rank]?.score,
      limit: query.limit,
    });
  }

  async summarize(request: DigestRequest): Promise<DigestResult> {
    const { scope, limit, unit } = checkDigest(request);
    const moment = this.#reading();
    const expired = this.#expired(moment);
    const recentSteps = Math.max(1, this.#settings.eviction.recentSteps);
    const items = [...this.#session.state.items.values()].filter(
      ({ id, forgotten, step }) =>
        !forgotten && !expired.has(id) && (scope === 'all' || moment.step - step < recentSteps),
    );
    const tokenizer = this.#tokenizer;
    const filling = digest(items, limit);
    let asked = filling.next();
    while (!asked.done) {
      asked = filling.next(unit === 'tokens' ? await tokenizer.count(asked.value) : asked.value.length);
    }
    const { text, sources } = asked.value;
    // Counting waits: what was forgotten meanwhile must not be told.
    if (sources.some(({ id }) => !this.#session.state.items.has(id))) return this.summarize(request);
    const position = new Map([...this.#session.state.items.keys()].map((id, place) => [id, place]));
    return {
      text,
      tokens: text === '' ? 0 : await tokenizer.count(text),
      sources: sources.map(({ id, cut }) => ({ id, position: position.get(id) ?? -1, cut })),
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

  #ranked(query: RecallQuery, { now }: Moment, limit = query.limit): RankedItem[] {
    const { prompt, scope, filters, ranking } = query;
    const ranked = this.#index.rank({
      prompt,
      now,
      limit: ranking === 'hybrid' ? limit : Infinity,
      scopes: scope === 'all' ? [STORE, TAIL] : [STORE],
      decayFloor: scope === 'all' ? DECAY_FLOOR_BEYOND_STORE : 0,
      labels: filterLabels(filters),
    });
    const hits = ranked.flatMap(({ entry, ...score }: Ranked): RankedItem[] => {
      if (entry.kind !== 'item') return [];
      return [{ item: entry.item, ...score, importanceWeight: 0.8 + 0.4 * entry.item.importance }];
    });
    if (ranking === 'hybrid') return hits;
    return hits.sort(({ item: one }, { item: other }) => byWorth(one, other));
  }

  #hit({ item, score, ...parts }: RankedItem, explain: boolean): Hit {
    const archived = this.#session.state.tail.get(item.id);
    const answer = { score, ...(explain && { parts }) };
    if (!archived)
      return {
        item,
        archived: false,
        position: itemOrder(this.#index, this.#session.moment()).position(item.id),
        ...answer,
      };
    const { left, ...plain } = archived;
    return { item: plain, archived: true, left, ...answer };
  }

  #view(item: Item, moment: Moment): ItemView {
    const order = itemOrder(this.#index, moment);
    const { position, priority, victimClass } = order.standing(item.id);
    return { ...item, position, decay: order.decay(item.createdAt), priority, victimClass };
  }

  /** Past the hard TTL: hidden until the next command removes them. */
  #expired(moment: Moment): ReadonlySet<string> {
    return new Set(
      itemOrder(this.#index, moment)
        .expired()
        .map(({ id }) => id),
    );
  }

  /** The moment a read is answered at. */
  #reading(): Moment {
    this.#session.refuseIfClosed();
    return this.#session.moment();
  }
}
