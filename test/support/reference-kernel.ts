// The kernel once more, as plain arrays, sorts and the formulas of the model: the oracle of property tests.
// Must share no idea of the real one beyond the definitions; speed does not matter here.
import type {
  Columns,
  Flags,
  Hit,
  KernelSettings,
  Moment,
  RankQuery,
  VictimClass,
  VictimPlan,
  VictimRequest,
} from '../../src/kernel/kernel.ts';

interface ReferenceItem extends Columns {
  live: boolean;
  terms: Map<number, number> | undefined;
  vector: Float32Array | undefined;
}

export class ReferenceKernel {
  readonly settings: KernelSettings;
  readonly items: ReferenceItem[] = [];

  constructor(settings: KernelSettings) {
    this.settings = settings;
  }

  add(columns: Columns): number {
    return this.items.push({ ...columns, live: true, terms: undefined, vector: undefined }) - 1;
  }

  item(slot: number): ReferenceItem {
    const item = this.items[slot];
    if (!item) throw new RangeError(`slot ${slot} never was`);
    return item;
  }

  remove(slot: number): void {
    this.item(slot).live = false;
  }

  setFlags(slot: number, flags: Flags): void {
    Object.assign(this.item(slot), flags);
  }

  index(slot: number, terms: Uint32Array): void {
    this.item(slot).terms = frequencies(terms);
  }

  setVector(slot: number, vector: Float32Array): void {
    this.item(slot).vector = vector.slice();
  }

  /** What counts: in the store and not dead. */
  liveSlots(): number[] {
    return this.items.flatMap((item, slot) => (item.live && !item.scope ? [slot] : []));
  }

  decay(createdAt: number, now: number): number {
    const { decayFactor, decayPeriodMs, decayFloor } = this.settings;
    return Math.max(decayFloor, decayFactor ** (Math.max(0, now - createdAt) / decayPeriodMs));
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

  /** In the log domain, where the kernel compares: there two floored items of one importance tie exactly. */
  logPriority(item: Columns, now: number): number {
    const { decayFactor, decayPeriodMs, decayFloor, key } = this.settings;
    if (key === 'fifo') return 0;
    if (item.importance === 0) return -1e300;
    const rate = -Math.log2(decayFactor) / decayPeriodMs;
    return Math.log2(item.importance) + Math.max(Math.log2(decayFloor), -rate * (now - item.createdAt));
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

  isExpired(item: Columns, now: number): boolean {
    return !item.pinned && !item.scope && now - item.createdAt > this.settings.hardMs;
  }

  expired(now: number): number[] {
    return this.liveSlots().filter((slot) => this.isExpired(this.item(slot), now));
  }

  /** Every hit, best first; the limit is left to the test. */
  rank({
    terms,
    vector,
    now,
    weights,
    decayFloor,
    minimumMatch = 0,
    allowed,
    scopes = [0],
  }: Omit<RankQuery, 'limit'>): Hit[] {
    const documents = this.items.filter((item) => item.live && item.terms && scopes.includes(item.scope ?? 0));
    const inverseFrequency = (term: number): number => {
      const holders = documents.filter((item) => item.terms?.has(term)).length;
      return 1 + Math.log(1 + documents.length) - Math.log(1 + holders);
    };
    const known = new Map<number, number>();
    const weight = (term: number, frequency: number): number => {
      const idf = known.get(term) ?? inverseFrequency(term);
      known.set(term, idf);
      return frequency * idf;
    };
    const query = frequencies(terms);
    const mass = (shared: (term: number) => boolean): number =>
      [...query.keys()].filter(shared).reduce((sum, term) => sum + weight(term, 1), 0);
    const required = minimumMatch * mass(() => true);
    const hits = this.items.flatMap((item, slot): Hit[] => {
      if (!item.live || !scopes.includes(item.scope ?? 0)) return [];
      if (item.forgotten || this.isExpired(item, now)) return [];
      if (allowed && !allowed[slot]) return [];
      const held = item.terms ?? new Map<number, number>();
      const hasTerms = query.size > 0;
      const isMatch = mass((term) => held.has(term)) >= required;
      const cosine = hasTerms ? (isMatch ? cosineOfTerms(query, held, weight) : 0) : undefined;
      const common = [...query.keys()].filter((term) => held.has(term)).length;
      const keyword = hasTerms ? (isMatch ? common / query.size : 0) : undefined;
      const dense = vector && item.vector ? Math.max(0, cosineOf(vector, item.vector)) : undefined;
      const signals = [
        { value: dense, weight: weights.dense },
        { value: cosine, weight: weights.cosine },
        { value: keyword, weight: weights.keyword },
      ].filter((signal) => signal.value !== undefined);
      const total = signals.reduce((sum, signal) => sum + signal.weight, 0);
      const weighted = signals.reduce((sum, signal) => sum + signal.weight * (signal.value ?? 0), 0);
      const relevance = !hasTerms && !vector ? 1 : total > 0 ? weighted / total : 0;
      if (relevance <= 0) return [];
      const decay = Math.max(decayFloor, this.decay(item.createdAt, now));
      const score = relevance * decay * (0.8 + 0.4 * item.importance);
      return [{ slot, score, relevance, cosine, keyword, dense, decay }];
    });
    return hits.sort((a, b) => b.score - a.score || b.slot - a.slot);
  }
}

function frequencies(terms: Uint32Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

function cosineOfTerms(
  query: Map<number, number>,
  held: Map<number, number>,
  weight: (term: number, frequency: number) => number,
): number {
  const norm = (counts: Map<number, number>): number =>
    Math.hypot(...[...counts].map(([term, count]) => weight(term, count)));
  let product = 0;
  for (const [term, count] of query) product += weight(term, count) * weight(term, held.get(term) ?? 0);
  return product === 0 ? 0 : product / (norm(query) * norm(held));
}

function cosineOf(left: Float32Array, right: Float32Array): number {
  const product = left.reduce((sum, value, i) => sum + value * (right[i] ?? 0), 0);
  return product / (Math.hypot(...left) * Math.hypot(...right));
}
