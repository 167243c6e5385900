// The kernel of words against the full one: without a stored vector, every answer is equal to the last bit.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inlineWordsKernel } from '../../src/kernel/inline-words.ts';
import { createKernel, type Kernel, type SlotScope } from '../../src/kernel/kernel.ts';
import { columns, kernelModule, rankQuery, settings } from '../support/kernel/kernel-settings.ts';

const wordsModule = new WebAssembly.Module(inlineWordsKernel());
const MINUTE = 60_000;
const NOW = 100_000_000;
const SCOPES: readonly SlotScope[] = [0, 1, 2, 3];

const text = fc
  .array(fc.integer({ min: 0, max: 25 }), { maxLength: 25, size: 'max' })
  .map((words) => Uint32Array.from(words, (word) => (word * 0x9e3779b1) >>> 0));
const scopes = fc.subarray([...SCOPES], { minLength: 1 });
const item = fc.record({
  importance: fc.double({ min: 0, max: 1, noNaN: true }),
  pinned: fc.boolean(),
  forgotten: fc.constantFrom(false, false, true),
  scope: fc.constantFrom(...SCOPES),
  age: fc.integer({ min: 0, max: 600 }),
  session: fc.nat(2),
  group: fc.nat(6),
  speaker: fc.nat(3),
  question: fc.boolean(),
  text,
});
const pick = fc.nat();
/** Prompts with terms and possibly a vector, which no stored one is comparable to. */
const asked = fc.record({ terms: text, scopes, speakers: fc.subarray([1, 2, 3]), hasVector: fc.boolean() });

const command = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant('add' as const), item }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('remove' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('importance' as const), pick, importance: fc.constant(0.9) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('dropVectors' as const) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('rank' as const), asked }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('similar' as const), terms: text, scopes }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('victims' as const), over: fc.nat(5) }) },
);
type Command = typeof command extends fc.Arbitrary<infer Of> ? Of : never;

/** Returns all answers of the kernel to the commands. */
function told(kernel: Kernel, commands: readonly Command[]): unknown[] {
  const live: number[] = [];
  return commands.map((command) => {
    switch (command.type) {
      case 'add': {
        const { age, text, ...rest } = command.item;
        const slot = kernel.add(columns({ ...rest, createdAt: NOW - age * MINUTE }));
        kernel.index(slot, text);
        live.push(slot);
        return [slot, kernel.priority(slot, NOW), kernel.classOf(slot, { now: NOW, step: 3 })];
      }
      case 'rank': {
        const { hasVector, ...query } = command.asked;
        const vector = hasVector ? Float32Array.of(1, 2, 3) : undefined;
        return kernel.rank(rankQuery({ ...query, vector, now: NOW, denseWeight: 1, denseContrast: 2 }));
      }
      case 'similar':
        return kernel.similar({ terms: command.terms, scopes: command.scopes, least: 0.1 });
      case 'victims':
        return kernel.victims(
          { now: NOW, step: 3 },
          { newcomers: [], leaving: [], overItems: command.over, overTokens: 0 },
        );
      case 'dropVectors':
        return kernel.dropVectors();
      default: {
        const [slot] = live.splice(command.pick % live.length, 1);
        if (slot === undefined) return undefined;
        if (command.type === 'remove') return kernel.remove(slot);
        live.push(slot);
        return kernel.setImportance(slot, command.importance);
      }
    }
  });
}

test('without vectors both kernels answer alike, to the last bit', () => {
  let hits = 0;
  fc.assert(
    fc.property(fc.array(command, { maxLength: 80, size: 'max' }), (commands) => {
      const whole = told(createKernel(kernelModule, settings), commands);
      expect(told(createKernel(wordsModule, settings), commands)).toEqual(whole);
      for (const [at, { type }] of commands.entries()) if (type === 'rank') hits += (whole[at] as unknown[]).length;
    }),
    { numRuns: 200 },
  );
  expect(hits).toBeGreaterThan(1_000);
}, 60_000);

test('the kernel of words refuses a vector, and says that it holds none', () => {
  const kernel = createKernel(wordsModule, settings);
  const slot = kernel.add(columns());
  expect(() => kernel.setVector(slot, Float32Array.of(1, 2))).toThrow(WebAssembly.RuntimeError);
  expect(createKernel(wordsModule, settings).vectors).toBe(0);
});
