// Every fault of a page in WebKit, in rounds of the soak with fixed seeds.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playWebKitRound, WEBKIT_FAULTS } from '../soak/webkit-round.ts';
import { type Site, serveFolder } from '../support/browser/pages.ts';
import { generator } from '../support/generator.ts';

let site: Site;
beforeAll(async () => {
  site = await serveFolder('dist');
});
afterAll(() => site.close());

/** The least seed whose round has this fault. */
function seedOf(fault: number, among: number): number {
  for (let seed = 1; ; seed++) if (Math.floor(generator(seed)() * among) === fault) return seed;
}

describe('what was acknowledged in WebKit is there once', () => {
  for (const [index, name] of Object.keys(WEBKIT_FAULTS).entries()) {
    it(`after ${name}`, async () => {
      const { fault, calls } = await playWebKitRound(seedOf(index, Object.keys(WEBKIT_FAULTS).length), site);
      expect(fault).toBe(name);
      expect(calls).toBeGreaterThan(12);
    });
  }
});
