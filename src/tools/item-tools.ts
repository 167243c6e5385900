// The tools on items: memorize, recall, forget.
import type { Items } from '../api/items.ts';
import type { WorkingMemory } from '../api/memory.ts';
import { isWorkingMemoryError } from '../errors.ts';
import type { CallOptions } from '../api/call-options.ts';
import type { ForgetMode } from '../items/events.ts';
import type { ForgetResult } from '../items/forgetting/forgetting.ts';
import type { ForgetRequest } from '../items/forgetting/request.ts';
import type { SimilarItem } from '../items/memorize.ts';
import { alias, type Field, flag, integer, number, optional, text, texts } from './input/input-field.ts';
import { entriesWithin, fitToWindow } from './fit-to-window.ts';
import { hitLine, idIn, itemsOf, passageLine, withIdsOf } from './hit-lines.ts';
import { defineTool, type ToolDefinition } from './tool.ts';
import type { Wording } from './words/wording.ts';
import { CALL_DEFAULTS } from '../options/policy.ts';

const ANSWER_CHARACTERS = 8000;
const ITEM_CHARACTERS = 2000;
const SIMILAR_CHARACTERS = 120;
const MOST_ITEMS = 100;
/** Names of the text that `memorize` stores: a model that sends them to `recall` may have meant to store. */
const TO_STORE: readonly string[] = ['text', 'content', 'memory', 'fact', 'item'];
/** Scopes of `recall` beside items, for a model without a tool that looks there. */
const BESIDE_ITEMS = ['overview', 'detail', 'archive', 'transcript'] as const;
const MOST_PASSAGES = 5;
/** Shortest age: a smaller one would select everything, and models send 0 for fields that they mean to omit. */
const SHORTEST_AGE_HOURS = 0.1;

export function memorizeTool(memory: WorkingMemory, { memorize, say }: Wording): ToolDefinition {
  const sharing = memory.runtime.reach === 'workspace' && { shared: optional(flag(memorize.shared)) };
  const fields = {
    ...(sharing as { shared?: Field<boolean | undefined> }),
    text: alias(text(memorize.text), 'content', 'memory', 'fact', 'item'),
    importance: optional(alias(number(memorize.importance, { minimum: 0, maximum: 1 }), 'priority')),
    tags: optional(alias(texts(memorize.tags), 'tag', 'keywords')),
    replaces: optional(alias(text(memorize.replaces), 'id', 'supersedes', 'corrects')),
  };
  return defineTool({ name: 'memorize', purpose: memorize.purpose, fields, say }, async (input, call) => {
    const { importance, tags, replaces, shared } = input;
    const [former, id] = replaces === undefined ? [] : itemsOf(memory, withoutBrackets(replaces));
    const items = former ?? (shared ? memory.shared.items : memory.items);
    const message = items === memory.items ? await originIn(memory, input.text) : undefined;
    const given = {
      source: 'assistant' as const,
      similar: true,
      ...(message !== undefined && { message }),
      ...(importance !== undefined && { importance }),
      ...(tags && { tags }),
      ...call,
    };
    const result = await (
      id === undefined ? items.memorize(input.text, given) : items.revise(id, input.text, given)
    ).catch(withIdsOf(items, memory));
    const [item] = result.items;
    if (!item?.stored) return say.notKept;
    const { refreshed: isRefreshed = false, similar = [] } = item;
    const shownId = (of: string): string => idIn(items, memory, of);
    const replaced = result.replaced.map((one) => shownId(one.id));
    const left = result.evicted.length + result.expired.length;
    const answer = say.memorized(shownId(item.id), { isRefreshed, replaced, left });
    const lines = similar.map((other) => similarLine({ ...other, id: shownId(other.id) }, say));
    return lines.length === 0 ? answer : answer + say.similar(lines);
  });
}

/** Returns the message that the text comes from, if it is stored. */
async function originIn({ context, transcript }: WorkingMemory, text: string): Promise<number | undefined> {
  const message = await context.origin(text);
  return message !== undefined && message < (await transcript.count()) ? message : undefined;
}

/** Renders a similar item on one line, so that no text can imitate another item. */
function similarLine({ id, text, source, trust }: SimilarItem, say: Wording['say']): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const shown = line.slice(0, SIMILAR_CHARACTERS).toWellFormed();
  const isCut = shown.length < line.length;
  return `[${id}]${trust === 0 ? ` (${say.foreign(source)})` : ''} ${shown}${isCut ? '…' : ''}`;
}

/**
 * Makes the tool. In a named workspace it also looks in the shared memory and in other conversations. Without the tool
 * `search` it looks in files and messages, or the model could not find texts out of its view.
 * @param offersSearch whether the model also has the tool `search`
 */
