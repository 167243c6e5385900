// Timing on a busy machine: the cases take turns call by call, so that a disturbance slows all alike. Compare ratios of
// medians; an absolute time says more about the machine than about the code.
import { seeded } from './random.ts';

export interface Timing {
  readonly medianMs: number;
  readonly p99Ms: number;
}

/**
 * Times every case once per round, after `warmUp` rounds that do not count. Each case receives the round number, so
 * that all cases can answer the same question.
 */
export async function takeTurns<Name extends string>(
  cases: Readonly<Record<Name, (round: number) => unknown>>,
  { rounds, warmUp }: { readonly rounds: number; readonly warmUp: number },
): Promise<Record<Name, Timing>> {
  const entries = Object.entries(cases) as [Name, (round: number) => unknown][];
  const times = new Map(entries.map(([name]) => [name, [] as number[]]));
  const random = seeded(1);
  for (let round = -warmUp; round < rounds; round++) {
    // A case that follows itself finds warm caches and an awake thread; shuffling spreads that over all cases.
    for (const [name, run] of random.shuffled(entries)) {
      const start = performance.now();
      await run(Math.abs(round));
      const duration = performance.now() - start;
      if (round >= 0) times.get(name)?.push(duration);
    }
  }
  return Object.fromEntries(Array.from(times, ([name, durations]) => [name, timing(durations)])) as Record<
    Name,
    Timing
  >;
}

export const timing = (durations: readonly number[]): Timing => ({
  medianMs: quantile(durations, 0.5),
  p99Ms: quantile(durations, 0.99),
});

/** Returns the smallest value that is at least as large as this share of the values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}
