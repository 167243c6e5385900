// Long pure work in steps, so that its runner may let other work go first between two of them. Nothing here waits.

/** Work in steps. Between two of them nothing changes but what the work itself holds. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Entries of a long list that one step looks at. */
const ENTRIES = 512;

/** Whether a step ends before this entry. */
export const endsBefore = (index: number, entries = ENTRIES): boolean => index % entries === entries - 1;

/** Runs the steps without a pause. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
