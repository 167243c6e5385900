// Work that the inspector divides into steps, done at once.

export function finished<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** How often it lets others work before it is done. */
export const stepsOf = (steps: Generator<void, unknown>): number => [...steps].length;
