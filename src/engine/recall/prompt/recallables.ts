// Finds the texts that may come into a prompt without being asked for: what the user and the assistant said, memorized
// items, notes in detail/; of every conversation that this one takes from.
import type { WithheldAddress } from '../../../api/recall.ts';
import { tellsOfNamed } from '../../../recall/names.ts';
import type { Recallable } from '../../../recall/recalled-text.ts';
import { asksSomething, statements, Words } from '../../../recall/statements.ts';
import { checkQuery } from '../../../recall/query.ts';
import { type Snippet, snippet, snippetCutter } from '../../../recall/snippets.ts';
import type { EngineContext } from '../../engine-context.ts';
import { withheldName } from '../../tree/withholding.ts';
import type { Entry } from '../entries.ts';
import { formersOf, oneLine, RECALLED_SCOPES, recalledItem, recalledText } from './found-text.ts';
import type { Found } from '../recall.ts';
import { mayCome } from './may-come.ts';
import type { PromptSearch } from './prompt-search.ts';

/** Texts that are compared, and least score of them: of the best one, however little of it the caller takes. */
const COMPARED = 10;
const LEAST_SHARE = 0.5;
/** UTF-16 units of what is shown of a text, and of it in a small window; of the message, half from either end. */
const LENGTH = 480;
const BRIEF = 160;
const ASKED = 2000;
/** UTF-16 units of a message that are looked at: more is seldom said by anybody. */
const LONGEST_READ = 8192;
/** Least fit of a text with one word of the message: chance would do. */
const FIT_OF_ONE = 0.5;
/** Texts that a name alone brings: one that stands in more of them tells nothing by itself. */
const MOST_NAMED = 3;
/** Share of the words of a message that answers it, however few other texts are without them. */
const MOST_WORDS = 0.6;

/** What the assistant said counts less: mostly it repeats what it was told. */
const ASSISTANT = 0.8;

/**
 * Best first, what says the same once, the newest of several versions alone. Texts that the prompt shows already are
 * among them, as only the caller knows what it shows.
 * @param asked the user's message
 */
export async function recallables(
  context: EngineContext,
  search: Pick<PromptSearch, 'ask'>,
  asked: string,
): Promise<readonly Recallable[]> {
  const { settings, session } = context;
  if (!asksSomething(asked)) return [];
  const { minFit } = settings.context.recall;
  const prompt = endsOf(asked);
  const sought = { scope: RECALLED_SCOPES, limit: COMPARED, abandoned: false, ranking: 'hybrid' } as const;
  const query = checkQuery(prompt, sought, settings.recall);
  const withheld = new Set(session.state.session?.withheld);
  // A conversation and its fork hold one item twice, under one id.
  const isWithheld = (entry: Entry, other?: string): boolean =>
    withheld.has(withheldName(addressOf(entry, other))) || (entry.kind === 'item' && withheld.has(entry.item.id));
  const { found, latin } = await search.ask(
    query,
    undefined,
    (entry, other) => mayCome(entry) && !isWithheld(entry, other),
  );
  const cut = snippetCutter(prompt, { length: LENGTH, latin });
  const cutBriefly = snippetCutter(prompt, { length: BRIEF, latin });
  const superseded = new Set(found.flatMap(formersOf));
  const groups: { best: Recallable; readonly words: Words; fits: boolean }[] = [];
  const question = oneLine(asked);
  const asking = matchedWords(cut(prompt));
  const least = Math.max(0, ...found.map(({ score }) => score)) * LEAST_SHARE;
  for (const each of found.filter(({ score }) => score >= least)) {
    const { id = '', text: whole } = recalledText(each);
    const text = statements('message' in each ? each.said.slice(0, LONGEST_READ) : whole);
    const shown = cut(text);
    // What matched may be a question or a tool result, which is not shown; or the message that asks, said before.
    const words = matchedWords(shown);
    const fits = words > 1 ? each.fit >= minFit || (words > 2 && words >= MOST_WORDS * asking) : each.fit >= FIT_OF_ONE;
    if (words === 0 || !(fits || tellsOfNamed(asked, shown, latin)) || oneLine(text) === question || superseded.has(id))
      continue;
    const one = recallable(each, shown.text, cutBriefly(shown.text).text);
    const said = new Words(shown.text, latin);
    const same = groups.find((group) => group.words.areLike(said));
    if (same) Object.assign(same, { best: joined(same.best, one), fits: same.fits || fits });
    else groups.push({ best: one, words: said, fits });
  }
  const named = groups.filter((group) => !group.fits).length;
  const brought = named > MOST_NAMED ? groups.filter((group) => group.fits) : groups;
  return brought.map(({ best }) => best).sort((one, other) => other.score - one.score);
}

/** The current items that took the place of these, which a prompt shows. */
export function successors({ session }: EngineContext, ids: readonly string[]): Recallable[] {
  const { items, tail } = session.state;
  return ids.flatMap((id) => {
    let next = tail.get(id)?.replacedBy;
    for (let later = next; later !== undefined; later = tail.get(later)?.replacedBy) next = later;
    const item = next === undefined ? undefined : (items.get(next) ?? tail.get(next));
    if (!item || item.forgotten || item.trust === 0) return [];
    const { text } = snippet(item.text, '', { length: LENGTH });
    const brief = snippet(item.text, '', { length: BRIEF }).text;
    const shown = { text, brief, score: 0, echoes: [], replaces: id };
    return [{ ...recalledItem(item, items.has(item.id) ? 'items' : 'tail'), ...shown }];
  });
}

const endsOf = (text: string): string =>
  text.length <= ASKED ? text : `${text.slice(0, ASKED / 2)}\n${text.slice(-ASKED / 2)}`.toWellFormed();

function addressOf(entry: Entry, session: string | undefined): WithheldAddress {
  const elsewhere = session !== undefined && { session };
  if (entry.kind === 'item') return { id: entry.item.id, ...elsewhere };
  if (entry.kind === 'message') return { message: entry.message.index, ...elsewhere };
  return { path: entry.document.path, ...elsewhere };
}

function recallable(found: Found, text: string, brief: string): Recallable {
  const shown = { ...recalledText(found), text, brief, score: found.score };
  if (!('message' in found)) return { ...shown, echoes: [] };
  const { message, role, place, session } = found;
  const score = found.score * (role === 'assistant' ? ASSISTANT : 1);
  // Only messages of this session can be in view.
  if (session !== undefined) return { ...shown, score, echoes: [] };
  return { ...shown, score, echoes: [message], ...(place !== undefined && { place }) };
}

/** Of two that say the same that of this session, else the newer; but what the assistant said only where nobody else did. */
function joined(one: Recallable, other: Recallable): Recallable {
  const [first, second] = [one, other].sort(
    (left, right) =>
      Number(isAnswer(left)) - Number(isAnswer(right)) ||
      Number(left.session !== undefined) - Number(right.session !== undefined) ||
      right.time - left.time,
  ) as [Recallable, Recallable];
  return { ...first, score: Math.max(one.score, other.score), echoes: [...first.echoes, ...second.echoes] };
}

const isAnswer = ({ scope, by }: Recallable): boolean => scope === 'transcript' && by === 'assistant';

/** Distinct words of the message in a text; of scripts without blanks pairs of characters, as one is in most texts. */
function matchedWords({ text, matches }: Snippet): number {
  const words = matches.flatMap(([start, end]) => {
    const run = text.slice(start, end).toLowerCase();
    return UNSPACED.test(run) ? Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2)) : [run];
  });
  return new Set(words).size;
}

const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]/u;
