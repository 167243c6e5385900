// Whether a text tells of somebody or something that a message names: a name says more than any other word. Pure.
import type { Snippet } from './snippets.ts';
import type { Latin } from './terms/latin.ts';
import { timeAsked } from './time/timeframes.ts';

/** Of a person, a pet, a place. Other languages than English begin more words like this. */
const CAPITALISED = /^\p{Lu}\p{Ll}/u;
/** Before a word that is not the first one of its sentence. */
const WITHIN_SENTENCE = /[\p{L}\p{N},;:)’'] $/u;
/** Around the name of somebody who is spoken to: "Hi Marta!", "Thanks, Marta." */
const CALLING = /(?:^|[.!?,] |\b(?:hi|hey|hello|dear) )$/i;
const CALLED = /^[,.!?]/;
/** Before a name in Chinese, which has no capitals. */
const NAMING = /(?:叫[做作]?|名为|名字是)[“「]?$/;

/**
 * @param message of the user
 * @param said a text with the words that it shares with the message
 * @param latin of all texts
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
