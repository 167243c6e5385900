// A typed interface over the wasm kernel: numbers in, numbers out, every call synchronous.
// A view of wasm memory is detached when the memory grows: each is created after the last call that can grow it, and no
// method returns one. After a RuntimeError (trap) the instance must be discarded.
import { kernelUnavailable } from './failures.ts';
import type { KernelExports } from './exports.ts';
import type {
  Columns,
  Flags,
  RankedSlot,
  Kernel,
  KernelSettings,
  SlotScope,
  VectorOutcome,
  Victim,
  VictimClass,
} from './contract.ts';

export type * from './contract.ts';

const PINNED = 2;
const FORGOTTEN = 4;
const SCOPE_SHIFT = 4;
const QUESTION = 64;
const TURN = 128;
const HIT_FIELDS = 12;
const SIMILAR_FIELDS = 2;
const VECTOR_OUTCOMES = ['stored', 'no-direction', 'other-dimension'] as const;

/** Synchronous and cheap (well below a millisecond). `wrapExports` lets tests fail single calls. */
export function createKernel(
  module: WebAssembly.Module,
  { decay, lowBelow, protectedFrom, recentSteps, softSteps, softMs, key }: KernelSettings,
  wrapExports: (exports: KernelExports) => KernelExports = (exports) => exports,
): Kernel {
  const raw = wrapExports(instantiate(module));
  raw.configure(
    decay.factor,
    decay.periodMs,
    decay.floor,
    lowBelow,
    protectedFrom,
    recentSteps,
    softSteps,
    softMs,
    key === 'priority',
  );
  let scanner: Pick<KernelExports, 'scanCodes'> = raw;

  const append = (item: Columns): number =>
    raw.add(
      item.importance,
      item.createdAt,
      item.expiresAt ?? Infinity,
      item.step,
      item.tokens,
      flagBits(item) | (item.question ? QUESTION : 0) | (item.turn ? TURN : 0),
      item.session ?? 0,
      item.group ?? 0,
      item.speaker ?? 0,
    );

  return {
    get slots() {
      return raw.slots();
    },
    get live() {
      return raw.liveCount();
    },
    get vectors() {
      return raw.vectors();
    },
    add: append,
    remove: raw.remove,
    setImportance: raw.setImportance,
    setExpiry: raw.setExpiry,
    setFlags: (slot, flags) => raw.setFlags(slot, flagBits(flags)),
    position: raw.position,
    slotAt(position) {
      const slot = position >= 0 ? raw.slotAt(position) : -1;
      return slot < 0 ? undefined : slot;
    },
    decay: raw.decay,
    priority: raw.priority,
    classOf: (slot, moment) => raw.classOf(slot, moment.now, moment.step) as VictimClass,
    rate(columns, { now, step }) {
      const slot = append(columns);
      const rated = { victimClass: raw.classOf(slot, now, step) as VictimClass, priority: raw.priority(slot, now) };
      raw.dropLast(slot);
      return rated;
    },
    expired(now) {
      const count = raw.expired(now);
      if (count === 0) return [];
      const slots = new Uint32Array(raw.memory.buffer, raw.io(0), count);
      return Array.from(slots.sort());
    },

    victims(moment, request) {
      const { now, step } = moment;
      const victims: Victim[] = [];
      let { overItems, overTokens } = request;
      // Going back in time files every item again, so it must come before any is taken out.
      raw.advance(now, step);
      for (const slot of request.leaving) raw.unlink(slot);
      const firstNewcomer = raw.slots();
      for (const newcomer of request.newcomers) append(newcomer);

      while (overItems > 0 || overTokens > 0) {
        const slot = raw.firstVictim();
        if (slot < 0) break;
        const newcomer = slot >= firstNewcomer;
        victims.push({
          slot: newcomer ? slot - firstNewcomer : slot,
          newcomer,
          victimClass: raw.classOf(slot, now, step) as VictimClass,
          priority: raw.priority(slot, now),
        });
        overItems -= 1;
        overTokens -= raw.tokens(slot);
        raw.unlink(slot);
      }

      for (let slot = raw.slots() - 1; slot >= firstNewcomer; slot--) raw.dropLast(slot);
      for (const victim of victims) if (!victim.newcomer) raw.link(victim.slot);
      for (const slot of request.leaving) raw.link(slot);
      return { victims, enough: overItems <= 0 && overTokens <= 0 };
    },

    index(slot, terms) {
      const address = raw.io(terms.byteLength);
      writeSorted(terms, address);
      raw.index(slot, terms.length);
    },

    holders: (term, scopes) => raw.holders(term, scopeBits(scopes)),

    setVector: (slot, vector) => VECTOR_OUTCOMES[raw.setVector(slot, writeVector(vector))] as VectorOutcome,
    dropVectors: raw.dropVectors,
    useFastScan(module) {
      scanner = instantiate(module, { env: { memory: raw.memory } });
    },

    rank(query) {
      const { terms, vector, now, decayFloor, allowed, scopes = [0], speakers = [] } = query;
      const slots = raw.slots();
      const limit = Math.min(Math.max(query.limit, 0), slots);
      const scan = vector && raw.prepareVector(writeVector(vector), limit);
      if (scan) scanner.scanCodes(scan);
      const timeWeight = query.timely ? (query.timeWeight ?? 0) : 0;
      const times = timeWeight > 0 ? slots : 0;
      const address = raw.io((terms.length + speakers.length + times) * 4 + (allowed ? slots : 0));
      const speakersAddress = address + terms.byteLength;
      const timesAddress = speakersAddress + speakers.length * 4;
      writeSorted(terms, address);
      new Uint32Array(raw.memory.buffer, speakersAddress, speakers.length).set(speakers);
      if (query.timely && times > 0) {
        new Float32Array(raw.memory.buffer, timesAddress, times).fill(0).set(query.timely.subarray(0, slots));
      }
      if (allowed) {
        const mask = new Uint8Array(raw.memory.buffer, timesAddress + times * 4, slots);
        mask.fill(0);
        mask.set(allowed.subarray(0, slots));
      }
      const count = raw.rank(
        vector !== undefined,
        terms.length,
        speakers.length,
        allowed !== undefined,
        scopeBits(scopes),
        limit,
        now,
        decayFloor,
        query.minimumMatch ?? 0,
        query.denseWeight ?? 0,
        query.denseFloor ?? 0,
        query.denseContrast ?? NaN,
        timeWeight,
      );
      return readHits(new Float64Array(raw.memory.buffer, raw.io(0), count * HIT_FIELDS));
    },

    similar({ terms, scopes, least }) {
      writeSorted(terms, raw.io(terms.byteLength));
      const count = raw.similar(terms.length, scopeBits(scopes), least);
      const found = new Float64Array(raw.memory.buffer, raw.io(0), count * SIMILAR_FIELDS);
      return Array.from({ length: count }, (_, place) => {
        const at = place * SIMILAR_FIELDS;
        return { slot: found[at] as number, likeness: found[at + 1] as number };
      });
    },
  };

  /** Writes a vector to the I/O region and returns its length. */
  function writeVector(vector: Float32Array): number {
    const address = raw.io(vector.byteLength);
    new Float32Array(raw.memory.buffer, address, vector.length).set(vector);
    return vector.length;
  }

  /** Writes terms sorted: the kernel counts repeats as neighbours. */
  function writeSorted(terms: Uint32Array, address: number): void {
    const view = new Uint32Array(raw.memory.buffer, address, terms.length);
    view.set(terms);
    view.sort();
  }
}

