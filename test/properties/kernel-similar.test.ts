// The kernel reads few posting lists to find similar texts. It must find the same as a scan of every text.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKernel, type SlotScope } from '../../src/kernel/kernel.ts';
import { columns, kernelModule, settings } from '../support/kernel/kernel-settings.ts';
import { ReferenceKernel } from '../support/kernel/reference-kernel.ts';
import { referenceSimilar } from '../support/kernel/reference-similar.ts';

/** Returns a term id like a hash; every other one is a part of a word. */
const termOf = (word: number): number => (word * 0x9e3779b1) >>> 0;
/** Words in unequal numbers: the lower, the more often. */
const word = fc.tuple(fc.nat(30), fc.nat(30)).map(([one, other]) => Math.min(one, other));
const text = fc.array(word, { maxLength: 14, size: 'max' }).map((words) => Uint32Array.from(words, termOf));
const scope = fc.constantFrom<SlotScope>(0, 0, 1, 2);
const flags = fc.record({ scope, forgotten: fc.constantFrom(false, false, false, true) });
const pick = fc.nat();

const command = fc.oneof(
  { weight: 12, arbitrary: fc.record({ type: fc.constant('add' as const), flags, text }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('index' as const), pick, text }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('flags' as const), pick, flags }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('remove' as const), pick }) },
);
// No share of words is just one of these.
const least = fc.constantFrom(0.1234567, 0.4567891, 0.8765432);
const query = fc.record({ text, least, scopes: fc.subarray<SlotScope>([0, 1, 2], { minLength: 1 }) });

test('the texts that are similar are those that a comparison with every text finds, with their likeness', () => {
  let found = 0;
  const property = fc.property(
    fc.array(command, { maxLength: 120, size: 'max' }),
    fc.array(query, { minLength: 1, maxLength: 4 }),
    (commands, queries) => {
      const kernel = createKernel(kernelModule, settings);
      const reference = new ReferenceKernel(settings);
      const texts: Uint32Array[] = [];
      for (const command of commands) {
        const live = reference.items.flatMap((item, slot) => (item.live ? [slot] : []));
        const slot = 'pick' in command ? live[command.pick % live.length] : undefined;
        if (command.type === 'add') {
          const added = kernel.add(columns(command.flags));
          reference.add(columns(command.flags));
          kernel.index(added, command.text);
          reference.index(added, command.text);
          texts.push(command.text);
        } else if (slot === undefined) {
          continue;
        } else if (command.type === 'remove') {
          kernel.remove(slot);
          reference.remove(slot);
        } else if (command.type === 'flags') {
          kernel.setFlags(slot, { pinned: false, ...command.flags });
          reference.setFlags(slot, { pinned: false, ...command.flags });
        } else if (command.type === 'index') {
          kernel.index(slot, command.text);
          reference.index(slot, command.text);
        }
      }
      // Includes a text that exists already, word for word.
      for (const { text, least, scopes } of [
        ...queries,
        ...queries.map((asked, at) => ({ ...asked, text: texts[at] ?? asked.text })),
      ]) {
        const asked = { terms: text, least, scopes };
        const expected = referenceSimilar(reference, asked);
        const actual = kernel.similar(asked).sort((one, other) => one.slot - other.slot);
        expect(actual.map(({ slot }) => slot)).toEqual(expected.map(({ slot }) => slot));
        actual.forEach(({ likeness }, at) => expect(likeness).toBeCloseTo(expected[at]?.likeness ?? NaN, 10));
        for (const { likeness } of actual) expect(likeness).toBeLessThanOrEqual(1);
        found += actual.length;
        expect(kernel.similar(asked), 'it leaves nothing behind').toHaveLength(expected.length);
      }
    },
  );
  fc.assert(property, { seed: 11, numRuns: 300 });
  expect(found).toBeGreaterThan(1000);
});
