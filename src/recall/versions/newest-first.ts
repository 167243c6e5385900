// Puts the newest of several versions of a fact first among the hits, and the user's own facts before those of others.
// Pure.
import { byTime, type Item } from '../../items/item.ts';
import { TELLING_APART } from '../../items/replacing/double.ts';
import { isQuestion } from '../terms/terms.ts';
import { type AskedOrder, orderAsked } from './asked-order.ts';
import { type Claim, claimOf, isNewVersion } from './claim.ts';
import { Lineages } from './lineages.ts';
import { ownedIn, tellsOfOther } from './whose.ts';
import { isOwn, namedBy, type Names, tellsOfPast, type Word, wordsOf } from './words.ts';

/** Number of best hits among which versions are sought, whatever a query's limit: a smaller one cuts the same order. */
export const COMPARED_HITS = 24;

/** A hit to rank; `item` is undefined for passages and messages, which keep their places. */
export interface RankedHit {
  readonly score: number;
  /** Share of the prompt that the text contains, 0–1. */
  readonly matched: number | undefined;
  readonly item: Item | undefined;
}

export interface HitPlace {
  /** Index of the hit that takes this place. */
  readonly hit: number;
  /** Ids of the former versions that scored higher, newest first. */
  readonly newerThan: readonly string[];
}

/** Least score relative to the better version, and least match relative to the best item; less is no version. */
const SIMILAR = 0.5;
/** Least score relative to the best hit at which another hit answers as well. */
const EQUAL = 0.9;

/**
 * Returns the hit for each place. Versions of one fact exchange their places: the newest leads, successors before their
 * formers, or the oldest if the prompt asks for the first. If the prompt is about the user, the user's own facts lead
 * among equally good hits. All other hits keep their places. Each hit, best first, joins the first cluster whose best
 * hit is a version of the same fact, or begins its own: so the order is total, although a version of a version need not
 * be a version of the first.
 * @param hits best first
 */
export function newestFirst(hits: readonly RankedHit[], prompt: string): HitPlace[] {
  const places = hits.map((_, hit): HitPlace => ({ hit, newerThan: [] }));
  const compared = hits.slice(0, COMPARED_HITS);
  const lineages = new Lineages(compared.flatMap(({ item }) => item ?? []));
  const texts = compared.flatMap(({ item }) => item?.text ?? []);
  const asked = orderAsked(prompt, texts);
  const { content } = namedBy(prompt);
  const asking = wordsOf(prompt.replaceAll('用户', '我')) ?? [];
  const isOfUser = asking.some(isOwn);
  const isOfPast = asked.order === 'first' || tellsOfPast(asking);
  const owned = ownedIn(asking);
  const isOthers = (item: Item): boolean => isOfUser && tellsOfOther(wordsIn(item) ?? [], content);
  const isAside = (item: Item): boolean => {
    const words = wordsIn(item) ?? [];
    // Nobody vouches that a text of trust 0 is the user's own.
    if (item.trust === 0 || isOthers(item) || (!isOfPast && tellsOfPast(words, content))) return true;
    return owned !== undefined && words.length > 0 && !words.includes(owned);
  };
  for (const versions of clustersOf(compared, asked, lineages, isOthers, isAside)) {
    const newest = lineages.successorsFirst([...versions].sort(newerFirst));
    const isOldestFirst = asked.order === 'first';
    (isOldestFirst ? [...versions].sort(olderFirst) : newest).forEach(({ hit }, index) => {
      const behind = isOldestFirst ? [] : newest.slice(index + 1);
      const newerThan = behind.flatMap((former) => (former.hit < hit ? [former.item.id] : []));
      places[(versions[index] as Candidate).hit] = { hit, newerThan };
    });
  }
  return isOfUser ? ownFirst(places, compared, isAside) : places;
}

/**
 * Puts the user's own facts first among the hits that answer as well as the best: "Where do I live?" does not ask where
 * "my mother" lives, nor where "I lived as a child".
 */
function ownFirst(places: HitPlace[], hits: readonly RankedHit[], isAside: (item: Item) => boolean): HitPlace[] {
  const equal = places.flatMap(({ hit }, place) => (isEqual(hits, hit, hits[place]?.score) ? place : []));
  const isLast = (place: number): number => {
    const { item } = hits[(places[place] as HitPlace).hit] as RankedHit;
    return Number(item && isAside(item));
  };
  const own = [...equal].sort((one, other) => isLast(one) - isLast(other)).map((place) => places[place] as HitPlace);
  equal.forEach((place, at) => (places[place] = own[at] as HitPlace));
  return places;
}

