// Divides long work into short tasks, so that the page stays responsive: far below the 50 ms from which a task counts
// as long.

const SLICE_MS = 8;

export class ShortTasks {
  #since = performance.now();

  /** Waits for the next task if this one has taken its time. */
  async turn(): Promise<void> {
    if (performance.now() - this.#since >= SLICE_MS) await this.next();
  }

  /** Begins the next task in any case, before work that cannot be divided. */
  async next(): Promise<void> {
    await new Promise<void>((next) => setTimeout(next));
    this.#since = performance.now();
  }

  /** Runs work in steps: as many in a task as it has time for, the first ones in a task of their own. */
  async through<Result>(steps: Generator<void, Result>): Promise<Result> {
    for (await this.next(); ; await this.turn()) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  }
}
