// Recognises questions that ask for a list: the answer is in many texts, of which ten are seldom all. Pure.
import { CALL_DEFAULTS } from '../../options/policy.ts';
import { askedPart } from './asked-part.ts';

const WHOSE = '(the|my|our|his|her|their) ';
const VERB = '(?:are|were|is|was|do|does|did|has|have|can|\\w+ould|will) ';

/**
 * Patterns by language. A word that may be singular counts as singular: English tells a plural by its ending and the
 * verb after it, German by endings that no feminine has, Spanish by endings that hardly a verb has. No repeat goes
 * beyond a blank or 24 characters.
 */
const LISTS = [
  // "which cities did", "what kinds of", "which Greek restaurants near the station are".
  `(what|which) ((?!${VERB})\\S+ ){0,3}?(?!${VERB}|news )(\\S*[^siu'’]s|people|\\w*men) (of |(\\w{2,5} .{1,24}? )?${VERB})`,
  // "what are her hobbies"; things that somebody has done so far: "where has she been".
  `wh(at|o) (are|were) (${WHOSE}|\\S+['’]s? )|wh(at|o|ere) (has|have) (?!happened|changed|be)`,
  `how many |^list |\\ball (of )?${WHOSE}\\S*s\\b`,
  'welche (\\p{L}+en )?\\p{L}+([^s]s|en|[lr]n|(?= (sind|waren|haben))) |in welchen |wie viele |alle (mein|sein|ihr|unser)e ',
  'quel(le)?s |combien d|tou(te)?s (les|mes|ses) ',
  'cuá(le|nto|nta)s |qué \\p{L}+([^m]os|(ad|on|or|ant|al)es) |tod[oa]s (l[oa]s|mis|sus) ',
  '哪[些几幾]|[几幾少][个個家本种位]|列[出举舉挙]|所有|都.{0,4}[谁誰哪啥什]',
  '一覧|リスト|すべて|全[て部]|何[個人軒冊]|いくつ',
];
const LIST = new RegExp(LISTS.join('|'), 'iu');

export const asksForList = (prompt: string): boolean => LIST.test(askedPart(prompt));

/** Share of the best score that a hit of a list needs beyond the usual number. */
const LISTED = 0.3;

/**
 * Returns the number of hits that an answer shows.
 * @param ranked best first
 */
export function mostShown(
  { isList, limit }: { readonly isList: boolean; readonly limit: number },
  ranked: readonly { readonly score: number }[],
): number {
  if (!isList) return limit;
  const best = ranked[0]?.score ?? 0;
  const end = ranked.findIndex(({ score }, place) => place >= CALL_DEFAULTS.recallLimit && score < LISTED * best);
  return end < 0 ? limit : end;
}
