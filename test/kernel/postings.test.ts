// Storage of texts: cases that random histories of short texts never reach, and the memory they take.
import { expect, test } from 'vitest';
import { columns, openKernel, rankQuery, settings } from '../support/kernel/kernel-settings.ts';
import { KernelTwins } from '../support/kernel/kernel-twins.ts';

const [TEA, CAKE, MILK] = [2, 4, 6];

/** Each word so many times. */
const repeated = (...words: (readonly [word: number, times: number])[]): Uint32Array =>
  Uint32Array.from(words.flatMap(([word, times]) => Array.from({ length: times }, () => word)));

test('a text may say one word any number of times, and say something else later', () => {
  const twins = new KernelTwins(settings);
  const ask = (): void => {
    for (const words of [[TEA], [CAKE], [TEA, CAKE, MILK]]) {
      twins.ask(rankQuery({ terms: Uint32Array.from(words), limit: Infinity }));
    }
  };
  const times = [1, 254, 255, 256, 257, 65_536, 3, 300, 2];
  const slots = times.map((count, i) => {
    const slot = twins.add(columns({ session: i % 2, group: i % 2 }));
    twins.index(slot, repeated([TEA, count], [CAKE, 1 + (count % 7)], [100 + 2 * i, 256]));
    return slot;
  });
  ask();
  for (const [place, slot] of slots.entries()) {
    if (place % 3 === 0) twins.index(slot, repeated([MILK, 1000], [TEA, 300 - place]));
    else if (place % 3 === 1) twins.index(slot, repeated([MILK, 1]));
    else twins.remove(slot);
    ask();
  }
  for (const slot of twins.live()) twins.index(slot, repeated([TEA, 255 + (slot % 3)]));
  ask();
  twins.reload([rankQuery({ terms: Uint32Array.of(TEA) })]);
});

test('a word that thousands of texts hold loses those that say something else', () => {
  const { kernel } = openKernel();
  const slots = Array.from({ length: 3000 }, () => kernel.add(columns()));
  for (const slot of slots) kernel.index(slot, repeated([TEA, 1 + (slot % 300)], [100 + 2 * slot, 1]));
  const others = slots.filter((slot) => slot % 2 === 0);
  for (const slot of others) kernel.index(slot, repeated([CAKE, 1]));
  const found = (word: number): number[] =>
    kernel
      .rank(rankQuery({ terms: Uint32Array.of(word), limit: Infinity }))
      .filter(({ text }) => text !== 0)
      .map(({ slot }) => slot)
      .sort((one, other) => one - other);
  expect(found(TEA)).toEqual(slots.filter((slot) => slot % 2 === 1));
  expect(found(CAKE)).toEqual(others);
});

test('ten thousand texts of fourteen words take less than 5.5 MB, and as much when each is told anew', () => {
  const { kernel, raw } = openKernel();
  const tell = (slot: number, shift: number): void =>
    kernel.index(
      slot,
      Uint32Array.from({ length: 14 }, (_, i) => 2 * ((slot * 31 + shift + i * i * 97) % 8000)),
    );
  for (let count = 0; count < 10_000; count++) tell(kernel.add(columns()), 0);
  kernel.rank(rankQuery({ terms: Uint32Array.of(TEA) }));
  const bytes = raw.memory.buffer.byteLength;
  expect(bytes).toBeLessThan(5_500_000);
  for (let slot = 0; slot < 10_000; slot++) tell(slot, 1);
  expect(raw.memory.buffer.byteLength).toBeLessThan(bytes * 1.1);
});
