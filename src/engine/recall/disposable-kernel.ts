// A kernel that can be dropped at any time, because the next question builds it anew: after a trap, when too many of
// its slots are dead, when a change breaks its order of arrival, or when other sessions need the room.
import { isWorkingMemoryError } from '../../errors.ts';
import { kernelUnavailable } from '../../kernel/failures.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { KernelPool } from '../../kernel/pool.ts';

export class DisposableKernel {
  readonly #build: () => Kernel;
  readonly #pool: KernelPool | undefined;
  readonly #giveBack = (): void => {
    this.#kernel = undefined;
  };
  #kernel: Kernel | undefined;

  /** @param build makes a kernel and fills it from the state @param pool shared with other sessions; absent: no limit */
  constructor(build: () => Kernel, pool?: KernelPool) {
    this.#build = build;
    this.#pool = pool;
  }

  drop(): void {
    this.#giveBack();
    this.#pool?.leave(this.#giveBack);
  }

  /** Runs `question`; after a trap once more, on a new kernel. @throws kernel-unavailable after a second trap */
  ask<T>(question: (kernel: Kernel) => T): T {
    let trap: unknown;
    this.#pool?.use(this.#giveBack);
    for (let attempt = 0; attempt < 2; attempt++) {
      try {
        return question((this.#kernel ??= this.#build()));
      } catch (error) {
        if (isWorkingMemoryError(error)) throw error;
        this.drop();
        trap = error;
      }
    }
    const reason = String(trap);
    throw kernelUnavailable(
      reason,
      `The kernel failed twice on this call (${reason}). Nothing was changed; retry.`,
      trap,
    );
  }

  warm(): void {
    try {
      this.ask(() => undefined);
    } catch {
      // The first query meets the same failure and reports it.
    }
  }

  /** Applies a change that the state has already taken over to the current kernel, if there is one. */
  follow(change: (kernel: Kernel) => void): void {
    if (!this.#kernel) return;
    try {
      change(this.#kernel);
    } catch {
      // The commit is done; the next query builds a new kernel from the state.
      this.drop();
    }
  }
}
