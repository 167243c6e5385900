// Questions derived from another set by a rule: `locomo:dated`, `xqs-en:misspelt`, `locomo:days`.
import { timeAsked } from '../../src/recall/time/timeframes.ts';
import { type Random, seeded } from '../random.ts';
import type { Question, Store, Text } from './stores.ts';

const DAY_MS = 86_400_000;
const SEED = 1;
/** Number of words misspelt in a question, its longest ones, and the fewest letters of such a word. */
const [MISSPELT_WORDS, LEAST_LETTERS] = [2, 5];
/** First day of a conversation when its sessions are spread over one day each. */
const FIRST_DAY = Date.UTC(2024, 2, 1) / DAY_MS;

type Derive = (store: Store, random: Random) => Partial<Pick<Store, 'corpus' | 'queries'>>;

const KINDS: Readonly<Record<string, Derive>> = {
  /** Keeps the questions that name a time. */
  dated: ({ queries }) => ({
    queries: queries.filter(({ q, ts }) => timeAsked(q, ts, 'UTC').timeframes.length > 0),
  }),
  /** Misspells the two longest words: two letters swapped, one missing, one wrong or one too many. */
  misspelt: ({ queries }, random) => ({ queries: queries.map((each) => ({ ...each, q: misspelt(each.q, random) })) }),
  /** Puts each session on a day of its own; all texts of a day are relevant to questions about that day. */
  days: ({ corpus }) => onConsecutiveDays(corpus),
};

/** Whether the set may be shuffled: shuffling separates times from texts, which questions about times rely on. */
export const mayShuffle = (set: string): boolean => !/:(?:dated|days)$/.test(set);

/** @throws on an unknown kind */
export function derived(stores: readonly Store[], kind: string): Store[] {
  const derive = KINDS[kind];
  if (!derive) throw new Error(`There is no kind ${kind} of questions; there are ${Object.keys(KINDS).join(', ')}.`);
  const random = seeded(SEED);
  return stores.map((store) => ({ ...store, ...derive(store, random) })).filter(({ queries }) => queries.length > 0);
}

function misspelt(question: string, random: Random): string {
  const words = question.match(new RegExp(`\\p{L}{${LEAST_LETTERS},}`, 'gu')) ?? [];
  const longest = [...new Set(words)].sort((one, other) => other.length - one.length).slice(0, MISSPELT_WORDS);
  return longest.reduce((text, word) => text.replace(word, withError(word, random)), question);
}

/** Misspells a word after its first letter, where most typing errors are. */
function withError(word: string, random: Random): string {
  const at = random.between(1, word.length - 2);
  const [before, letter, next, after] = [word.slice(0, at), word.charAt(at), word.charAt(at + 1), word.slice(at + 2)];
  const wrong = random.pick([...'abcdefghijklmnopqrstuvwxyz']);
  return random.pick([
    before + next + letter + after,
    before + next + after,
    before + wrong + next + after,
    before + letter + wrong + next + after,
  ]);
}

function onConsecutiveDays(corpus: readonly Text[]): { corpus: Text[]; queries: Question[] } {
  const sessions = [...new Set(corpus.map(({ session }) => session))];
  const days = sessions.map((session, at) => {
    const texts = corpus.filter((text) => text.session === session);
    const [{ ts: first } = { ts: 0 }] = texts;
    const noon = (FIRST_DAY + at + 0.5) * DAY_MS;
    return texts.map((text) => ({ ...text, ts: noon + ((text.ts - first) % (DAY_MS / 4)) }));
  });
  const asked = (FIRST_DAY + sessions.length + 0.5) * DAY_MS;
  const queries = days.flatMap((texts, at) => {
    const relevant = texts.map(({ id }) => id);
    return questionsFor(FIRST_DAY + at, sessions.length - at).map((q): Question => ({ q, relevant, ts: asked }));
  });
  return { corpus: days.flat(), queries };
}

function questionsFor(day: number, ago: number): string[] {
  const named = (language: string, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(day * DAY_MS);
  const long = (language: string): string => named(language, { dateStyle: 'long' });
  const questions = [
    `What did we talk about on ${long('en')}?`,
    `Worüber haben wir am ${long('de')} gesprochen?`,
    `De quoi avons-nous parlé le ${long('fr')} ?`,
    `¿De qué hablamos el ${long('es')}?`,
    `我们${long('zh')}聊了什么？`,
    `${long('ja')}に何を話しましたか？`,
  ];
  if (ago === 1) questions.push('What did we discuss yesterday?', '我们昨天聊了什么？', '¿De qué hablamos ayer?');
  if (ago < 7) questions.push(`What did we discuss last ${named('en', { weekday: 'long' })}?`);
  if (ago < 12) questions.push(`Worüber haben wir vor ${ago} Tagen gesprochen?`, `我们${ago}天前聊了什么？`);
  return questions;
}
