// Decides whether a text is about the user, or about somebody or something else. Pure.
import {
  endsClause,
  isCharacter,
  isCopula,
  isOwn,
  isOwnSubject,
  isPerson,
  isPossessive,
  mayName,
  OF,
  OWNED_BY,
  type Word,
} from './words.ts';

/**
 * Whether a text is about somebody or something other than the user, to judge by the words before the first one that
 * the prompt names, and by an `of` after it: "my mother lives" and "the birthday of Ann" are, "Sorry, my flight" and "I
 * recently moved" are not.
 * @param named words that the prompt names
 */
export function tellsOfOther(words: readonly Word[], named: ReadonlySet<Word>): boolean {
  const first = words.findIndex((word) => named.has(word));
  let [isOther, isSubject, isNamed] = [false, false, false];
  for (const word of words.slice(0, Math.max(0, first))) {
    if (isOwn(word) || endsClause(word)) {
      isSubject = isOwnSubject(word);
      isOther = isNamed = false;
      continue;
    }
    isNamed ||= mayName(word);
    // Words between "I" and its verb are adverbs.
    isOther ||= isPerson(word) || (mayName(word) && !isCharacter(word) && !isSubject);
  }
  const behind = words.slice(first + 1);
  const owner = behind[0] === OF ? behind.slice(1, Math.max(1, behind.findIndex(isCopula))) : [];
  return (
    first >= 0 &&
    (isOther ||
      (isNamed && words[first - 1] === OWNED_BY) ||
      owner.some((word) => (mayName(word) && !named.has(word)) || isPerson(word)))
  );
}

/** Returns the user's thing in a prompt: "dog" in "the name of my dog". A text without it is about something else. */
export function ownedIn(prompt: readonly Word[]): Word | undefined {
  const owner = prompt.map(isPossessive).lastIndexOf(true);
  return owner < 0 ? undefined : prompt.slice(owner).find(mayName);
}
