// Runs both scans of codes over the same memory: every score must be equal to the last bit.
import fc from 'fast-check';
import { expect } from 'vitest';
import { generator } from '../generator.ts';
import { columns, openKernel, rankQuery } from './kernel-settings.ts';

/** Fewest rows at which a kernel scans by codes. */
const MANY = 1_024;
/** Offset of the scores in the scan's record (assembly/vectors/codes.ts), in words. */
const SCORES = 5;

/** Tries random stores and queries, with gaps that later rows have filled. */
export function expectSameScans(fastScan: WebAssembly.Module): void {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 70 }),
      fc.integer({ min: 0, max: 300 }),
      fc.integer(),
      fc.constantFrom(1, 1e-3, 1e30),
      (dimension, more, seed, size) => {
        const random = generator(seed);
        // Some numbers are far above the others, so that codes reach both ends.
        const vector = (): Float32Array =>
          Float32Array.from({ length: dimension }, () => (random() - 0.5) * size * (random() < 0.02 ? 50 : 1));
        const { kernel, raw } = openKernel();
        for (let i = 0; i < MANY + more; i++) kernel.setVector(kernel.add(columns()), vector());
        for (let slot = 0; slot < more; slot += 3) kernel.remove(slot);
        for (let i = kernel.vectors; i < MANY; i++) kernel.setVector(kernel.add(columns()), vector());
        const fast = new WebAssembly.Instance(fastScan, { env: { memory: raw.memory } });
        const { scanCodes } = fast.exports as unknown as typeof raw;

        const query = vector();
        new Float32Array(raw.memory.buffer, raw.io(query.byteLength), dimension).set(query);
        const scan = raw.prepareVector(dimension, 1);
        expect(scan).toBeGreaterThan(0);
        const scores = (): Uint32Array => {
          const address = new Uint32Array(raw.memory.buffer, scan)[SCORES] as number;
          return new Uint32Array(raw.memory.buffer, address, kernel.vectors);
        };
        raw.scanCodes(scan);
        const expected = scores().slice();
        scores().fill(0);
        scanCodes(scan);
        expect(scores()).toEqual(expected);
        expect(new Set(expected).size).toBeGreaterThan(1);

        const question = rankQuery({ vector: query });
        const hits = kernel.rank(question);
        kernel.useFastScan(fastScan);
        expect(kernel.rank(question)).toEqual(hits);
      },
    ),
    { numRuns: 25 },
  );
}
