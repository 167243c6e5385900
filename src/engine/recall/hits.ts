// Turns matches into the hits of the API, with order and snippets, and explains why an item is missing.
import type { Hit, RecallResult } from '../../api/recall.ts';
import type { Meaning } from '../../boundary/engine.ts';
import { checkId, copyOf, type Item } from '../../items/item.ts';
import { elsewherePath, messagePath, scopeOf, storedPath } from '../../tree/paths.ts';
import { type OpenedText, presentHits } from '../../recall/present-hits.ts';
import { checkQuery, type QueryDefaults, type RecallOptions, type RecallQuery } from '../../recall/query.ts';
import { mostShown } from '../../recall/questions/list-questions.ts';
import { type SeedCorpus, seedCorpus } from '../../recall/seed/seed-formula.ts';
import { rankBySeed } from '../../recall/seed/seed-ranking.ts';
import { explainAbsence, type WhyNot } from '../../recall/why-not.ts';
import { invalidInput } from '../../errors.ts';
import type { Workspace } from '../workspace/no-workspace.ts';
import type { ItemReads } from '../items/reads.ts';
import type { Found } from './found.ts';
import { type RecallSearch, type Recalled, SCOPES_PER_HIT } from './recall.ts';

export class Hits {
  readonly #recall: RecallSearch;
  readonly #workspace: Pick<Workspace, 'ask'>;
  readonly #items: ItemReads;
  readonly #defaults: QueryDefaults;
  /** Cached, because fitting takes longer than a query and a store rarely changes between two queries. */
  #fitted: { readonly texts: readonly string[]; readonly corpus: SeedCorpus } | undefined;

  constructor(recall: RecallSearch, workspace: Pick<Workspace, 'ask'>, items: ItemReads, defaults: QueryDefaults) {
    this.#recall = recall;
    this.#workspace = workspace;
    this.#items = items;
    this.#defaults = defaults;
  }

  /** @throws invalid-input */
  async recall(prompt: string, options: RecallOptions = {}, meaning?: Meaning): Promise<RecallResult> {
    return this.#answer(checkQuery(prompt, options, this.#defaults), meaning);
  }

  /** @param most number of matches to ask for, before matches with the same text merge */
  async #answer(query: RecallQuery, meaning: Meaning | undefined, most = query.limit): Promise<RecallResult> {
    const asked = { ...query, limit: most };
    const recalled = query.everywhere ? await this.#workspace.ask(asked) : await this.#recall.ask(asked, meaning);
    const all = this.#inOrder(recalled, query);
    const worth = worthShowing(all, query);
    const found = presentHits(worth, query.prompt, query.limit, recalled.latin);
    // A text repeated many times merged into few hits; others may rank behind it.
    if (found.length < query.limit && worth.length >= most * SCOPES_PER_HIT)
      return this.#answer(query, meaning, most * SCOPES_PER_HIT);
    const hits = found.slice(0, mostShown(query, found));
    const { mode, leftOut } = recalled;
    return { hits, mode, confidence: Math.max(0, ...all.map(({ fit }) => fit)), ...(leftOut && { leftOut }) };
  }

  /** @throws invalid-input */
  async whyNot(id: string, prompt: string, options: RecallOptions = {}, meaning?: Meaning): Promise<WhyNot> {
    checkId(id);
    const query = checkQuery(prompt, options, this.#defaults);
    if (query.everywhere) throw invalidInput('scope', 'a scope of this session');
    const facts = this.#items.whyNot(id, query, meaning);
    if (query.ranking !== 'seed') return explainAbsence(id, facts);
    const all = worthShowing(this.#inOrder(await this.#recall.ask(query, meaning), query), query);
    const rank = all.findIndex(({ hit }) => hit.id === id);
    return explainAbsence(id, { ...facts, rank: rank < 0 ? undefined : rank, score: all[rank]?.hit.score });
  }

  #inOrder({ found, now }: Recalled, { prompt, ranking, explain }: RecallQuery): readonly RawHit[] {
    const rawHits = found.map((each) => rawHitOf(each, now));
    if (ranking !== 'seed') return rawHits;
    const ordered: RawHit[] = rankBySeed(rawHits, prompt, (texts) => this.#corpus(texts)).map((each) => ({
      ...each,
      fit: each.hit.parts?.relevance ?? 0,
    }));
    if (explain) return ordered;
    return ordered.map(({ hit: { parts: _, ...hit }, text, fit }) => ({ hit, text, fit }));
  }

  #corpus(texts: readonly string[]): SeedCorpus {
    const known = this.#fitted;
    const isKnown = known?.texts.length === texts.length && texts.every((text, at) => text === known.texts[at]);
    if (known && isKnown) return known.corpus;
    const corpus = seedCorpus(texts);
    this.#fitted = { texts, corpus };
    return corpus;
  }
}

