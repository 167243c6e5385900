// Finds the texts that may enter a prompt unasked: messages of the user and the assistant, memorized items, and notes
// in detail/; from every conversation that this one takes from.
import type { Item } from '../../../items/item.ts';
import { tellsOfNamed } from '../../../recall/names.ts';
import type { Recallable, RecalledText } from '../../../recall/recalled-text.ts';
import { questions, saysSomething, statements, Words } from '../../../recall/statements.ts';
import { type Snippet, snippet, snippetCutter } from '../../../recall/snippets.ts';
import type { EngineContext } from '../../engine-context.ts';
import { withheldName } from '../../tree/withholding.ts';
import type { Entry } from '../entries.ts';
import { formersOf, recalledItem, recalledText } from './found-text.ts';
import { promptQuery } from './prompt-query.ts';
import type { Found } from '../found.ts';
import { mayCome } from './may-come.ts';
import type { PromptSearch } from './prompt-search.ts';

/** Number of texts compared, and their least share of the best score, whatever minimum the caller sets. */
const COMPARED = 10;
const LEAST_SHARE = 0.5;
/** UTF-16 units shown of a text; shown in a small window; and read of the message, half from either end. */
const LENGTH = 480;
const BRIEF = 160;
const ASKED = 2000;
/** UTF-16 units read of a message: people seldom say more. */
const LONGEST_READ = 8192;
/** Least fit of a text that shares one word with the message: chance would do. */
const FIT_OF_ONE = 0.5;
/** Most texts that a name alone brings: a name in more of them tells nothing by itself. */
const MOST_NAMED = 3;
/** Share of the words of a message that makes a text an answer, regardless of how common the words are. */
const MOST_WORDS = 0.6;

/** Weight of the assistant's messages: mostly they repeat what it was told. */
const ASSISTANT = 0.8;

/**
 * Returns the best first, each statement once, and only the newest of several versions. Includes texts that the prompt
 * already shows, as only the caller knows what it shows.
 * @param asked the user's message
 */
export async function recallables(
  context: EngineContext,
  search: Pick<PromptSearch, 'ask'>,
  asked: string,
): Promise<readonly Recallable[]> {
  const { settings, session } = context;
  const prompt = endsOf(asked);
  const question = questions(prompt);
  const stated = statements(prompt);
  if (!question && !saysSomething(stated)) return [];
  const query = { ...promptQuery(prompt, { limit: COMPARED }, settings.recall), readShare: LEAST_SHARE };
  const withheld = new Set(session.state.session?.withheld);
  const { found, latin } = await search.ask(query, undefined, (entry, other) => {
    const name = nameOf(entry);
    // A conversation and its fork hold the same item under one id.
    const isWithheld = withheld.has(withheldName(name, other)) || (entry.kind === 'item' && withheld.has(name));
    return mayCome(entry) && !isWithheld;
  });
  const cut = snippetCutter(prompt, { length: LENGTH, latin });
  const cutBriefly = snippetCutter(prompt, { length: BRIEF, latin });
  const superseded = new Set(found.flatMap(formersOf));
  const groups: { best: Recallable; readonly words: Words; fits: boolean }[] = [];
  const asking = matchedWords(cut(prompt));
  const wanted = new Words(question, latin);
  const told = new Words(stated, latin);
  const isAsking = wanted.ids.size > 0;
  for (const each of found) {
    const { id = '', text: whole, session: source } = recalledText(each);
    const text = statements('message' in each ? each.said.slice(0, LONGEST_READ) : whole);
    const shown = cut(text);
    // The match may be in a question or a tool result, which is not shown.
    const words = matchedWords(shown);
    const isNamed = tellsOfNamed(asked, shown, latin);
    const fits =
      words > 1
        ? each.fit >= settings.context.recall.minFit || (words > 2 && words >= MOST_WORDS * asking)
        : each.fit >= FIT_OF_ONE;
    if (words === 0 || !(fits || isNamed) || superseded.has(id)) continue;
    const said = new Words(shown.text, latin, id !== '');
    if (told.common(said) === said.ids.size) continue;
    const one = recallable(each, shown.text, cutBriefly(shown.text).text);
    // A question needs its own words; otherwise an assistant's answer elsewhere was meant for somebody else.
    if (isAsking ? !isNamed && wanted.common(said) === 0 : source !== undefined && isAnswer(one)) continue;
    const same = groups.find((group) => group.words.areLike(said));
    if (same) Object.assign(same, { best: joined(same.best, one), fits: same.fits || fits });
    else groups.push({ best: one, words: said, fits });
  }
  // Without a question, a text that several conversations share is common talk: "please go ahead".
  const fitting = groups.filter(({ fits }) => fits);
  if (!isAsking && fitting.some(({ best }) => best.session !== fitting[0]?.best.session)) return [];
  const areFew = groups.length - fitting.length <= MOST_NAMED;
  return (areFew ? groups : fitting).map(({ best }) => best).sort((one, other) => other.score - one.score);
}

/** Returns the current successors of these items, which a prompt shows. */
export function successors({ session }: EngineContext, ids: readonly string[]): Recallable[] {
  const { items, tail } = session.state;
  return ids.flatMap((id) => {
    let item: Item | undefined;
    for (let next = tail.get(id)?.replacedBy; next !== undefined; next = tail.get(next)?.replacedBy)
      item = items.get(next) ?? tail.get(next);
    if (!item || item.forgotten || item.trust === 0) return [];
    const told = recalledItem(item, items.has(item.id) ? 'items' : 'tail');
    const cut = (length: number): string => snippet(told.text, '', { length }).text;
    return [{ ...told, text: cut(LENGTH), brief: cut(BRIEF), score: 0, echoes: [], replaces: id }];
  });
}

const endsOf = (text: string): string =>
  text.length <= ASKED ? text : `${text.slice(0, ASKED / 2)}\n${text.slice(-ASKED / 2)}`;

function nameOf(entry: Entry): string {
  if (entry.kind === 'item') return entry.item.id;
  return entry.kind === 'message' ? `messages/${entry.message.index}` : entry.document.path;
}

function recallable(found: Found, text: string, brief: string): Recallable {
  const shown = recalledText(found);
  const { message, session } = shown;
  const isHere = session === undefined;
  const isSaidBack = isAnswer(shown);
  return {
    ...shown,
    text: isSaidBack && !isHere ? brief : text,
    brief,
    score: found.score * (isSaidBack ? ASSISTANT : 1),
    // Only messages of this session can be in view.
    echoes: isHere && message !== undefined ? [message] : [],
    ...('place' in found && { place: found.place as number }),
  };
}

/** Prefers the text of this session, then the newer; the assistant's only if nobody else said it. */
function joined(one: Recallable, other: Recallable): Recallable {
  const [first] = [one, other].sort((left, right) => distance(left) - distance(right) || right.time - left.time) as [
    Recallable,
  ];
  return { ...first, score: Math.max(one.score, other.score), echoes: [...one.echoes, ...other.echoes] };
}

const distance = (one: Recallable): number => (isAnswer(one) ? 2 : 0) + (one.session === undefined ? 0 : 1);

const isAnswer = ({ scope, by }: RecalledText): boolean => scope === 'transcript' && by === 'assistant';

/** Counts the distinct words of the message in a text; without blanks, pairs of characters, since single ones recur. */
function matchedWords({ text, matches }: Snippet): number {
  const words = matches.flatMap(([start, end]) => {
    const run = text.slice(start, end).toLowerCase();
    return UNSPACED.test(run) ? Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2)) : [run];
  });
  return new Set(words).size;
}

const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]/u;