export function recallTool(memory: WorkingMemory, { recall, say }: Wording, offersSearch: boolean): ToolDefinition {
  const fields = {
    query: alias(text(recall.query, { mayBe: 'empty' }), 'prompt', 'q', 'question', ...TO_STORE),
    limit: optional(alias(integer(recall.limit, { minimum: 1, maximum: MOST_ITEMS }), 'topK', 'count', 'maxResults')),
    tags: optional(alias(texts(recall.tags), 'tag')),
  };
  async function passagesFor(query: string, known: ReadonlySet<string>, call: CallOptions): Promise<string[]> {
    const scope = reachesAll ? 'workspace' : BESIDE_ITEMS;
    const limit = MOST_PASSAGES + (reachesAll ? known.size : 0);
    const { hits } = await memory.files.search(query, { scope, limit, inView: false, ...call });
    const others = hits.filter(({ id, session }) => id === undefined || session !== undefined || !known.has(id));
    return others.slice(0, MOST_PASSAGES).map((hit) => passageLine(hit, say));
  }
  const reachesAll = memory.runtime.reach === 'workspace';
  const purpose = offersSearch && !reachesAll ? recall.purpose : recall.everywhere;
  return defineTool({ name: 'recall', purpose, fields, say }, async (input, call, _known, { query: sentAs }) => {
    const { query, limit = CALL_DEFAULTS.recallLimit, tags } = input;
    const { hits } = await memory.items.remember(query, {
      limit,
      ...(tags && { filters: { tags } }),
      ...call,
    });
    const isPlain = tags === undefined && query.trim() !== '';
    const known = new Set(hits.map(({ id }) => id));
    const passages = isPlain && (reachesAll || !offersSearch) ? await passagesFor(query, known, call) : [];
    const meantToStore = sentAs !== undefined && TO_STORE.includes(sentAs);
    const note = meantToStore ? `${say.notStored}\n` : '';
    if (hits.length + passages.length === 0) return note + say.noItems(offersSearch);
    return (
      note +
      (await fitToWindow(memory, ANSWER_CHARACTERS, (characters) => {
        const items = hits.map((hit) => hitLine(hit, Math.min(characters, ITEM_CHARACTERS), say));
        return entriesWithin(characters, [...items, ...passages], say.moreItems);
      }))
    );
  });
}

export function forgetTool(memory: WorkingMemory, { forget, say }: Wording, allowErase: boolean): ToolDefinition {
  const ways = {
    ids: optional(alias(texts(forget.ids), 'id')),
    tags: optional(alias(texts(forget.tags), 'tag')),
    instruction: optional(alias(text(forget.instruction), 'request', 'what')),
    belowImportance: optional(number(forget.belowImportance, { minimum: 0, maximum: 1 })),
    olderThanHours: optional(number(forget.olderThanHours, { minimum: SHORTEST_AGE_HOURS })),
  };
  const fields = { ...ways, ...(allowErase && { erase: optional(flag(forget.erase)) }) };
  return defineTool({ name: 'forget', purpose: forget.purpose, fields, say }, async (input, call, known) => {
    const { ids, tags, instruction, belowImportance, olderThanHours, erase = false } = input;
    const requests = [
      ...(ids ? [{ ids: ids.map(withoutBrackets) }] : []),
      ...(tags ? [{ tags }] : []),
      ...(instruction !== undefined ? [instruction] : []),
      ...(belowImportance !== undefined ? [{ strategy: 'importance_based', threshold: belowImportance } as const] : []),
      ...(olderThanHours !== undefined ? [{ strategy: 'time_based', hours: olderThanHours } as const] : []),
    ];
    const [request, ...more] = requests;
    const given = Object.keys(ways).filter((name) => input[name as keyof typeof ways] !== undefined);
    if (request === undefined || more.length > 0) {
      return say.oneOf(
        given,
        Object.keys(ways).filter((name) => known.includes(name)),
      );
    }
    const mode = erase ? 'hard' : 'soft';
    const result = await forgetIn(memory, request, { mode, ...call }).catch((error: unknown) => {
      if (instruction !== undefined && isWorkingMemoryError(error, 'invalid-input'))
        return say.badInstruction(instruction);
      throw error;
    });
    if (typeof result === 'string') return result;
    const forgotten = result.forgotten.map(({ id }) => id);
    const warning = result.warningDetails ? say.forgetWarning(result.warningDetails) : '';
    if (forgotten.length === 0) return `${say.nothingForgotten}${warning}`;
    return `${erase ? say.erased(forgotten) : say.hidden(forgotten)}${warning}`;
  });
}

/** Forgets items; ids may be of the session and of the shared memory. */
async function forgetIn(memory: WorkingMemory, request: ForgetRequest, options: ForgetOptions): Promise<Forgotten> {
  const { items } = memory;
  const named = typeof request === 'object' && 'ids' in request ? request.ids.map((id) => itemsOf(memory, id)) : [];
  const [shared] = named.find(([store]) => store !== items) ?? [];
  if (!shared) return items.forget(request, options);
  const idsIn = (one: Items): string[] => named.flatMap(([store, id]) => (store === one ? [id] : []));
  const own = idsIn(items);
  // Two stores are two commits, so this one refuses an unknown id before the first commit. If the item has come back
  // since `whyNot`, it is forgotten as asked.
  for (const id of own) {
    const { because } = await items.whyNot(id, '');
    if (because === 'unknown' || because === 'erased') await items.forget({ ids: [id] }, options);
  }
  const there = await shared.forget({ ids: idsIn(shared) }, options).catch(withIdsOf(shared, memory));
  const here = own.length > 0 ? await items.forget({ ids: own }, options) : { forgotten: [] };
  return { forgotten: [...there.forgotten.map(({ id }) => ({ id: idIn(shared, memory, id) })), ...here.forgotten] };
}

type ForgetOptions = { readonly mode: ForgetMode } & CallOptions;
type Forgotten = Pick<ForgetResult, 'warningDetails'> & { readonly forgotten: readonly { readonly id: string }[] };

/** Removes the brackets in which answers show ids, and which some models copy. */
const withoutBrackets = (id: string): string => id.replace(/^\[(.+)\]$/, '$1');
