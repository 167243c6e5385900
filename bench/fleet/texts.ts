// Short distinct texts.
const WORDS = [
  'deploy',
  'key',
  'Friday',
  'rotates',
  'customer',
  'prefers',
  'train',
  'Lyon',
  'budget',
  'of',
  'the',
  'review',
];
export const textOf = (seed: number): string =>
  Array.from({ length: 10 }, (_, place) => WORDS[(seed * 31 + place * place * 7) % WORDS.length]).join(' ');