interface Candidate {
  readonly hit: number;
  readonly item: Item;
  readonly score: number;
  /** Undefined if only the lineage can tell what the item is a version of. */
  readonly claim: Claim | undefined;
}

/**
 * Returns clusters of several versions each, in the order of the hits. If the prompt asks for an order, the other hits
 * that answer as well as the best make two more clusters: the user's own facts, and the rest.
 */
function clustersOf(
  hits: readonly RankedHit[],
  { prompt, order }: AskedOrder,
  lineages: Lineages,
  isOthers: (item: Item) => boolean,
  isAside: (item: Item) => boolean,
): Candidate[][] {
  const names = namedBy(prompt);
  const clusters: Candidate[][] = [];
  for (const candidate of candidatesAmong(hits, names, lineages)) {
    const end = lineages.endOf(candidate.item.id);
    const cluster =
      clusters.find((versions) => versions.some(({ item }) => lineages.endOf(item.id) === end)) ??
      clusters.find(
        ([best]) => best && isOthers(best.item) === isOthers(candidate.item) && areVersions(best, candidate, names),
      );
    if (cluster) cluster.push(candidate);
    else clusters.push([candidate]);
  }
  const several = clusters.filter(({ length }) => length > 1);
  if (order === undefined) return several;
  const placed = new Set(several.flat().map(({ hit }) => hit));
  const equals = hits.flatMap(({ item, score }, hit): Candidate[] =>
    item && isEqual(hits, hit, score) && !placed.has(hit) ? [{ hit, item, score, claim: undefined }] : [],
  );
  return [...several, equals.filter(({ item }) => !isAside(item)), equals.filter(({ item }) => isAside(item))];
}

/** Whether a hit answers as well as the best one and has the same owner. */
function isEqual(hits: readonly RankedHit[], hit: number, score = 0): boolean {
  const [best] = hits;
  const { item, matched = 0 } = hits[hit] ?? {};
  const isAsGood = best && score >= EQUAL * best.score && matched >= (best.matched ?? 0);
  return !!isAsGood && !!best.item && !!item && haveOneOwner(best.item, item);
}

function candidatesAmong(hits: readonly RankedHit[], names: Names, lineages: Lineages): Candidate[] {
  const most = Math.max(...hits.map(({ item, matched = 0 }) => (item ? matched : 0)));
  return hits.flatMap(({ item, score, matched = 0 }, hit): Candidate[] => {
    const words = item && matched >= SIMILAR * most ? wordsIn(item) : undefined;
    const claim = words && claimOf(words, names);
    return item && (claim || !lineages.isEmpty) ? [{ hit, item, score, claim }] : [];
  });
}

/** Words by item: the same items are hits again and again, and an item never changes (an edit makes another object). */
const known = new WeakMap<Item, { readonly words: readonly Word[] | undefined }>();

/** Returns the words of a text that states something; undefined for a long text and for a mere question. */
function wordsIn(item: Item): readonly Word[] | undefined {
  let found = known.get(item);
  if (!found) {
    found = { words: isQuestion(item.text) ? undefined : wordsOf(item.text) };
    known.set(item, found);
  }
  return found.words;
}

function areVersions(best: Candidate, other: Candidate, names: Names): boolean {
  if (other.score < SIMILAR * best.score || !haveOneOwner(best.item, other.item)) return false;
  const order = byTime(best.item, other.item);
  // With equal times neither is the newer one: facts of one call are separate facts.
  if (order === 0) return false;
  const [newer, older] = order < 0 ? [best, other] : [other, best];
  if (trustedFirst(newer, older) > 0 || !older.claim || !newer.claim) return false;
  return isNewVersion(older.claim, newer.claim, names);
}

/** Sorts texts of trust 0 last: they never precede a version by the user or the model. */
const trustedFirst = (one: Candidate, other: Candidate): number =>
  Number(other.item.trust > 0) - Number(one.item.trust > 0);

/** Sorts the newer first; items of equal time keep the order of the hits. */
const newerFirst = (one: Candidate, other: Candidate): number =>
  trustedFirst(one, other) || byTime(one.item, other.item) || one.hit - other.hit;

const olderFirst = (one: Candidate, other: Candidate): number =>
  trustedFirst(one, other) || byTime(other.item, one.item) || one.hit - other.hit;

/** Whether two items have the same owner and speaker: "I live here" is true only of the person who says it. */
const haveOneOwner = (one: Item, other: Item): boolean => TELLING_APART.every((name) => one[name] === other[name]);
