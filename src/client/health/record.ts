// Tells the health of the memory from the outcomes of its calls.
import type { Health } from '../../api/health.ts';
import type { Commit } from '../../api/memory.ts';
import { type ErrorCode, isWorkingMemoryError } from '../../errors.ts';

const STATES: Partial<Record<ErrorCode, Health['state']>> = {
  'storage-quota': 'full',
  'storage-unavailable': 'unavailable',
  timeout: 'unavailable',
  'worker-lost': 'unavailable',
};

export class HealthRecord {
  readonly #restarts: () => number;
  /** Failures by method, until the same one succeeds or anything is committed. */
  readonly #failing = new Map<string, { readonly state: Health['state']; readonly restarts: number }>();
  #lastCommit: Health['lastCommit'];
  #unsaved = 0;

  /** @param restarts returns how often the worker was replaced so far */
  constructor(restarts: () => number) {
    this.#restarts = restarts;
  }

  answered(method: string): void {
    this.#failing.delete(method);
  }

  failed(method: string, error: unknown): void {
    const state = isWorkingMemoryError(error) ? STATES[error.code] : undefined;
    if (state) this.#failing.set(method, { state, restarts: this.#restarts() });
  }

  committed({ head, time }: Commit): void {
    this.#failing.clear();
    this.#lastCommit = { head, time };
  }

  /** @param unsaved number of prepared requests that are not stored */
  prepared(unsaved: number): void {
    this.#unsaved = unsaved;
    if (unsaved > 0) this.#failing.set('storage', { state: 'full', restarts: this.#restarts() });
  }

  /** Reports the health, but never `closed`. */
  report(quarantined: number): Health {
    const restarts = this.#restarts();
    // A new worker has read its storage; only lack of room may go on.
    const failing = [...this.#failing.values()].filter((one) => one.state === 'full' || one.restarts === restarts);
    const state = (['unavailable', 'full'] as const).find((each) => failing.some((one) => one.state === each)) ?? 'ok';
    const lastCommit = this.#lastCommit;
    return { state, unsaved: this.#unsaved, ...(lastCommit && { lastCommit }), quarantined, restarts };
  }
}
