// Reference kernel of plain arrays, sorts and the formulas of the model: the oracle of property tests. Its recall is in
// reference-rank.ts. Must share only the definitions with the real one; speed does not matter.
import type {
  Columns,
  Flags,
  KernelSettings,
  Moment,
  SlotScope,
  VictimClass,
  VictimPlan,
  VictimRequest,
} from '../../../src/kernel/kernel.ts';

export interface ReferenceItem extends Columns {
  live: boolean;
  /** Frequency by term id; undefined: not indexed. */
  terms: ReadonlyMap<number, number> | undefined;
  /** Number of terms, repeats included. */
  length: number;
  vector: Float32Array | undefined;
}

export class ReferenceKernel {
  readonly settings: KernelSettings;
  readonly items: ReferenceItem[] = [];
  /** Live indexed slots in order of indexing: items in the store and out of it, files, messages. */
  readonly streams: readonly [number[], number[], number[]] = [[], [], []];

  constructor(settings: KernelSettings) {
    this.settings = settings;
  }

  add(columns: Columns): number {
    return this.items.push({ ...columns, live: true, terms: undefined, length: 0, vector: undefined }) - 1;
  }

  item(slot: number): ReferenceItem {
    const item = this.items[slot];
    if (!item) throw new RangeError(`slot ${slot} never was`);
    return item;
  }

  streamOf(slot: number): number[] {
    return this.streams[streamNumber(this.item(slot).scope)];
  }

  remove(slot: number): void {
    if (this.item(slot).terms) drop(this.streamOf(slot), slot);
    Object.assign(this.item(slot), { live: false, vector: undefined });
  }

  setFlags(slot: number, flags: Flags): void {
    const former = this.streamOf(slot);
    Object.assign(this.item(slot), flags);
    const latter = this.streamOf(slot);
    if (latter === former || !this.item(slot).terms) return;
    drop(former, slot);
    latter.push(slot);
  }

  index(slot: number, terms: Uint32Array): void {
    const item = this.item(slot);
    if (!item.terms) this.streamOf(slot).push(slot);
    const frequencies = new Map<number, number>();
    for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
    item.terms = frequencies;
    item.length = terms.length;
  }

  setVector(slot: number, vector: Float32Array): void {
    this.item(slot).vector = vector.slice();
  }

  dropVectors(): void {
    for (const item of this.items) item.vector = undefined;
  }

  /** Live slots in the store. */
  liveSlots(): number[] {
    return this.items.flatMap((item, slot) => (item.live && !item.scope ? [slot] : []));
  }

  decay(createdAt: number, now: number): number {
    const { factor, periodMs, floor } = this.settings.decay;
    return Math.max(floor, factor ** (Math.max(0, now - createdAt) / periodMs));
  }

  classOf(item: Columns, { now, step }: Moment): VictimClass {
    const { softSteps, softMs, recentSteps, lowBelow, protectedFrom } = this.settings;
    if (item.forgotten) return 0;
    const expired = step - item.step > softSteps || now - item.createdAt > softMs;
    const recent = step - item.step < recentSteps;
    if (item.importance >= protectedFrom) {
      if (expired) return 6;
      return recent ? 8 : 7;
    }
    if (expired) return 1;
    if (item.importance < lowBelow) return recent ? 3 : 2;
    return recent ? 5 : 4;
  }

  /**
   * Priority in the log domain, where the kernel compares: there, two floored items of equal importance tie exactly.
   */
  logPriority(item: Columns, now: number): number {
    const { key } = this.settings;
    const { factor, periodMs, floor } = this.settings.decay;
    if (key === 'fifo') return 0;
    if (item.importance === 0) return -1e300;
    const rate = -Math.log2(factor) / periodMs;
    return Math.log2(item.importance) + Math.max(Math.log2(floor), -rate * Math.max(0, now - item.createdAt));
  }

  victims(moment: Moment, { newcomers, leaving, overItems, overTokens }: VictimRequest): VictimPlan {
    const staying = this.liveSlots().filter((slot) => !leaving.includes(slot));
    const order = [
      ...staying.map((slot) => ({ slot, newcomer: false, item: this.item(slot) as Columns })),
      ...newcomers.map((item, slot) => ({ slot, newcomer: true, item })),
    ]
      .filter(({ item }) => !item.pinned)
      .map((entry, arrival) => ({
        ...entry,
        arrival,
        victimClass: this.classOf(entry.item, moment),
        logPriority: this.logPriority(entry.item, moment.now),
      }))
      .sort((a, b) => a.victimClass - b.victimClass || a.logPriority - b.logPriority || a.arrival - b.arrival);
    const plan: VictimPlan = { victims: [], enough: true };
    for (const { slot, newcomer, victimClass, item } of order) {
      if (overItems <= 0 && overTokens <= 0) break;
      const priority = item.importance * this.decay(item.createdAt, moment.now);
      plan.victims.push({ slot, newcomer, victimClass, priority });
      overItems -= 1;
      overTokens -= item.tokens;
    }
    plan.enough = overItems <= 0 && overTokens <= 0;
    return plan;
  }

  expired(now: number): number[] {
    return this.liveSlots().filter((slot) => {
      const { pinned, expiresAt = Infinity } = this.item(slot);
      return !pinned && now > expiresAt;
    });
  }
}

export function streamNumber(scope: SlotScope = 0): 0 | 1 | 2 {
  if (scope === 2) return 1;
  return scope === 3 ? 2 : 0;
}

function drop(stream: number[], slot: number): void {
  stream.splice(stream.indexOf(slot), 1);
}
