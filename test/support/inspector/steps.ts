// Runs the inspector's sliced work at once.

export function finished<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Counts the pauses of the work. */
export const stepsOf = (steps: Generator<void, unknown>): number => [...steps].length;