/** Drops hits that score below a share of the best one's score. */
function worthShowing(all: readonly RawHit[], { minShare }: RecallQuery): readonly RawHit[] {
  const least = minShare * Math.max(0, ...all.map(({ hit }) => hit.score));
  return all.filter(({ hit }) => hit.score >= least);
}

interface RawHit {
  readonly hit: Omit<Hit, 'snippet' | 'matches' | 'also'>;
  /** The source of the snippet. */
  readonly text: string;
  /** Fit of the text by itself to the prompt, 0–1. */
  readonly fit: number;
  /** Absent for an item, which shows its whole text. */
  readonly opened?: readonly OpenedText[];
}

function rawHitOf(found: Found, now: number): RawHit {
  const { score, fit, session, signals, newerThan } = found;
  const { location: standing, text } = locationOf(found);
  const opened = openedBy(found);
  const location = session === undefined ? standing : { ...standing, session };
  const ageMs = Math.max(0, now - location.time);
  const importanceWeight = 0.8 + 0.4 * (location.item?.importance ?? 0.5);
  const parts = signals && { parts: { ...signals, importanceWeight } };
  const hit = { ...location, score, ageMs, ...(newerThan && { newerThan }), ...parts };
  return { hit, text, fit, ...(opened && { opened }) };
}

function locationOf(found: Found): { location: Omit<RawHit['hit'], 'score' | 'ageMs'>; text: string } {
  if ('path' in found) {
    const { path, heading, time, text } = found;
    const scope = scopeOf(path);
    return { location: { scope, path, heading, archived: scope === 'archive', time }, text };
  }
  if ('message' in found) {
    const { message, place, abandoned, role: heading, time, text } = found;
    const stands = { ...(place !== undefined && { place }), ...(abandoned && { abandoned }) };
    return { location: { scope: 'transcript', message, ...stands, heading, archived: false, time }, text };
  }
  if ('item' in found) {
    const { item, position } = found;
    const { id, text, createdAt: time } = item;
    const place = position !== undefined && { position };
    const own = copyOf(item);
    return {
      location: { scope: 'items', id, heading: saidBy(item), archived: false, time, item: own, ...place },
      text,
    };
  }
  const {
    left: { head: _, turn: _turn, ...left },
    ...item
  } = copyOf(found.tailItem);
  const { id, text, createdAt: time } = item;
  return { location: { scope: 'tail', id, heading: saidBy(item), archived: true, time, item, left }, text };
}

/** Returns the texts that `read` opens for a hit; a message in the parts that were joined for the search. */
function openedBy(found: Found): readonly OpenedText[] | undefined {
  const { session } = found;
  const shown = (path: string): string => (session === undefined ? path : elsewherePath(session, path));
  if ('path' in found) return [{ path: shown(found.path), text: found.whole, start: found.start }];
  if (!('message' in found)) return undefined;
  const { message, place, told, results } = found;
  const pathOf = (result?: number): string =>
    session === undefined && place === undefined ? storedPath(message, result) : messagePath(place ?? message, result);
  return [
    { path: shown(pathOf()), text: told },
    ...results.map(({ text }, index) => ({ path: shown(pathOf(index + 1)), text })),
  ].filter(({ text }) => text !== '');
}

const saidBy = ({ speaker, role }: Item): string => speaker ?? role ?? '';
