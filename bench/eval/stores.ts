// Retrieval sets: stores of texts, with questions and the texts known to answer them (docs/eval-recall.md).
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spread } from '../spread.ts';

export interface Text {
  readonly id: string;
  readonly text: string;
  /** Time of the text, ms since 1970. */
  readonly ts: number;
  readonly role?: string;
  readonly speaker?: string;
  /** Conversation of the text, where a store has several. */
  readonly session?: string | number;
}

export interface Question {
  readonly q: string;
  /** Ids of the texts that answer the question. */
  readonly relevant: readonly string[];
  /** Time of the question, ms since 1970. */
  readonly ts: number;
  /** Category of the question, as named by the set. */
  readonly cat?: string;
}

export interface Store {
  readonly set: string;
  readonly group: string;
  readonly lang: string;
  /** In chronological order. */
  readonly corpus: readonly Text[];
  readonly queries: readonly Question[];
}

/** Questions with more evidence are left out: they ask for summaries of whole meetings, not for passages. */
const MOST_EVIDENCE: Readonly<Record<string, number>> = { qmsum: 20 };

export const setFile = (folder: string, set: string): string => join(folder, `${set}.jsonl`);

/**
 * Reads the stores of a set that have questions.
 * @returns undefined when the set's file is not in the folder
 * @throws when a line of the file is not a store
 */
export function readStores(folder: string, set: string): Store[] | undefined {
  const path = setFile(folder, set);
  if (!existsSync(path)) return undefined;
  const lines = readFileSync(path, 'utf8').split('\n');
  const stores = lines.flatMap((line, at) =>
    line.trim() === '' ? [] : [asStore(JSON.parse(line), set, `${path}, line ${at + 1}`)],
  );
  const most = MOST_EVIDENCE[set] ?? Infinity;
  return withQuestions(stores, ({ relevant }) => relevant.length <= most);
}

/** Keeps at most `limit` questions, spread evenly, and drops stores without questions. */
export function limited(stores: readonly Store[], limit: number): Store[] {
  const kept = new Set(
    spread(
      stores.flatMap(({ queries }) => queries),
      limit,
    ),
  );
  return withQuestions(stores, (question) => kept.has(question));
}

const withQuestions = (stores: readonly Store[], keep: (question: Question) => boolean): Store[] =>
  stores
    .map((store) => ({ ...store, queries: store.queries.filter(keep) }))
    .filter(({ queries }) => queries.length > 0);

function asStore(store: Partial<Store>, set: string, where: string): Store {
  const { group = '', lang = '', corpus, queries } = store;
  if (!Array.isArray(corpus) || !Array.isArray(queries))
    throw wrong(where, 'a store is { group, lang, corpus, queries }');
  const ids = new Set<string>();
  for (const { id, text, ts } of corpus as Partial<Text>[]) {
    if (typeof id !== 'string' || typeof text !== 'string' || typeof ts !== 'number') {
      throw wrong(where, 'a text is { id, text, ts } and may have role, speaker, session');
    }
    if (ids.has(id)) throw wrong(where, `two texts have the id ${id}`);
    ids.add(id);
  }
  for (const { q, relevant, ts } of queries as Partial<Question>[]) {
    if (typeof q !== 'string' || typeof ts !== 'number' || !Array.isArray(relevant) || relevant.length === 0) {
      throw wrong(where, 'a question is { q, relevant, ts } with at least one relevant id');
    }
    if (new Set(relevant).size < relevant.length) throw wrong(where, `an id is relevant twice: ${relevant.join(', ')}`);
    const stranger = relevant.find((id) => !ids.has(id));
    if (stranger !== undefined) throw wrong(where, `the relevant id ${stranger} is not in the corpus`);
  }
  return { set, group, lang, corpus, queries };
}

const wrong = (where: string, what: string): Error => new Error(`${where}: ${what}. See docs/eval-recall.md.`);
