// The kernel beside the state: ids ↔ slots, and a kernel that can be thrown away at any moment.
// Nothing lives only in wasm: after a trap, and when too many slots are dead, a new kernel is made from the items.
import { isWorkingMemoryError, WorkingMemoryError } from '../errors.ts';
import type { Standing } from '../items/eviction.ts';
import type { Item, ItemsView } from '../items/item.ts';
import type { Order } from '../items/order.ts';
import type { Columns, Kernel } from '../kernel/kernel.ts';
import { isUnfiltered, matches, type RecallQuery, type ScoreParts } from '../recall/query.ts';
import { termIds } from '../recall/terms.ts';
import type { Moment } from './apply.ts';
import type { ItemChange } from './state.ts';

/** Fewer dead slots than this are never worth a rebuild. */
const TOLERATED_DEAD_SLOTS = 64;
const EXPIRED_UNPROTECTED = 1;
/** Scopes of the kernel. */
const STORE = 0;
const TAIL = 1;
const WEIGHTS = { dense: 0, cosine: 0.7, keyword: 0.3 };
/** Over what may be old, decay must not bury a relevant hit (docs/model.md). */
const DECAY_FLOOR_BEYOND_STORE = 0.8;

export interface RankedItem extends ScoreParts {
  readonly item: Item;
  readonly score: number;
}

export class ItemIndex {
  #kernel: Kernel | undefined;
  #dead = 0;
  readonly #slots = new Map<string, number>();
  /** By slot; nothing is kept of what is dead. */
  readonly #items: (Item | undefined)[] = [];
  readonly #create: () => Kernel;
  readonly #view: Pick<ItemsView, 'items' | 'tail'>;
  readonly #minimumMatch: number;

  constructor(create: () => Kernel, view: Pick<ItemsView, 'items' | 'tail'>, options: { readonly minimumMatch: number }) {
    this.#create = create;
    this.#view = view;
    this.#minimumMatch = options.minimumMatch;
  }

