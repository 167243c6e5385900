// Classes of questions, derived from the question and its evidence. Pure.
import type { Question, Store } from './stores.ts';

const DATE =
  /\b(yesterday|today|tonight|last|ago|january|february|march|april|june|july|august|september|october|november|december|(mon|tues|wednes|thurs|fri|satur|sun)day|(19|20)\d\d)\b|[昨今前]天|上个?[周月]|\d+月\d+日/i;
/** Least pieces of evidence of a question for a list. */
const LIST = 3;

/** Returns the classes of each question of the stores, in their order. A question may have any number of classes. */
export const classesOf = (stores: readonly Store[]): string[][] =>
  stores.flatMap(({ corpus, queries }) => {
    const names = new Set(corpus.flatMap(({ speaker }) => speaker?.toLowerCase().split(/\s+/)[0] ?? []));
    return queries.map((question) => classOf(question, names));
  });

function classOf({ q, relevant, cat }: Question, names: ReadonlySet<string>): string[] {
  const words = q.toLowerCase().match(/\p{L}+/gu) ?? [];
  return [
    ...(cat === undefined ? [] : [cat]),
    ...(DATE.test(q) ? ['date'] : []),
    ...(words.some((word) => names.has(word)) ? ['name'] : []),
    ...(relevant.length >= LIST ? ['list'] : []),
  ];
}
