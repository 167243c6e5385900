// Measures the calls that the inspector sees: its own reads, and prepared requests.
import { percentile } from '../figures/percentiles.ts';

export interface CallTiming {
  readonly call: string;
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  /** Durations of the latest calls in ms, oldest first. */
  readonly latest: readonly number[];
}

const KEPT = 60;

export class Timings {
  readonly #calls = new Map<string, { count: number; latest: number[] }>();
  /** Calls without an answer yet, with the time when each began. */
  readonly #waiting = new Set<{ readonly began: number }>();

  add(call: string, ms: number): void {
    const known = this.#calls.get(call) ?? { count: 0, latest: [] };
    known.count++;
    known.latest.push(ms);
    if (known.latest.length > KEPT) known.latest.shift();
    this.#calls.set(call, known);
  }

  async timed<Answer>(call: string, work: () => Promise<Answer>): Promise<Answer> {
    const one = { began: performance.now() };
    this.#waiting.add(one);
    try {
      return await work();
    } finally {
      this.#waiting.delete(one);
      this.add(call, performance.now() - one.began);
    }
  }

  /** Returns the number of calls without an answer, and how long the first of them has waited, in ms. */
  waiting(): { readonly count: number; readonly longest: number } {
    const [first] = this.#waiting;
    return { count: this.#waiting.size, longest: first ? performance.now() - first.began : 0 };
  }

  list(): CallTiming[] {
    return Array.from(this.#calls, ([call, { count, latest }]) => ({
      call,
      count,
      latest: [...latest],
      p50: percentile(latest, 0.5) ?? 0,
      p95: percentile(latest, 0.95) ?? 0,
    })).sort((one, other) => (one.call < other.call ? -1 : 1));
  }
}
