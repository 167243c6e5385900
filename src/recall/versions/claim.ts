// Whether one claim says anew what another said earlier: in the same words about the same subject, with another
// value. Pure; knows words only, no meaning.
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
  /** Those that the prompt names. */
  readonly named: ReadonlySet<Word>;
}

/** Least share of the prompt's names in a claim that answers it; one that names less is about something else. */
const LEAST_NAMED = 0.5;
/** Least share of words that two versions have in common, in their order; less where the newer announces a change. */
const LEAST_COMMON = 0.4;
const LEAST_COMMON_OF_CHANGE = 0.25;

/** Undefined for words that are no claim about what the prompt names. */
export function claimOf(words: readonly Word[], { content }: Names): Claim | undefined {
  const named = new Set<Word>();
  for (const word of words) if (content.has(word)) named.add(word);
  return named.size > 0 && named.size >= LEAST_NAMED * content.size ? { words, named } : undefined;
}

/**
 * - The newer has every word that the prompt names and the older has: else the prompt asks for the older one by name.
 * - They are built alike, and differ in one place, by bare values, behind what the prompt names: a claim names its
 *   subject first.
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

/** A run of common words, or what stands in its place on either side. */
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
    // What is only added, such as "now", or only dropped, changes no value, but perhaps the subject.
    if (!removed.some(isContent) || !added.some(isContent)) {
      const isOfName = named.has(next) && !isContent(between.at(-1) ?? next);
      if ((!isNamed || isOfName) && makesAnotherSubject(part, at === 0, next)) return false;
      continue;
    }
    // That another value holds no longer says nothing of this one.
    if (isEnd || !isNamed || (isExchanged && separates(between, named))) return false;
    if (namesSubject(removed) || namesSubject(added)) return false;
    isExchanged = true;
    between = [];
  }
  return true;
}

/**
 * Whether words on one side, before what the prompt names or within it, tell of somebody or something else: "I" and "my mother", "my
 * phone" and "my work phone". A phrase such as "the test showed that …" or "since June I …" does not.
 * @param isFirst the claims begin with them
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
 * Whether the prompt names a word of several characters and the newer claim lacks some of them: it may have the others in
 * another word, as 舅妈 has one of 舅舅.
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

/** Whether words say what the value behind them is of, as `home: Paris` does. */
function namesSubject(words: readonly Word[]): boolean {
  const end = words.findIndex(endsClause);
  const clause = end < 0 ? words : words.slice(0, end);
  return clause.slice(0, Math.max(0, clause.findIndex(isCopula))).some(isContent);
}

/** Whether common words divide a claim, so that a change on either side is one of the subject and one of its value. */
function separates(between: readonly Word[], named: ReadonlySet<Word>): boolean {
  const content = between.filter(isContent);
  return (
    between.some(isCopula) ||
    content.some((word) => !isCharacter(word) || named.has(word)) ||
    // Two characters make a word.
    content.length > 1
  );
}

/** By the longest common subsequence. */
function align(older: readonly Word[], newer: readonly Word[]): Part[] {
  const width = newer.length + 1;
  /** By place in both: length of the longest common subsequence from there on. */
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
