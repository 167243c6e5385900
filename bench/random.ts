// Random draws, the same on every machine.

export interface Random {
  /** Returns a number in [0, 1). */
  next(): number;
  /** Returns an integer, both ends included. */
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** Returns a copy in random order, each order as likely. */
  shuffled<T>(values: readonly T[]): T[];
}

/** Mulberry32. */
export function seeded(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: <T>(choices: readonly T[]) => choices[between(0, choices.length - 1)] as T,
    shuffled: <T>(values: readonly T[]) => {
      const left = [...values];
      return values.map(() => left.splice(between(0, left.length - 1), 1)[0] as T);
    },
  };
}
