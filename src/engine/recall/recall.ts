// The search behind items.remember and files.search: ranks entries of the index and reads their content.
import type { RecallResult } from '../../api/recall.ts';
import type { Meaning } from '../../boundary/engine.ts';
import type { Item } from '../../items/item.ts';
import type { Order } from '../../items/order.ts';
import { byImportance } from '../../items/by-importance.ts';
import type { Settings } from '../../options/options.ts';
import { isItemScope, type RecallQuery, type Scope } from '../../recall/query.ts';
import type { Latin } from '../../recall/terms/latin.ts';
import { endOf, NO_TIME, timeAsked } from '../../recall/time/timeframes.ts';
import { termIds } from '../../recall/terms/terms.ts';
import { COMPARED_HITS, newestFirst } from '../../recall/versions/newest-first.ts';
import { type Message, messageKey } from '../../tree/transcript/transcript.ts';
import { verifiedFields } from '../session/row-checksum.ts';
import { type EngineContext, reading } from '../engine-context.ts';
import { itemOrder } from '../items/order.ts';
import { isPinned, type PlacedMessage, placeOfMessage } from '../branches.ts';
import { TIME_WEIGHT } from './time-ranking.ts';
import { type Entry, passageText, type Ranked, type RankRequest } from './entries.ts';
import { type Found, type FoundContent, messageContent, passageOf, type PlacedMatch } from './found.ts';

/** Recency for blank prompts: age orders equals without burying important items. */
const RECENCY_OF_BLANK = 0.2;
/** Number of matches to rank per requested hit: a text that occurs in several scopes becomes one hit. */
export const SCOPES_PER_HIT = 3;
/** Number of matches to rank per sought one. */
const RANKED_PER_SOUGHT = 10;

export interface Recalled {
  readonly found: readonly Found[];
  readonly mode: RecallResult['mode'];
  /** Rules by which the words of the texts were read. */
  readonly latin: Latin;
  /** Time of the answer, ms since 1970. */
  readonly now: number;
  readonly leftOut?: RecallResult['leftOut'];
}

export class RecallSearch {
  readonly #context: EngineContext;

  constructor(context: EngineContext) {
    this.#context = context;
  }

