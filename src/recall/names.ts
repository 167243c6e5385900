// Tests whether a text tells of a person or thing that a message names: a name says more than any other word. Pure.
import type { Snippet } from './snippets.ts';
import type { Latin } from './terms/latin.ts';
import { timeAsked } from './time/timeframes.ts';

/** Beginning of the name of a person, a pet or a place. In other languages than English, more words begin like this. */
const CAPITALISED = /^\p{Lu}\p{Ll}/u;
/** End of the text before a word that is not the first of its sentence. */
const WITHIN_SENTENCE = /[\p{L}\p{N},;:)’'] $/u;
/** Surroundings of the name of a person who is addressed: "Hi Marta!", "Thanks, Marta." */
const CALLING = /(?:^|[.!?,] |\b(?:hi|hey|hello|dear) )$/i;
const CALLED = /^[,.!?]/;
/** End of the text before a name in Chinese, which has no capitals. */
const NAMING = /(?:叫[做作]?|名为|名字是)[“「]?$/;

/**
 * @param message message of the user
 * @param said text with the words that it shares with the message
 * @param latin rules for the words of all texts
 */
export const tellsOfNamed = (message: string, { text, matches }: Snippet, latin: Latin): boolean =>
  matches.some(([start, end]) => {
    if (NAMING.test(text.slice(0, start))) return true;
    const word = text.slice(start, end);
    const at = message.indexOf(word);
    if (latin !== 'english' || !CAPITALISED.test(word) || at < 0) return false;
    const places = [[text, start] as const, [message, at] as const];
    return (
      !places.some(([all, from]) => CALLED.test(all.slice(from + word.length)) && CALLING.test(all.slice(0, from))) &&
      places.some(([all, from]) => WITHIN_SENTENCE.test(all.slice(0, from))) &&
      timeAsked(word, 0, 'UTC').timeframes.length === 0
    );
  });
