// Splits a text into words in order, including the function words that recall skips: claims are compared by their
// structure. Pure.
import { ENGLISH } from '../terms/english.ts';
import { eachRun, widthAt } from '../terms/character-runs.ts';
import { PAIRED_CHARACTER } from '../terms/term-rules.ts';
import { termId, terms } from '../terms/terms.ts';
import { isWord } from '../terms/word-terms.ts';
import {
  CHANGES,
  CLAUSE_END,
  COPULAS,
  ENDS,
  FUNCTION_CHARACTERS,
  LABEL_END,
  NAMELESS,
  OWN_SUBJECTS,
  PAST,
  PEOPLE,
  POSSESSIVES,
} from './word-rules.ts';

/** Number equal for all forms of a word; its two lowest bits hold the kind. Numbers make many comparisons cheap. */
export type Word = number;

/** Bit of words that carry content, not only structure. */
const CONTENT = 1;
/** Bit of a single character of a script without spaces, which is a part of a word. */
const CHARACTER = 2;

export const isContent = (word: Word): boolean => (word & CONTENT) !== 0;
export const isCharacter = (word: Word): boolean => (word & CHARACTER) !== 0;

/** Longer texts hold more than one claim. */
const MOST_WORDS = 48;
/** Length in UTF-16 units; most longer texts have too many words anyway. */
const LONGEST_CLAIM = 600;

const functionPoints = new Set(Array.from(FUNCTION_CHARACTERS, (character) => character.codePointAt(0)));

const wordOf = (term: string, kind: number): Word => (termId(term) & ~3) | kind;
const characterOf = (point: number): Word => (point << 2) | CHARACTER | (functionPoints.has(point) ? 0 : CONTENT);

/** Cache of the words of each run, because texts repeat them. Emptied when full, like the cache of term ids. */
const wordsByRun = new Map<string, readonly Word[]>();
const MOST_RUNS = 8192;

/** Mark after an English word in a past form, whose own number is that of the present form. */
const PAST_FORM = wordOf('-ed', 0);
const IS_PAST = /[^e]ed$|^(?:was|were|did)$/i;

const LABEL_MARK = wordOf(':', 0);
const CLAUSE_MARK = wordOf(',', 0);
const copulas = new Set([...listed(COPULAS), LABEL_MARK]);
const changes = listed(CHANGES);
const ends = listed(ENDS);
const people = listed(PEOPLE);
const ownSubjects = listed(OWN_SUBJECTS);
const possessives = listed(POSSESSIVES);
const own = new Set([...ownSubjects, ...possessives, ...listed('user')]);

/** Words before an owner, and after one. */
export const [OF, OWNED_BY] = listed('of 的');

const past = PAST.map((entry) => wordsOf(entry) ?? []);

export const isCopula = (word: Word): boolean => copulas.has(word);
export const announcesChange = (word: Word): boolean => changes.has(word);
export const tellsOfEnd = (word: Word): boolean => ends.has(word);
/** Whether the word means somebody other than the user. */
export const isPerson = (word: Word): boolean => people.has(word);
/** Whether the word refers to the user, as `I`, `my` and `user` do. */
export const isOwn = (word: Word): boolean => own.has(word);
/** Whether the word marks the next one as the user's. */
export const isPossessive = (word: Word): boolean => possessives.has(word);
export const isOwnSubject = (word: Word): boolean => ownSubjects.has(word);
/** Whether the word, before the subject of a claim, names somebody or something. */
export const mayName = (word: Word): boolean => isContent(word) && !announcesChange(word) && !isOwn(word);
export const endsClause = (word: Word): boolean => word === CLAUSE_MARK;

/** Returns the words of a text; undefined if it is too long to be one claim. */
export function wordsOf(text: string): readonly Word[] | undefined {
  if (text.length > LONGEST_CLAIM) return undefined;
  const words: Word[] = [];
  const plain = text.normalize('NFKC');
  let last = -1;
  let wasPaired = false;
  eachRun(plain, (start, end, kind) => {
    const isPaired = kind !== 'word';
    if (words.length > MOST_WORDS) return;
    const mark = last < 0 ? undefined : markBetween(plain, last, start, wasPaired && isPaired);
    if (mark !== undefined) words.push(mark);
    if (isPaired) {
      for (let at = start; at < end; at += widthAt(plain, at)) words.push(characterOf(plain.codePointAt(at) as number));
    } else words.push(...wordsOfRun(plain.slice(start, end)));
    last = end;
    wasPaired = isPaired;
  });
  return words.length > MOST_WORDS ? undefined : words;
}

/** Returns the mark for the text between two runs. In a script without spaces, a space ends a label. */
function markBetween(plain: string, from: number, to: number, isInScript: boolean): Word | undefined {
  if (to - from === 1 && plain.charAt(from) === ' ') return isInScript ? LABEL_MARK : undefined;
  // Includes the first unit of the next run, which tells a time from a label.
  const gap = plain.slice(from, to + 1);
  if (CLAUSE_END.test(gap)) return CLAUSE_MARK;
  return LABEL_END.test(gap) ? LABEL_MARK : undefined;
}

function wordsOfRun(run: string): readonly Word[] {
  const known = wordsByRun.get(run);
  if (known) return known;
  const content = terms(run)
    .filter(isWord)
    .map((term) => wordOf(term, CONTENT));
  const words = content.length > 0 ? content : [wordOf(run.toLowerCase(), 0)];
  if (IS_PAST.test(run) || ENGLISH.irregular.has(run)) words.push(PAST_FORM);
  if (wordsByRun.size === MOST_RUNS) wordsByRun.clear();
  // A slice keeps its whole text in memory, so the key is a slice of a short copy.
  wordsByRun.set(`${run} `.slice(0, -1), words);
  return words;
}

/**
 * Whether words put a claim into the past.
 * @param named words whose own form counts, or that of the copula after them: "I lived", "my number was"; default: all
 */
export function tellsOfPast(words: readonly Word[], named?: ReadonlySet<Word>): boolean {
  return words.some((word, at) =>
    word === PAST_FORM
      ? (named?.has(words[at - (isCopula(words[at - 1] as Word) ? 2 : 1)] as Word) ?? true)
      : past.some((entry) => entry.every((part, place) => words[at + place] === part)),
  );
}

function listed(list: string): ReadonlySet<Word> {
  const entries = list.match(/[a-z']+|\S/gi) ?? [];
  return new Set(
    entries.flatMap((entry) =>
      PAIRED_CHARACTER.test(entry) ? characterOf(entry.codePointAt(0) as number) : wordsOfRun(entry).slice(0, 1),
    ),
  );
}

/** Words of a prompt, without those that only ask; `content` holds its content words. */
export interface Names {
  readonly inOrder: readonly Word[];
  readonly content: ReadonlySet<Word>;
}

export function namedBy(prompt: string): Names {
  const inOrder = wordsOf(prompt.replace(NAMELESS, ' ')) ?? [];
  return { inOrder, content: new Set(inOrder.filter(isContent)) };
}
