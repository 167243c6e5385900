// The tools on items: memorize, recall, forget.
import type { WorkingMemory } from '../api/memory.ts';
import { isWorkingMemoryError } from '../errors.ts';
import type { CallOptions } from '../api/call-options.ts';
import type { SimilarItem } from '../items/memorize.ts';
import { alias, flag, integer, number, optional, text, texts } from './input/input-field.ts';
import { entriesWithin, fitToWindow } from './fit-to-window.ts';
import { hitLine, passageLine } from './hit-lines.ts';
import { defineTool, type ToolDefinition } from './tool.ts';
import type { Wording } from './words/wording.ts';

const ANSWER_CHARACTERS = 8000;
const ITEM_CHARACTERS = 2000;
const SIMILAR_CHARACTERS = 120;
const MOST_ITEMS = 100;
/** Beside items, where nothing else looks there. */
const BESIDE_ITEMS = ['overview', 'detail', 'archive', 'transcript'] as const;
const MOST_PASSAGES = 5;
/** A smaller age would select everything, and models send 0 for fields that they mean to omit. */
const SHORTEST_AGE_HOURS = 0.1;

export function memorizeTool({ items }: WorkingMemory, { memorize, say }: Wording): ToolDefinition {
  const fields = {
    text: alias(text(memorize.text), 'content', 'memory', 'fact', 'item'),
    importance: optional(alias(number(memorize.importance, { minimum: 0, maximum: 1 }), 'priority')),
    tags: optional(alias(texts(memorize.tags), 'tag', 'keywords')),
    replaces: optional(alias(text(memorize.replaces), 'id', 'supersedes', 'corrects')),
  };
  return defineTool({ name: 'memorize', purpose: memorize.purpose, fields, say }, async (input, call) => {
    const { importance, tags, replaces } = input;
    const given = {
      source: 'assistant' as const,
      similar: true,
      ...(importance !== undefined && { importance }),
      ...(tags && { tags }),
      ...call,
    };
    const result = await (replaces === undefined
      ? items.memorize(input.text, given)
      : items.revise(withoutBrackets(replaces), input.text, given));
    const [item] = result.items;
    if (!item?.stored) return say.notKept;
    const { refreshed: isRefreshed = false, similar = [] } = item;
    const replaced = result.replaced.map(({ id }) => id);
    const left = result.evicted.length + result.expired.length;
    const answer = say.memorized(item.id, { isRefreshed, replaced, left });
    return similar.length === 0 ? answer : answer + say.similar(similar.map((other) => similarLine(other, say)));
  });
}

/** On one line, so that no text can imitate another item. */
function similarLine({ id, text, source, trust }: SimilarItem, say: Wording['say']): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const shown = line.slice(0, SIMILAR_CHARACTERS).toWellFormed();
  const isCut = shown.length < line.length;
  return `[${id}]${trust === 0 ? ` (${say.foreign(source)})` : ''} ${shown}${isCut ? '…' : ''}`;
}

/**
 * Without the tool `search` it also looks in files and messages, or the model could not find what is out of its view.
 * @param offersSearch whether the model also has the tool `search`
 */
export function recallTool(memory: WorkingMemory, { recall, say }: Wording, offersSearch: boolean): ToolDefinition {
  const fields = {
    query: alias(text(recall.query, { mayBe: 'empty' }), 'prompt', 'q', 'text', 'question'),
    limit: optional(alias(integer(recall.limit, { minimum: 1, maximum: MOST_ITEMS }), 'topK', 'count', 'maxResults')),
    tags: optional(alias(texts(recall.tags), 'tag')),
  };
  async function passagesFor(query: string, call: CallOptions): Promise<string[]> {
    const { hits } = await memory.files.search(query, { scope: BESIDE_ITEMS, limit: MOST_PASSAGES, ...call });
    return hits.map((hit) => passageLine(hit, say));
  }
  const purpose = offersSearch ? recall.purpose : recall.everywhere;
  return defineTool({ name: 'recall', purpose, fields, say }, async (input, call) => {
    const { query, limit, tags } = input;
    const { hits } = await memory.items.remember(query, {
      ...(limit !== undefined && { limit }),
      ...(tags && { filters: { tags } }),
      ...call,
    });
    const passages = offersSearch || tags || query.trim() === '' ? [] : await passagesFor(query, call);
    if (hits.length + passages.length === 0) return say.noItems(offersSearch);
    return fitToWindow(memory, ANSWER_CHARACTERS, (characters) => {
      const items = hits.map((hit) => hitLine(hit, Math.min(characters, ITEM_CHARACTERS), say));
      return entriesWithin(characters, [...items, ...passages], say.moreItems);
    });
  });
}

export function forgetTool({ items }: WorkingMemory, { forget, say }: Wording, allowErase: boolean): ToolDefinition {
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
    const result = await items.forget(request, { mode, ...call }).catch((error: unknown) => {
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

/** Answers show ids in brackets, and some models copy the brackets. */
const withoutBrackets = (id: string): string => id.replace(/^\[(.+)\]$/, '$1');
