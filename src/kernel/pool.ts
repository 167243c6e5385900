// Bounds the number of sessions of one thread that hold a kernel. A kernel can be built from the state at any time, so
// the session with the oldest last question gives its kernel back.

/** Most kernels that one worker holds: more conversations than a page shows at once. */
const MOST_KERNELS = 16;

export class KernelPool {
  readonly #most: number;
  /** Functions that make a session drop its kernel, in the order of the sessions' last questions. */
  readonly #holders = new Set<() => void>();

  constructor(most: number = MOST_KERNELS) {
    this.#most = most;
  }

  /** Must be called before every question. @param giveBack drops the asking session's kernel; identifies the session */
  use(giveBack: () => void): void {
    this.#holders.delete(giveBack);
    this.#holders.add(giveBack);
    const [oldest] = this.#holders;
    if (this.#holders.size <= this.#most || !oldest) return;
    this.#holders.delete(oldest);
    oldest();
  }

  /** Must be called when a session has dropped its kernel itself. */
  leave(giveBack: () => void): void {
    this.#holders.delete(giveBack);
  }
}
