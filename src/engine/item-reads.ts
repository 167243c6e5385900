// What can be asked about items: answered from the state and the kernel, never from storage, without a write.
import type { Capacity, DigestResult, Hit, ItemView, RecallResult } from '../api.ts';
import { checkDigest, digest, type DigestRequest } from '../items/digest.ts';
import { VICTIM_CLASSES } from '../items/eviction.ts';
import type { Item } from '../items/item.ts';
import { explainAbsence, type WhyNot } from '../items/why-not.ts';
import type { Settings } from '../options.ts';
import type { TokenCounter } from '../ports/tokenizer.ts';
import { checkQuery, matches, type RecallOptions, type RecallQuery } from '../recall/query.ts';
import type { Moment } from './apply.ts';
import type { ItemIndex, RankedItem } from './item-index.ts';
import type { Session } from './session.ts';

export class ItemReads {
  readonly #settings: Settings;
  readonly #tokenizer: TokenCounter;
  readonly #session: Session;
  readonly #index: ItemIndex;

  constructor(settings: Settings, tokenizer: TokenCounter, session: Session, index: ItemIndex) {
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
      matchesFilters: item !== undefined && matches(query.filters, item),
      expired: this.#index.order(moment).expired().some((gone) => gone.id === id),
      rank: rank < 0 ? undefined : rank,
      score: all[rank]?.score,
      limit: query.limit,
    });
  }

  async summarize(request: DigestRequest): Promise<DigestResult> {
    const { scope, limit, unit } = checkDigest(request);
    const moment = this.#reading();
    const expired = new Set(this.#index.order(moment).expired().map(({ id }) => id));
    const { recentSteps } = this.#settings.eviction;
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
    return item && this.#view(item, moment);
  }

  list(): readonly ItemView[] {
    const moment = this.#reading();
    return Array.from(this.#session.state.items.values(), (item) => this.#view(item, moment));
  }

  capacity(): Capacity {
    this.#reading();
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
      longTail: { items: tail.size, maxItems: longTail.maxItems },
      policy: { profile, key: eviction.key, classes: VICTIM_CLASSES },
    };
  }

  #ranked(query: RecallQuery, { now }: Moment, limit = query.limit): RankedItem[] {
    if (query.ranking === 'hybrid') return this.#index.rank(query, limit, now);
    return this.#index
      .rank(query, Infinity, now)
      .sort(({ item: one }, { item: other }) => other.importance - one.importance || other.sequence - one.sequence);
  }

  #hit({ item, score, ...parts }: RankedItem, explain: boolean): Hit {
    const archived = this.#session.state.tail.get(item.id);
    const answer = { score, ...(explain && { parts }) };
    if (!archived) return { item, archived: false, position: this.#index.position(item.id), ...answer };
    const { left, ...plain } = archived;
    return { item: plain, archived: true, left, ...answer };
  }

  #view(item: Item, moment: Moment): ItemView {
    const { position, priority, victimClass } = this.#index.standing(item.id, moment);
    return { ...item, position, decay: this.#index.decay(item.createdAt, moment.now), priority, victimClass };
  }

  /** The moment a read is answered at. */
  #reading(): Moment {
    this.#session.refuseIfClosed();
    return this.#session.moment();
  }
}
