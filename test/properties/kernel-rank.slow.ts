// Scores and order of recall against the formulas, on random histories and on stores whose neighbours are more or less
// related.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RankQuery, SlotScope } from '../../src/kernel/kernel.ts';
import { generator } from '../support/generator.ts';
import { columns, settings } from '../support/kernel/kernel-settings.ts';
import { KernelTwins } from '../support/kernel/kernel-twins.ts';
import { gateOf } from '../support/kernel/reference-streams.ts';

const DIMENSION = 19;
const NOW = 100_000_000;
const MINUTE = 60_000;
const SCOPES: readonly SlotScope[] = [0, 1, 2, 3];

/** Returns a term id like a hash; every other one is a part of a word. */
const termOf = (word: number): number => (word * 0x9e3779b1) >>> 0;
const words = (most: number): fc.Arbitrary<Uint32Array> =>
  fc
    .array(fc.integer({ min: 0, max: most }), { maxLength: 25, size: 'max' })
    .map((found) => Uint32Array.from(found, termOf));
const text = words(25);
/** One odd component: no two of them are at right angles, so that nobody asks for the sign of a rounding error. */
const vector = fc
  .array(fc.integer({ min: -25, max: 24 }), { minLength: DIMENSION, maxLength: DIMENSION })
  .map((floats) => Float32Array.from(floats, (float, i) => float * 2 + (i === 0 ? 1 : 0)));

/** Reduced to one of the live slots, whatever their number, so that every history is a valid one. */
const pick = fc.nat();
const flags = {
  pinned: fc.constantFrom(false, false, true),
  forgotten: fc.constantFrom(false, false, false, true),
  scope: fc.constantFrom<SlotScope>(0, 0, 0, 1, 2, 3),
};
const newcomer = fc.record(
  {
    ...flags,
    importance: fc.constantFrom(0, 0.3, 0.5, 1),
    // ten minutes: three of them are the largest gap
    age: fc.integer({ min: -3, max: 15 }).map((tens) => tens * 10 * MINUTE),
    session: fc.constantFrom(0, 0, 1),
    group: fc.integer({ min: 0, max: 6 }),
    speaker: fc.integer({ min: 0, max: 3 }),
    question: fc.boolean(),
    turn: fc.constantFrom(false, false, false, false, false, true),
    text,
    vector,
  },
  { requiredKeys: ['pinned', 'forgotten', 'scope', 'importance', 'age'] },
);

const query = fc.record({
  // some that no text holds
  terms: words(28),
  vector: fc.option(vector, { nil: undefined }),
  limit: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constant(Infinity)),
  denseWeight: fc.constantFrom(undefined, 0, 0.5, 2),
  denseFloor: fc.constantFrom(undefined, 0, 0.1234567, 0.4321),
  denseContrast: fc.constantFrom(undefined, 0, 0.7654321, 2),
  decayFloor: fc.constantFrom(0, 0.1, 0.8),
  scopes: fc.option(fc.subarray([...SCOPES], { minLength: 1 }), { nil: undefined }),
  // shares that no sum of idf can meet exactly, but for the whole
  minimumMatch: fc.constantFrom(undefined, 0, 0.1234567, 0.5432109, 1),
  allowed: fc.option(
    fc.array(fc.constantFrom(0, 1, 1), { maxLength: 70, size: 'max' }).map((bytes) => Uint8Array.from(bytes)),
    { nil: undefined },
  ),
  speakers: fc.option(fc.subarray([1, 2, 3]), { nil: undefined }),
  timely: fc.option(
    fc.array(fc.constantFrom(0, 0, 0.25, 1), { maxLength: 70, size: 'max' }).map((times) => Float32Array.from(times)),
    { nil: undefined },
  ),
  timeWeight: fc.constantFrom(undefined, 0, 0.5, 3),
  now: fc.constant(NOW),
});

const command = fc.oneof(
  { weight: 16, arbitrary: fc.record({ type: fc.constant('add' as const), newcomer }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('index' as const), pick, text }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('vector' as const), pick, vector }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('flags' as const), pick, flags: fc.record(flags) }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('importance' as const), pick, importance: fc.constantFrom(0.1, 0.9) }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('remove' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('dropVectors' as const) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('ask' as const), query }) },
);

test('every field of every hit is that of the formulas, whatever happened before', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(0, 64),
      fc.array(command, { maxLength: 90, size: 'max' }),
      fc.array(query, { minLength: 1, maxLength: 3 }),
      (documents, commands, queries) => {
        const twins = new KernelTwins(settings);
        // so many that a text may be found by its neighbours alone
        for (let i = 0; i < documents; i++) {
          twins.index(twins.add(columns({ scope: 2, createdAt: NOW })), Uint32Array.of(termOf(i % 26), termOf(i % 23)));
        }
        for (const command of commands) {
          if (command.type === 'ask') {
            twins.ask(command.query);
          } else if (command.type === 'dropVectors') {
            twins.dropVectors();
          } else if (command.type === 'add') {
            const { age, text, vector, ...rest } = command.newcomer;
            const slot = twins.add(columns({ ...rest, createdAt: NOW - age }));
            if (text) twins.index(slot, text);
            if (vector) twins.setVector(slot, vector);
          } else {
            const live = twins.live();
            const slot = live[command.pick % live.length];
            if (slot === undefined) continue;
            if (command.type === 'index') twins.index(slot, command.text);
            else if (command.type === 'vector') twins.setVector(slot, command.vector);
            else if (command.type === 'importance') twins.setImportance(slot, command.importance);
            else if (command.type === 'flags') twins.setFlags(slot, command.flags);
            else twins.remove(slot);
          }
        }
        for (const query of queries) twins.ask(query);
        twins.reload(queries);
      },
    ),
    { numRuns: 150 },
  );
}, 60_000);

