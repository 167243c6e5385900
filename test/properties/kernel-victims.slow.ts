// Eviction order, positions and expiry against the reference kernel, on random histories.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createKernel,
  type Columns,
  type Kernel,
  type KernelSettings,
  type Moment,
  type SlotScope,
} from '../../src/kernel/kernel.ts';
import { kernelModule } from '../support/kernel/kernel-settings.ts';
import { ReferenceKernel } from '../support/kernel/reference-kernel.ts';

// Importances and ages from coarse grids, periods and floors that no product of them can meet: two priorities
// are equal by construction or far apart, so that no test hangs on the last bit of a logarithm.
const importance = fc.constantFrom(0, 0.1, 0.29, 0.3, 0.5, 0.69, 0.7, 0.9, 1);
const limit = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constant(Infinity));
const milliseconds = fc.oneof(
  fc.integer({ min: 0, max: 400 }).map((tens) => tens * 10),
  fc.constant(Infinity),
);

const settings: fc.Arbitrary<KernelSettings> = fc.record({
  decay: fc.record({
    factor: fc.constantFrom(0.9, 0.95, 0.3),
    periodMs: fc.constantFrom(7, 97, 1_301, 21_600_000),
    floor: fc.constantFrom(0, 0.11, 0.37, 1),
  }),
  lowBelow: fc.constantFrom(0, 0.3, 0.6),
  protectedFrom: fc.constantFrom(0.7, 0.3, Infinity),
  recentSteps: limit,
  softSteps: limit,
  softMs: milliseconds,
  key: fc.constantFrom('fifo', 'priority'),
});

/** Reduced to one of the live slots, whatever their number, so that every history is a valid one. */
const pick = fc.nat();
const newcomer = fc.record({
  importance,
  tokens: fc.integer({ min: 1, max: 50 }),
  pinned: fc.constantFrom(false, false, false, true),
  forgotten: fc.constantFrom(false, false, false, true),
  age: fc.integer({ min: 0, max: 30 }).map((tens) => tens * 10),
  /** Counts from its arrival. */
  ttl: milliseconds,
});

const command = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('add' as const), newcomer }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('remove' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('importance' as const), pick, importance }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('expiry' as const), pick, ttl: milliseconds }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('flags' as const),
      pick,
      pinned: fc.boolean(),
      forgotten: fc.boolean(),
      scope: fc.constantFrom<SlotScope>(0, 0, 1, 2, 3),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('move' as const),
      time: fc.integer({ min: -40, max: 80 }).map((tens) => tens * 10),
      steps: fc.integer({ min: -3, max: 8 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('ask' as const),
      newcomers: fc.array(newcomer, { maxLength: 3 }),
      leaving: fc.array(pick, { maxLength: 3 }),
      overItems: fc.integer({ min: -2, max: 12 }),
      overTokens: fc.integer({ min: -50, max: 300 }),
    }),
  },
);

type Command = Drawn<typeof command>;
type Drawn<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Type> ? Type : never;

