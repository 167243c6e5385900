// Chooses the texts recalled for a question within a number of tokens, for an app that builds its own prompt.
import type { Engine } from '../../../boundary/engine.ts';
import { type RecalledText, saidLine } from '../../../recall/recalled-text.ts';
import { Words } from '../../../recall/statements.ts';
import { snippetCutter } from '../../../recall/snippets.ts';
import { DAY_MS } from '../../../options/policy.ts';
import type { EngineContext } from '../../engine-context.ts';
import { SHARED, SHARED_ID } from '../../../tree/session-name.ts';
import type { Found } from '../found.ts';
import { formersOf, oneLine, recalledText } from './found-text.ts';
import { promptQuery } from './prompt-query.ts';
import type { PromptSearch } from './prompt-search.ts';

/** Number of hits from which a block is filled. */
const CANDIDATES = 300;
/** UTF-16 units of a text that every block can show. */
const LENGTH = 480;

/**
 * Returns the best hits whose lines take at most `maxTokens` together: each statement once, the newest of several
 * versions. A text that no longer fits is skipped in favour of a shorter one.
 */
export async function recalledBlock(
  { settings, ports }: EngineContext,
  search: Pick<PromptSearch, 'ask' | 'here' | 'everywhere'>,
  ...[prompt, maxTokens, options, meaning]: Parameters<Engine['recallBlock']>
): ReturnType<Engine['recallBlock']> {
  const query = promptQuery(prompt, { ...options, limit: CANDIDATES }, settings.recall);
  const searched = query.everywhere
    ? search.everywhere(query)
    : search[options?.scope === undefined ? 'ask' : 'here'](query, meaning);
  const { found, latin, mode } = await searched;
  // Long enough for nearly everything that people say; longer in a large block.
  const cut = snippetCutter(prompt, { length: Math.max(LENGTH, maxTokens), latin });
  const superseded = new Set(found.flatMap(formersOf));
  const question = oneLine(prompt);
  const chosen: { readonly one: RecalledText; readonly words: Words; readonly tokens: number }[] = [];
  const days = new Set<number>();
  let left = maxTokens;
  for (const each of found) {
    const one = recalledText(each);
    const isOut =
      each.score < query.minShare * (found[0] as Found).score ||
      superseded.has(one.id ?? '') ||
      oneLine(one.text) === question;
    if (isOut || one.text === '' || left <= 0) continue;
    const words = new Words(one.text, latin, one.id !== undefined);
    const same = chosen.find((other) => other.words.areDoubles(words));
    if (same && (same.one.session === undefined || one.session !== undefined)) continue;
    const shown = { ...one, text: one.text.length <= maxTokens ? one.text : cut(one.text).text };
    const day = Math.floor(one.time / DAY_MS);
    const line = (await ports.tokenizer.count(placeOf(one) + saidLine(shown))) + LINE;
    const tokens = line + (days.has(day) ? 0 : DAY);
    const room = left + (same?.tokens ?? 0);
    if (tokens > room) continue;
    left = room - tokens;
    days.add(day);
    // A text of this session takes the place of its double from another one.
    chosen.splice(same ? chosen.indexOf(same) : chosen.length, 1, { one: shown, words, tokens: line });
  }
  return { texts: chosen.map(({ one }) => one), mode, confidence: Math.max(0, ...found.map(({ fit }) => fit)) };
}

/** Returns a placeholder as long as the prefix of a text from elsewhere. */
const placeOf = ({ session, id }: RecalledText): string => {
  if (session === undefined) return '';
  return session === SHARED && id !== undefined ? `(${SHARED_ID}${id}) ` : '(another conversation) ';
};

/** Tokens around a line, and of the line that names a day, in common tokenizers. */
const LINE = 2;
const DAY = 8;
