// Decides whether a claim is a new version of an earlier one: in the same words about the same subject, with another
// value. Pure; compares words only, not meanings.
import {
  announcesChange,
  endsClause,
  isCharacter,
  isContent,
  isCopula,
  isPerson,
  tellsOfPast,
  isOwn,
  tellsOfEnd,
  type Names,
  type Word,
} from './words.ts';

export interface Claim {
  readonly words: readonly Word[];
  /** Words of the claim that the prompt names. */
  readonly named: ReadonlySet<Word>;
}

/** Least share of the prompt's content words in a claim that answers it; one with fewer is about something else. */
const LEAST_NAMED = 0.5;
/** Least share of words that two versions have in common, in the same order; lower if the newer announces a change. */
const LEAST_COMMON = 0.4;
const LEAST_COMMON_OF_CHANGE = 0.25;

/** Returns the words as a claim; undefined if they hold too few of the words that the prompt names. */
export function claimOf(words: readonly Word[], { content }: Names): Claim | undefined {
  const named = new Set<Word>();
  for (const word of words) if (content.has(word)) named.add(word);
  return named.size > 0 && named.size >= LEAST_NAMED * content.size ? { words, named } : undefined;
}

/**
 * Whether `newer` is a new version of `older`:
 * - It has every word of `older` that the prompt names: otherwise the prompt asks for the older one by name.
 * - The two are built alike, and differ in one place, by bare values, after the words that the prompt names: a claim
 *   names its subject first.
 * - It does not change from the present to the past, as "I lived" after "I live" does, unless it announces a change.
 */
export function isNewVersion(older: Claim, newer: Claim, names: Names): boolean {
  for (const word of older.named) if (!newer.named.has(word)) return false;
  const parts = align(older.words, newer.words);
  const common = parts.reduce((sum, part) => sum + part.common.length, 0);
  const isAnnounced = parts.some(({ added }) => added.some(announcesChange));
  const least = isAnnounced ? LEAST_COMMON_OF_CHANGE : LEAST_COMMON;
  const isAlike = 2 * common >= least * (older.words.length + newer.words.length);
  const isPast = !isAnnounced && tellsOfPast(newer.words, newer.named) && !tellsOfPast(older.words, older.named);
  return isAlike && !isPast && differInOneValue(parts, older.named) && !losesName(parts, names);
}

/** Run of common words, or of words that one side lacks: `removed` are those of `older`, `added` those of `newer`. */
interface Part {
  readonly common: Word[];
  readonly removed: Word[];
  readonly added: Word[];
}

function differInOneValue(parts: readonly Part[], named: ReadonlySet<Word>): boolean {
  const isEnd = parts.some(({ added }) => added.some(tellsOfEnd));
  let isNamed = false;
  let isExchanged = false;
  let between: Word[] = [];
  for (const [at, part] of parts.entries()) {
    const { common, removed, added } = part;
    const next = parts[at + 1]?.common[0] as Word;
    isNamed ||= common.some((word) => named.has(word));
    between.push(...common);
    // Content words on one side only, such as an added "now", change no value, but perhaps the subject.
    if (!removed.some(isContent) || !added.some(isContent)) {
      const isOfName = named.has(next) && !isContent(between.at(-1) ?? next);
      if ((!isNamed || isOfName) && makesAnotherSubject(part, at === 0, next)) return false;
      continue;
    }
    // "I no longer live in Rome" says nothing about the claim "I live in Paris".
    if (isEnd || !isNamed || (isExchanged && separates(between, named))) return false;
    if (namesSubject(removed) || namesSubject(added)) return false;
    isExchanged = true;
    between = [];
  }
  return true;
}

/**
 * Whether words that differ before or within the words that the prompt names change the subject: "I" and "my mother",
 * "my phone" and "my work phone". A phrase such as "the test showed that …" or "since June I …" does not.
 * @param isFirst whether the claims begin with these words
 * @param next the common word after them
 */
function makesAnotherSubject({ removed, added }: Part, isFirst: boolean, next: Word): boolean {
  const words = [...removed, ...added].filter((word) => !announcesChange(word) && !(isContent(word) && isOwn(word)));
  if (words.some(isPerson)) return true;
  const isAlone = removed.length === 0 || added.length === 0;
  const last = words.at(-1) as Word;
  return (
    words.some((word) => isContent(word) && !isCharacter(word)) &&
    !(isAlone && (!isContent(last) || (isFirst && !isContent(next))))
  );
}

/**
 * Whether the newer claim lacks some characters of a word that the prompt names: it may have the others in another
 * word, as 舅妈 has one of 舅舅.
 */
function losesName(parts: readonly Part[], { inOrder }: Names): boolean {
  let last: { readonly word: Word; readonly isLost: boolean } | undefined;
  for (const { common, removed } of parts) {
    for (const word of [...common, ...removed]) {
      const before = last;
      last = { word, isLost: common.length === 0 };
      if (!before || !(before.isLost || last.isLost) || !isPartOfWord(before.word) || !isPartOfWord(word)) continue;
      if (inOrder.some((named, at) => named === before.word && inOrder[at + 1] === word)) return true;
    }
  }
  return false;
}

const isPartOfWord = (word: Word): boolean => isCharacter(word) && isContent(word);

/** Whether the words contain a subject of their own before a value, as `home: Paris` does. */
function namesSubject(words: readonly Word[]): boolean {
  const end = words.findIndex(endsClause);
  const clause = end < 0 ? words : words.slice(0, end);
  return clause.slice(0, Math.max(0, clause.findIndex(isCopula))).some(isContent);
}

/** Whether common words divide a claim, so that changes on both sides are two: of the subject, and of its value. */
function separates(between: readonly Word[], named: ReadonlySet<Word>): boolean {
  const content = between.filter(isContent);
  return (
    between.some(isCopula) ||
    content.some((word) => !isCharacter(word) || named.has(word)) ||
    // Two characters make a word.
    content.length > 1
  );
}

/** Aligns two claims by their longest common subsequence. */
function align(older: readonly Word[], newer: readonly Word[]): Part[] {
  const width = newer.length + 1;
  /** Length of the longest common subsequence from each pair of places on. */
  const longest = new Uint8Array((older.length + 1) * width);
  for (let i = older.length - 1; i >= 0; i--) {
    const word = older[i];
    for (let j = newer.length - 1; j >= 0; j--) {
      const at = i * width + j;
      const below = longest[at + width] as number;
      const right = longest[at + 1] as number;
      if (newer[j] === word) longest[at] = (longest[at + width + 1] as number) + 1;
      else longest[at] = below > right ? below : right;
    }
  }
  const parts: Part[] = [];
  let part: Part | undefined;
  for (let [i, j] = [0, 0]; i < older.length || j < newer.length;) {
    const at = i * width + j;
    const isCommon = i < older.length && older[i] === newer[j];
    if (!part || isCommon !== part.common.length > 0) parts.push((part = { common: [], removed: [], added: [] }));
    const isRemoved = j === newer.length || (longest[at + width] as number) >= (longest[at + 1] as number);
    if (isCommon) {
      part.common.push(older[i++] as Word);
      j++;
    } else if (i < older.length && isRemoved) part.removed.push(older[i++] as Word);
    else part.added.push(newer[j++] as Word);
  }
  return parts;
}