function replay(settings: KernelSettings, epoch: number, commands: Command[]): void {
  const kernel = createKernel(kernelModule, settings);
  const reference = new ReferenceKernel(settings);
  const moment: Moment = { now: epoch, step: 0 };
  const arrival = ({ age, ttl, ...rest }: Drawn<typeof newcomer>): Columns => ({
    ...rest,
    createdAt: moment.now - age,
    expiresAt: moment.now - age + ttl,
    step: moment.step,
  });
  const choose = (number: number): number | undefined => {
    const live = reference.liveSlots();
    return live[number % live.length];
  };
  for (const command of commands) {
    if (command.type === 'add') {
      const columns = arrival(command.newcomer);
      expect(kernel.add(columns)).toBe(reference.add(columns));
    } else if (command.type === 'move') {
      moment.now += command.time;
      moment.step += command.steps;
    } else if (command.type === 'ask') {
      const request = {
        ...command,
        newcomers: command.newcomers.map(arrival),
        leaving: command.leaving.flatMap((number) => choose(number) ?? []),
      };
      const expected = reference.victims(moment, request);
      const plan = kernel.victims(moment, request);
      expect(withoutPriority(plan)).toEqual(withoutPriority(expected));
      plan.victims.forEach(({ priority }, i) => {
        expect(Math.abs(priority - (expected.victims[i]?.priority ?? NaN))).toBeLessThan(1e-12);
      });
      expect(kernel.victims(moment, request), 'asking twice gives the same answer').toEqual(plan);
      compareState(kernel, reference, moment);
    } else {
      const slot = choose(command.pick);
      if (slot === undefined) continue;
      const item = reference.item(slot);
      if (command.type === 'remove') {
        kernel.remove(slot);
        reference.remove(slot);
      } else if (command.type === 'importance') {
        kernel.setImportance(slot, command.importance);
        item.importance = command.importance;
      } else if (command.type === 'expiry') {
        const expiresAt = moment.now + command.ttl;
        kernel.setExpiry(slot, expiresAt);
        item.expiresAt = expiresAt;
      } else {
        kernel.setFlags(slot, command);
        item.pinned = command.pinned;
        item.forgotten = command.forgotten;
        item.scope = command.scope;
      }
    }
  }
  compareState(kernel, reference, moment);
  const everything = { newcomers: [], leaving: [], overItems: Infinity, overTokens: 0 };
  expect(withoutPriority(kernel.victims(moment, everything))).toEqual(
    withoutPriority(reference.victims(moment, everything)),
  );
}

function withoutPriority({ victims, enough }: ReturnType<Kernel['victims']>): unknown {
  return { enough, victims: victims.map(({ priority: _, ...victim }) => victim) };
}

function compareState(kernel: Kernel, reference: ReferenceKernel, moment: Moment): void {
  const live = reference.liveSlots();
  expect(kernel.slots).toBe(reference.items.length);
  expect(kernel.live).toBe(live.length);
  expect(live.map((slot) => kernel.position(slot))).toEqual(live.map((_, position) => position));
  expect(live.map((_, position) => kernel.slotAt(position))).toEqual(live);
  expect(kernel.slotAt(live.length)).toBeUndefined();
  expect(kernel.slotAt(-1)).toBeUndefined();
  expect(live.map((slot) => kernel.classOf(slot, moment))).toEqual(
    live.map((slot) => reference.classOf(reference.item(slot), moment)),
  );
  expect(kernel.expired(moment.now)).toEqual(reference.expired(moment.now));
}

const epochs = fc.constantFrom(1_000_000, 1_763_800_000_000);

test('victims, classes, positions and expiry are those of a plain sort, whatever happened before', () => {
  fc.assert(fc.property(settings, epochs, fc.array(command, { maxLength: 80, size: 'max' }), replay), {
    seed: 20251121,
    numRuns: 600,
  });
}, 60_000);

test('long histories with many items keep the order of a plain sort', () => {
  fc.assert(fc.property(settings, epochs, fc.array(command, { minLength: 600, maxLength: 900, size: 'max' }), replay), {
    seed: 7,
    numRuns: 40,
    endOnFailure: true,
  });
}, 60_000);

test('a decay weight is never above 1 nor below the floor, even for items from the future', () => {
  fc.assert(
    fc.property(settings, fc.integer(), fc.integer(), (chosen, createdAt, now) => {
      const decay = createKernel(kernelModule, chosen).decay(createdAt, now);
      expect(decay).toBeLessThanOrEqual(1);
      expect(decay).toBeGreaterThanOrEqual(chosen.decay.floor);
      expect(Math.abs(decay - new ReferenceKernel(chosen).decay(createdAt, now))).toBeLessThan(1e-12);
    }),
    { seed: 3, numRuns: 500 },
  );
});
