// The kernel beside the state: ids ↔ slots, and a kernel that can be thrown away at any moment.
// Nothing lives only in wasm: after a trap, and when too many slots are dead, a new kernel is made from the items.
import { WorkingMemoryError, isWorkingMemoryError } from '../errors.ts';
import type { Standing } from '../items/eviction.ts';
import type { Item } from '../items/item.ts';
import type { Order } from '../items/memorize.ts';
import type { Columns, Kernel } from '../kernel/kernel.ts';
import { type RecallQuery, type ScoreParts, isUnfiltered, matches } from '../recall/query.ts';
import { termIds } from '../recall/terms.ts';
import type { Moment } from './apply.ts';

/** Fewer dead slots than this are never worth a rebuild. */
const TOLERATED_DEAD_SLOTS = 64;
const WEIGHTS = { dense: 0, cosine: 0.7, keyword: 0.3 };

export interface RankedItem extends ScoreParts {
  readonly id: string;
  readonly score: number;
}

export class ItemIndex {
  #kernel: Kernel | undefined;
  readonly #slots = new Map<string, number>();
  readonly #ids: string[] = [];
  readonly #create: () => Kernel;
  readonly #items: ReadonlyMap<string, Item>;

  constructor(create: () => Kernel, items: ReadonlyMap<string, Item>) {
    this.#create = create;
    this.#items = items;
  }

  /** Follows the state, which has already taken these items over. */
  absorb(changes: readonly (readonly [id: string, item: Item | undefined])[]): void {
    const kernel = this.#kernel;
    if (!kernel) return;
    try {
      for (const [id, item] of changes) {
        const slot = this.#slots.get(id);
        if (item === undefined) {
          if (slot !== undefined) kernel.remove(slot);
          this.#slots.delete(id);
        } else if (slot === undefined) {
          this.#add(kernel, item);
        } else {
          kernel.setImportance(slot, item.importance);
          kernel.setFlags(slot, item);
        }
      }
      if (kernel.slots - kernel.live > kernel.live + TOLERATED_DEAD_SLOTS) this.#kernel = undefined;
    } catch {
      // The commit stands; the next question is answered by a kernel made from the state.
      this.#kernel = undefined;
    }
  }

  /** The kernel's view of one moment, as the pure rules ask for it. */
  order(moment: Moment): Order {
    return {
      expired: () => this.#ask((kernel) => kernel.expired(moment.now).map((slot) => this.#standing(kernel, slot, moment))),
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
    };
  }

  standing(id: string, moment: Moment): Standing {
    return this.#ask((kernel) => this.#standing(kernel, this.#slotOf(id), moment));
  }

  decay(createdAt: number, now: number): number {
    return this.#ask((kernel) => kernel.decay(createdAt, now));
  }

  rank({ prompt, filters, limit }: RecallQuery, now: number): RankedItem[] {
    const terms = termIds(prompt);
    return this.#ask((kernel) =>
      kernel
        .rank({
          terms,
          limit,
          now,
          weights: WEIGHTS,
          decayFloor: 0,
          allowed: isUnfiltered(filters) ? undefined : this.#mask(kernel, filters),
        })
        .map(({ slot, score, relevance, cosine = 0, keyword = 0, decay }) => {
          const id = this.#ids[slot] as string;
          const importanceWeight = 0.8 + 0.4 * (this.#items.get(id)?.importance ?? 0);
          return { id, score, relevance, cosine, keyword, decay, importanceWeight };
        }),
    );
  }

  #mask(kernel: Kernel, filters: RecallQuery['filters']): Uint8Array {
    const allowed = new Uint8Array(kernel.slots);
    for (const [id, item] of this.#items) if (matches(filters, item)) allowed[this.#slotOf(id)] = 1;
    return allowed;
  }

  #standing(kernel: Kernel, slot: number, moment: Moment): Standing {
    const id = this.#ids[slot] as string;
    const { importance, tokens } = this.#items.get(id) as Item;
    const victimClass = kernel.classOf(slot, moment);
    return { id, position: kernel.position(slot), victimClass, importance, priority: kernel.priority(slot, moment.now), tokens };
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
    this.#ids.length = 0;
    for (const item of this.#items.values()) this.#add(kernel, item);
    this.#kernel = kernel;
    return kernel;
  }

  #add(kernel: Kernel, item: Item): void {
    const slot = kernel.add(item);
    this.#slots.set(item.id, slot);
    this.#ids[slot] = item.id;
    kernel.index(slot, termIds(item.text));
  }

  #slotOf(id: string): number {
    const slot = this.#slots.get(id);
    if (slot === undefined) throw new Error(`the kernel has no slot for item ${id}`);
    return slot;
  }
}
