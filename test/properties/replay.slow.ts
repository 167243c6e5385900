// Eviction is deterministic: the journal alone reproduces every decision.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolveSettings, type Settings } from '../../src/options/options.ts';
import type { JournalEntry } from '../../src/storage/port.ts';
import { kernelModule } from '../support/kernel/kernel-settings.ts';
import { decidedIn, replay } from '../support/kernel/replay.ts';
import { runScript, scriptedEngine } from '../support/script.ts';

const PROFILES = ['default', 'queue', 'priority'] as const;
/** Short enough for items of every class to expire. */
const TTL = { default: { hardMs: 7_200_000 }, queue: {}, priority: {} };

async function journalOf(settings: Settings, seed: number): Promise<readonly JournalEntry[]> {
  const engine = await scriptedEngine(settings);
  await runScript(engine, seed);
  return engine.journal(0, 10_000);
}

const typesIn = (entries: readonly JournalEntry[]): Set<string> =>
  new Set(entries.flatMap(({ events }) => (events as readonly { type: string }[]).map(({ type }) => type)));

for (const profile of PROFILES) {
  test(`the kept journal of a random script decides the same again (${profile})`, async () => {
    const limits = fc.record({ maxItems: fc.constantFrom(3, 8, 12, 64), maxTokens: fc.constantFrom(40, 120, 4000) });
    const longTail = fc.record({ maxItems: fc.constantFrom(0, 1, 5, 1000) });
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.nat(), limits, longTail, async (seed, limits, longTail) => {
        const settings = resolveSettings({ session: 'replay', profile, limits, longTail, ttl: TTL[profile] });
        const entries = await journalOf(settings, seed);
        for (const type of typesIn(entries)) seen.add(type);
        expect(replay(entries, settings, kernelModule)).toEqual(entries.map(decidedIn));
      }),
      { seed: 48, numRuns: 40 },
    );
    const items = [
      'memorized',
      'evicted',
      'forgotten',
      'restored',
      'updated',
      'relabelled',
      'replaced',
      'touched',
      ...(profile === 'queue' ? [] : ['expired']),
    ];
    const all = [
      ...items.map((what) => `item-${what}`),
      'capacity-exceeded',
      'limits-set',
      'step-advanced',
      'tail-dropped',
    ];
    expect([...seen], 'else the scripts show too little').toEqual(expect.arrayContaining(all));
  });
}

test('a journal in which another item was evicted does not replay', async () => {
  const settings = resolveSettings({ session: 'replay', limits: { maxItems: 8 } });
  const entries = await journalOf(settings, 1);
  const forged = entries.map((entry) => ({
    ...entry,
    events: (entry.events as readonly { type: string }[]).map((event) =>
      event.type === 'item-evicted' ? { ...event, id: 'item-1' } : event,
    ),
  }));
  expect(replay(forged, settings, kernelModule)).not.toEqual(forged.map(decidedIn));
});
