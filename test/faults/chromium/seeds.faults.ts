// Soak rounds with the fixed seeds of test/faults/seeds, where every seed that ever failed is added.
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Site, serveFolder } from '../../support/browser/pages.ts';
import { BROWSER_FAULTS } from '../../soak/browser-faults.ts';
import { leftOut, playRound, type Seed } from '../../soak/round.ts';

const folder = new URL('../seeds/', import.meta.url);
const seeds = readdirSync(folder).flatMap((name) => {
  const kept = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Seed | readonly Seed[];
  return Array.isArray(kept) ? (kept as readonly Seed[]) : [kept as Seed];
});

let site: Site;
beforeAll(async () => {
  site = await serveFolder('dist');
});
afterAll(() => site.close());

describe('F28: several writers of one session, hit by a fault that a seed decides', () => {
  const seen = new Set<string>();
  for (const round of seeds) {
    const reason = leftOut(round);
    it.skipIf(reason)(
      `lose nothing: ${round.where} ${round.seed}${reason ? ` (skipped: ${reason})` : ''}`,
      async () => {
        const { fault, calls } = await playRound(round, site);
        seen.add(fault);
        expect(calls).toBeGreaterThan(12);
      },
    );
  }

  it('are hit by every fault of a browser', () => {
    expect([...seen]).toEqual(expect.arrayContaining(Object.keys(BROWSER_FAULTS)));
  });
});