  /**
   * Returns the best first; more than the limit if several scopes may hold the same text.
   * @param isWanted selects the entries that count; default: all in scope
   */
  async ask(query: RecallQuery, asked?: Meaning, isWanted?: (entry: Entry) => boolean): Promise<Recalled> {
    const { ports, transcript, vectors } = this.#context;
    const meaning = query.ranking === 'hybrid' ? vectors.comparable(asked) : undefined;
    const moment = reading(this.#context);
    const { now } = moment;
    if (reachesFiles(query.scopes)) await ports.adoptEdits?.(this.#context);
    if (this.#context.index.losesMessages()) transcript.start();
    if (query.scopes.has('transcript')) await transcript.complete();
    const order = itemOrder(this.#context.index, moment);
    const most = mayMerge(query.scopes) ? query.limit * SCOPES_PER_HIT : query.limit;
    // Before the first await for a message: afterwards an entry may be gone.
    const placed: (row: number) => PlacedMessage = query.scopes.has('transcript')
      ? placeOfMessage(this.#context)
      : () => ({});
    const isShown = isShownPassage(query, this.#context);
    const isSought = ({ entry }: PlacedMatch): boolean =>
      (isWanted?.(entry) ?? true) &&
      !isShown(entry) &&
      (entry.kind !== 'message' || isWithin(query, placed(entry.message.index)));
    const rank = (limit: number): readonly PlacedMatch[] => this.ranked(query, now, meaning, limit);
    const isAnySought = query.abandoned && query.inView && !isWanted;
    const matches = isAnySought ? rank(most) : soughtAmong(rank, isSought, most);
    const found = await readMatches(
      query,
      matches,
      async ({ entry }) => this.#content(entry, order) ?? this.#message(entry as MessageEntry, placed),
    );
    return { found, mode: meaning ? 'hybrid' : 'lexical', latin: this.#context.index.language.latin, now };
  }

  /** Returns the best first, at most `limit`; ignores the limit of the query. */
  ranked(query: RecallQuery, now: number, meaning?: Meaning, limit = Infinity): readonly PlacedMatch[] {
    const { prompt, scopes, filters, former, ranking } = query;
    const { index } = this.#context;
    if (ranking === 'hybrid') {
      const request = rankRequest(query, now, this.#context.settings, meaning);
      const hits = index.rank({ ...request, limit: Math.max(limit, COMPARED_HITS) });
      return newestLead(hits, request).slice(0, limit);
    }
    const all = { scopes, filters, former, limit: Infinity, now, decayFloor: 0 };
    // Every item in scope, with its decay; recall/seed computes the formula over them.
    if (ranking === 'seed') return index.rank({ ...all, prompt: '' });
    const related = index.rank({ ...all, prompt }).filter(({ text }) => text !== 0);
    return related.sort((one, other) => byImportance(itemOf(one), itemOf(other))).slice(0, limit);
  }

  /** Returns undefined for a message, whose text is in storage. */
  #content(entry: Entry, order: Order) {
    if (entry.kind === 'message') return undefined;
    if (entry.kind === 'item') {
      const { item } = entry;
      return 'left' in item ? { tailItem: item } : { item, position: order.position(item.id) };
    }
    return passageOf(entry);
  }

  /** Reads a message from storage; undefined if it is damaged or gone. */
  async #message({ message: { index } }: MessageEntry, placed: (row: number) => PlacedMessage) {
    const row = await this.#context.session.row('messages', messageKey(index));
    const message = verifiedFields<Message>(row);
    if (!message) return undefined;
    return { message: index, ...placed(index), ...messageContent(message) };
  }
}

/** Returns a test: whether to leave out a passage because the latest request shows it. */
export function isShownPassage({ inView }: Pick<RecallQuery, 'inView'>, context: EngineContext) {
  if (inView) return () => false;
  const isShown = isPinned(context);
  return (entry: Entry): boolean => {
    if (entry.kind !== 'chunk') return false;
    return isShown(entry.document.path, passageText(entry));
  };
}

/** Whether the query asks for a message at this place. */
export const isWithin = (
  { abandoned, inView }: Pick<RecallQuery, 'abandoned' | 'inView'>,
  placed: PlacedMessage,
): boolean => (abandoned || !placed.abandoned) && (inView || !placed.inView);

/** Returns the best sought matches, at most `most`; ranks all only if too few of the best are sought. */
export function soughtAmong<Of>(
  rank: (limit: number) => readonly Of[],
  isSought: (match: Of) => boolean,
  most: number,
  limit = most * RANKED_PER_SOUGHT,
): Of[] {
  const ranked = rank(limit);
  let left = most;
  const sought = ranked.filter((one) => left > 0 && isSought(one) && left-- > 0);
  return left === 0 || ranked.length < limit ? sought : soughtAmong(rank, isSought, most, Infinity);
}

/**
 * Reads the matches that score high enough, at once and in their order.
 * @param contentOf returns the content of a match; undefined if its text is gone
 */
export async function readMatches<Of extends PlacedMatch>(
  query: RecallQuery,
  matches: readonly Of[],
  contentOf: (match: Of) => Promise<FoundContent | undefined>,
): Promise<Found[]> {
  const { readShare = 0, explain, ranking } = query;
  const read = matches.map(async (each): Promise<Found | undefined> => {
    const { score, newerThan } = each;
    const content = score < readShare * (matches[0] as Of).score ? undefined : await contentOf(each);
    return (
      content && {
        ...content,
        score,
        fit: fitOf(each, query),
        ...(newerThan && { newerThan }),
        ...((explain || ranking === 'seed') && { signals: signalsOf(each) }),
      }
    );
  });
  return (await Promise.all(read)).filter((each) => each !== undefined);
}

/**
 * Lets the newest version of each fact lead: versions exchange scores along with places, so that scores still descend.
 * Items said after the time that the prompt names are no versions for it.
 */
export function newestLead<Of extends Ranked>(
  ranked: readonly Of[],
  { prompt, time = NO_TIME }: Pick<RankRequest, 'prompt' | 'time'>,
): (Of & PlacedMatch)[] {
  const until = endOf(time);
  const hits = ranked.map(({ score, matched, entry }) => {
    return { score, matched, item: entry.kind === 'item' && entry.item.createdAt < until ? entry.item : undefined };
  });
  return newestFirst(hits, prompt).map(({ hit, newerThan }, place) => {
    const each = ranked[hit] as Of;
    const { score } = ranked[place] as Of;
    const exchanged = hit === place ? each : { ...each, score, exchange: score / each.score };
    return newerThan.length > 0 ? { ...exchanged, newerThan } : exchanged;
  });
}

/** Returns how well an entry fits the prompt. Its time alone does not suffice for a note: much was said today. */
const fitOf = ({ matched = 0, dense = 0, time = 0 }: PlacedMatch, { prompt }: Pick<RecallQuery, 'prompt'>): number =>
  prompt.trim() === '' ? 1 : Math.max(matched, dense, TIME_WEIGHT * time);

const signalsOf = ({
  entry: _,
  slot: _slot,
  score: _score,
  newerThan: _newerThan,
  session: _session,
  isListed: _isListed,
  ...signals
}: PlacedMatch) => signals;

/** Returns the request of the ranking `hybrid` to an index. */
export function rankRequest(
  { prompt, scopes, filters, former, recency, contentOnly }: RecallQuery,
  now: number,
  { timeZone }: Pick<Settings, 'timeZone'>,
  meaning?: Meaning,
): Omit<RankRequest, 'limit'> {
  const isBlank = !meaning && termIds(prompt).length === 0;
  return {
    vector: meaning?.vector,
    denseWeight: meaning?.weight,
    denseFloor: meaning?.floor,
    denseContrast: meaning?.contrast,
    time: timeAsked(prompt, now, timeZone === 'auto' ? 'UTC' : timeZone),
    prompt,
    contentOnly,
    scopes,
    filters,
    former,
    now,
    decayFloor: 1 - (isBlank ? Math.max(recency, RECENCY_OF_BLANK) : recency),
  };
}

type MessageEntry = Extract<Entry, { kind: 'message' }>;

export const itemOf = ({ entry }: Ranked): Item => {
  if (entry.kind === 'item') return entry.item;
  throw new Error(`${entry.kind} is no item`);
};

/** Whether one text may occur in several of the scopes; items never merge. */
const mayMerge = (scopes: ReadonlySet<Scope>): boolean => scopes.size > 1 && ![...scopes].every(isItemScope);

const reachesFiles = (scopes: ReadonlySet<Scope>): boolean =>
  scopes.has('overview') || scopes.has('detail') || scopes.has('archive');
