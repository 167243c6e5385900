// Bounds how many sessions of one thread hold a kernel. A kernel can be built from the state at any time, so the session
// whose last question is the oldest gives its own back.

/** Kernels that one worker holds: more conversations than a page shows at once. */
const MOST_KERNELS = 16;

export class KernelPool {
  readonly #most: number;
  /** What makes each session drop its kernel, in the order of their last questions. */
  readonly #holders = new Set<() => void>();

  constructor(most: number = MOST_KERNELS) {
    this.#most = most;
  }

  /** Must be called before every question. @param giveBack drops the kernel of the session that asks, and names it */
  use(giveBack: () => void): void {
    this.#holders.delete(giveBack);
    this.#holders.add(giveBack);
    const [oldest] = this.#holders;
    if (this.#holders.size <= this.#most || !oldest) return;
    this.#holders.delete(oldest);
    oldest();
  }

  /** Must be called when a session has dropped its kernel by itself. */
  leave(giveBack: () => void): void {
    this.#holders.delete(giveBack);
  }
}