function instantiate(module: WebAssembly.Module, imports: WebAssembly.Imports = {}): KernelExports {
  try {
    return new WebAssembly.Instance(module, imports).exports as unknown as KernelExports;
  } catch (cause) {
    throw kernelUnavailable(
      'not-instantiated',
      'The kernel could not be started: its module has another version, or memory ran out.',
      cause,
    );
  }
}

function flagBits({ pinned, forgotten, scope = 0 }: Flags): number {
  return (pinned ? PINNED : 0) | (forgotten ? FORGOTTEN : 0) | (scope << SCOPE_SHIFT);
}

const scopeBits = (scopes: readonly SlotScope[]): number =>
  scopes.reduce<number>((bits, scope) => bits | (1 << scope), 0);

function readHits(fields: Float64Array): RankedSlot[] {
  const hits: RankedSlot[] = [];
  for (let at = 0; at < fields.length; at += HIT_FIELDS) {
    hits.push({
      slot: fields[at] as number,
      score: fields[at + 1] as number,
      relevance: fields[at + 2] as number,
      text: signal(fields[at + 3]),
      window: signal(fields[at + 4]),
      group: signal(fields[at + 5]),
      prior: signal(fields[at + 6]),
      matched: signal(fields[at + 7]),
      cosine: signal(fields[at + 8]),
      dense: signal(fields[at + 9]),
      time: signal(fields[at + 10]),
      decay: fields[at + 11] as number,
    });
  }
  return hits;
}

const signal = (value: number | undefined): number | undefined => (Number.isNaN(value) ? undefined : value);
