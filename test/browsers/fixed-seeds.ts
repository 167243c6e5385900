// Every fault of a page in one browser, in soak rounds with fixed seeds.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RoundReport } from '../soak/browser-round.ts';
import { type Site, serveFolder } from '../support/browser/pages.ts';
import { generator } from '../support/generator.ts';

/** The least seed whose round has this fault. */
function seedOf(fault: number, among: number): number {
  for (let seed = 1; ; seed++) if (Math.floor(generator(seed)() * among) === fault) return seed;
}

export function describeFaults(
  browser: string,
  faults: Readonly<Record<string, unknown>>,
  play: (seed: number, site: Site) => Promise<RoundReport>,
): void {
  let site: Site;
  beforeAll(async () => {
    site = await serveFolder('dist');
  });
  afterAll(() => site.close());

  describe(`what was acknowledged in ${browser} is there once`, () => {
    const names = Object.keys(faults);
    for (const [index, name] of names.entries()) {
      it(`after ${name}`, async () => {
        const { fault, calls } = await play(seedOf(index, names.length), site);
        expect(fault).toBe(name);
        expect(calls).toBeGreaterThan(12);
      });
    }
  });
}