  /** Follows the state, which has already taken these changes over. */
  absorb(changes: readonly ItemChange[]): void {
    const kernel = this.#kernel;
    if (!kernel) return;
    try {
      for (const { id, item, archived } of changes) {
        const slot = this.#slots.get(id);
        if (item === undefined) {
          if (slot === undefined) continue;
          kernel.remove(slot);
          this.#slots.delete(id);
          this.#items[slot] = undefined;
          this.#dead++;
        } else if (slot === undefined) {
          this.#add(kernel, item, archived);
        } else {
          kernel.setImportance(slot, item.importance);
          kernel.setFlags(slot, { pinned: item.pinned, forgotten: item.forgotten, scope: archived ? TAIL : STORE });
          this.#items[slot] = item;
        }
      }
      if (this.#dead > this.#slots.size + TOLERATED_DEAD_SLOTS) this.#kernel = undefined;
    } catch {
      // The commit stands; the next question is answered by a kernel made from the state.
      this.#kernel = undefined;
    }
  }

  /** The kernel's view of one moment, as the pure rules ask for it. */
  order(moment: Moment): Order {
    return {
      expired: () =>
        this.#ask((kernel) => kernel.expired(moment.now).map((slot) => this.#standing(kernel, slot, moment))),
      expiredSoftly: () =>
        this.#ask((kernel) => {
          const everyone = { newcomers: [], leaving: [], overItems: kernel.live, overTokens: 0 };
          return kernel
            .victims(moment, everyone)
            .victims.filter(({ victimClass }) => victimClass === EXPIRED_UNPROTECTED)
            .map(({ slot }) => this.#standing(kernel, slot, moment));
        }),
      victims: ({ newcomers, leaving, overItems, overTokens }) =>
        this.#ask((kernel) => {
          const columns = newcomers.map((newcomer): Columns => ({ ...newcomer, step: moment.step, forgotten: false }));
          const slots = leaving.map(({ id }) => this.#slotOf(id));
          const answer = kernel.victims(moment, { newcomers: columns, leaving: slots, overItems, overTokens });
          const victims = answer.victims.map(({ slot, newcomer, victimClass, priority }): Standing => {
            if (!newcomer) return this.#standing(kernel, slot, moment);
            const { id, importance, tokens } = newcomers[slot] as (typeof newcomers)[number];
            return { id, position: kernel.live + slot, victimClass, importance, priority, tokens };
          });
          return { victims, enough: answer.enough };
        }),
      position: (id) => this.position(id),
      at: (position) =>
        this.#ask((kernel) => {
          const slot = kernel.slotAt(position);
          return slot === undefined ? undefined : this.#items[slot]?.id;
        }),
    };
  }

  /** Builds the kernel now, so that the first question need not wait for it. */
  warm(): void {
    try {
      this.#ask(() => undefined);
    } catch {
      // The first question meets the same failure and reports it.
    }
  }

  position(id: string): number {
    return this.#ask((kernel) => kernel.position(this.#slotOf(id)));
  }

  standing(id: string, moment: Moment): Standing {
    return this.#ask((kernel) => this.#standing(kernel, this.#slotOf(id), moment));
  }

  decay(createdAt: number, now: number): number {
    return this.#ask((kernel) => kernel.decay(createdAt, now));
  }

  /** Best score first, whatever the query's ranking; `limit` hits at most. */
  rank({ prompt, filters, scope }: RecallQuery, limit: number, now: number): RankedItem[] {
    const terms = termIds(prompt);
    return this.#ask((kernel) =>
      kernel
        .rank({
          terms,
          limit,
          now,
          weights: WEIGHTS,
          minimumMatch: this.#minimumMatch,
          decayFloor: scope === 'all' ? DECAY_FLOOR_BEYOND_STORE : 0,
          allowed: isUnfiltered(filters) ? undefined : this.#mask(filters),
          scopes: scope === 'all' ? [STORE, TAIL] : [STORE],
        })
        .map(({ slot, score, relevance, cosine = 0, keyword = 0, decay }) => {
          const item = this.#items[slot] as Item;
          const importanceWeight = 0.8 + 0.4 * item.importance;
          return { item, score, relevance, cosine, keyword, decay, importanceWeight };
        }),
    );
  }

  #mask(filters: RecallQuery['filters']): Uint8Array {
    const allowed = new Uint8Array(this.#items.length);
    for (let slot = 0; slot < allowed.length; slot++) {
      const item = this.#items[slot];
      if (item && matches(filters, item)) allowed[slot] = 1;
    }
    return allowed;
  }

  #standing(kernel: Kernel, slot: number, moment: Moment): Standing {
    const { id, importance, tokens } = this.#items[slot] as Item;
    const victimClass = kernel.classOf(slot, moment);
    const priority = kernel.priority(slot, moment.now);
    return { id, position: kernel.position(slot), victimClass, importance, priority, tokens };
  }

  /** Asks once; after a trap no result of that kernel counts: a new one is asked once more. */
  #ask<T>(question: (kernel: Kernel) => T): T {
    let trap: unknown;
    for (let attempt = 0; attempt < 2; attempt++) {
      try {
        return question(this.#ready());
      } catch (error) {
        if (isWorkingMemoryError(error)) throw error;
        this.#kernel = undefined;
        trap = error;
      }
    }
    const reason = String(trap);
    throw new WorkingMemoryError(
      'kernel-unavailable',
      `The kernel failed twice on the same question (${reason}). Nothing was changed; the session goes on as it was.`,
      { reason },
      { cause: trap },
    );
  }

  #ready(): Kernel {
    if (this.#kernel) return this.#kernel;
    const kernel = this.#create();
    this.#slots.clear();
    this.#items.length = 0;
    this.#dead = 0;
    const { items, tail } = this.#view;
    // Slots must ascend with the sequence: the kernel breaks ties by slot.
    const all = [...items.values(), ...tail.values()].sort((one, other) => one.sequence - other.sequence);
    for (const item of all) this.#add(kernel, item, !items.has(item.id));
    this.#kernel = kernel;
    return kernel;
  }

  #add(kernel: Kernel, item: Item, archived: boolean): void {
    const slot = kernel.add({ ...item, scope: archived ? TAIL : STORE });
    this.#slots.set(item.id, slot);
    this.#items[slot] = item;
    kernel.index(slot, termIds(item.text));
  }

  #slotOf(id: string): number {
    const slot = this.#slots.get(id);
    if (slot === undefined) throw new Error(`the kernel has no slot for item ${id}`);
    return slot;
  }
}
