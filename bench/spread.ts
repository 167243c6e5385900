/** Returns at most `limit` elements, spread evenly, because the first ones of a set are often alike. */
export const spread = <T>(all: readonly T[], limit: number): T[] =>
  limit >= all.length
    ? [...all]
    : Array.from({ length: limit }, (_, place) => all[Math.floor((place * all.length) / limit)] as T);