test('in talk neighbours count, in a heap of notes they do not, and all of it holds through growth and loss', () => {
  const gates: number[] = [];
  // from a heap of notes to talk; more than that is talk too
  const loyalty = fc.integer({ min: 0, max: 8 }).map((twentieths) => twentieths / 20);
  const changes = fc.constantFrom<Changes>('none', 'removals', 'all');
  fc.assert(
    fc.property(fc.integer(), loyalty, changes, fc.integer({ min: 30, max: 300 }), (seed, loyalty, changes, size) => {
      const { reference } = listen(new Talk(seed, loyalty, changes), size);
      gates.push(gateOf(reference, 0), gateOf(reference, 2));
    }),
    { numRuns: 40 },
  );
  expect(gates).toContain(0);
  expect(gates).toContain(1);
  expect(gates.some((gate) => gate > 0 && gate < 1)).toBe(true);
}, 60_000);

test('in a thousand texts, of which the gate looks at a part, the formulas hold', () => {
  const { reference } = listen(new Talk(6, 0.25, 'all'), 1_600);
  expect(reference.streams[0].length).toBeGreaterThan(1_024);
  expect(gateOf(reference, 0)).toBeGreaterThan(0);
  expect(gateOf(reference, 0)).toBeLessThan(1);
}, 60_000);

/** Asks on the way, at the end, and after a reload. */
function listen(talk: Talk, size: number): KernelTwins {
  const { twins } = talk;
  for (let i = 1; i <= size; i++) {
    talk.say();
    if (i % 5 === 0) talk.change();
    if (i % Math.ceil(size / 6) === 0) twins.ask(talk.question());
  }
  const questions = Array.from({ length: 3 }, () => talk.question());
  for (const question of questions) twins.ask(question);
  twins.reload(questions);
  return twins;
}

type Changes = 'none' | 'removals' | 'all';

/** Texts in the order of a conversation, about a topic each; `loyalty` says how long one stays with it. */
class Talk {
  readonly twins = new KernelTwins(settings);
  readonly #random: () => number;
  readonly #loyalty: number;
  readonly #changes: Changes;
  #now = NOW;
  #topic = 0;
  #session = 0;
  /** Share of turns, 0–0.3. */
  readonly #turns: number;

  constructor(seed: number, loyalty: number, changes: Changes) {
    this.#random = generator(seed);
    this.#turns = this.#random() * 0.3;
    this.#loyalty = loyalty;
    this.#changes = changes;
  }

  say(): void {
    const { twins } = this;
    if (this.#random() > this.#loyalty) this.#topic = this.#below(40);
    if (this.#random() < 0.05) this.#session = this.#below(4);
    this.#now += this.#below(this.#random() < 0.1 ? 90 : 5) * MINUTE;
    const scope = this.#random() < 0.1 ? this.#scope() : 0;
    const place = { session: this.#session, group: this.#session || 4 + Math.floor(twins.live().length / 20) };
    const spoken = { speaker: this.#below(3), question: this.#random() < 0.2, turn: this.#random() < this.#turns };
    const item = columns({ ...place, ...spoken, scope, importance: this.#random(), createdAt: this.#now });
    const slot = twins.add(item);
    twins.index(slot, this.#words((this.#random() < 0.02 ? 248 : 4) + this.#below(14)));
    if (this.#random() < 0.5) twins.setVector(slot, this.#vector());
  }

  change(): void {
    const { twins } = this;
    const live = twins.live();
    const slot = live[this.#below(live.length)];
    if (slot === undefined || this.#changes === 'none') return;
    const what = this.#changes === 'all' ? this.#below(5) : 4;
    if (what === 0) twins.index(slot, this.#words(this.#below(12)));
    else if (what < 3) twins.setFlags(slot, { pinned: false, forgotten: what === 1, scope: this.#scope() });
    else twins.remove(slot);
  }

  question(): RankQuery {
    this.#topic = this.#below(40);
    return {
      terms: this.#words(this.#below(9)),
      vector: this.#random() < 0.3 ? this.#vector() : undefined,
      limit: 1 + this.#below(60),
      now: this.#now,
      denseWeight: this.#random(),
      denseFloor: this.#topic / 100,
      decayFloor: 0.3,
      minimumMatch: this.#random() * 0.6,
      scopes: SCOPES.filter((scope) => scope === 0 || this.#random() < 0.5),
      speakers: [this.#below(4)],
      timely: Float32Array.from({ length: this.#below(1_600) }, () => this.#below(5) / 4),
      timeWeight: this.#below(3),
    };
  }

  #scope(): SlotScope {
    return SCOPES[this.#below(4)] ?? 0;
  }

  /** Some of the topic, some of all. */
  #words(count: number): Uint32Array {
    return Uint32Array.from({ length: count }, () =>
      termOf(this.#random() < 0.5 ? this.#topic * 12 + this.#below(12) : Math.floor(this.#random() ** 3 * 900)),
    );
  }

  #vector(): Float32Array {
    return Float32Array.from({ length: DIMENSION }, (_, i) => this.#below(50) * 2 - 50 + (i === 0 ? 1 : 0));
  }

  #below(end: number): number {
    return Math.floor(this.#random() * end);
  }
}
