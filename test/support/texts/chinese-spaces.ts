// Checks the spacing of Chinese beside Latin letters and digits: one space between them.

const MISSING = /\p{Script=Han}[A-Za-z\d]|[A-Za-z\d%]\p{Script=Han}/gu;

/** A Chinese date is one piece: 5月21日. Only the day of the week stands apart. */
const DATE = /(?:\d+(?:年|月|日))+/g;
const BESIDE_DATE = /\p{Script=Han} 某日|某日 (?!周)\p{Script=Han}/gu;

/** Returns each place where a space is missing on one side, with its surroundings. */
export function oddSpaces(text: string): string[] {
  const written = text.replaceAll(DATE, '某日');
  return [MISSING, BESIDE_DATE].flatMap((odd) =>
    Array.from(written.matchAll(odd), ({ index }) => written.slice(Math.max(0, index - 8), index + 10)),
  );
}
