// Lets the newest of several versions of a fact lead the hits, and the user's own fact those of others. Pure.
import { byTime, type Item } from '../../items/item.ts';
import { isQuestion } from '../terms/terms.ts';
import { type AskedOrder, orderAsked } from './asked-order.ts';
import { type Claim, claimOf, isNewVersion } from './claim.ts';
import { Lineages } from './lineages.ts';
import { ownedIn, tellsOfOther } from './whose.ts';
import { isOwn, namedBy, type Names, tellsOfPast, type Word, wordsOf } from './words.ts';

/** Best hits among which versions are looked for, whatever the limit of a query: a smaller limit cuts the same order. */
export const COMPARED_HITS = 24;

/** `item` is absent for passages and messages, which keep their places. */
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

/** Least score relative to the better version, and least match relative to the best item: less is another answer. */
const SIMILAR = 0.5;
/** Least score relative to the best, of hits that a prompt for the first or the latest one takes for equals. */
const EQUAL = 0.9;

/**
 * One place for each hit. Versions of one fact exchange their places among each other, so that the newest leads, and an
 * item before those whose place it took; all other hits keep theirs. Each hit, best first, joins the first cluster whose
 * best hit is a version of the same fact, or begins its own. So the order is total, though versions of versions need not
 * be versions.
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
 * Of what answers as well as the best, the user's own comes first: "Where do I live?" does not ask where "my mother" lives,
 * nor where "I lived as a child".
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
  /** Undefined where only its lineage tells what it is a version of. */
  readonly claim: Claim | undefined;
}

/** Of several versions each, in the order of the hits. */
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

/** Whether a hit answers as well as the best one, of the same owner. */
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

/** The same items are hits again and again, and an item never changes: an edit makes another object. */
const known = new WeakMap<Item, { readonly words: readonly Word[] | undefined }>();

/** The words of a text that says something; undefined for a long text, and for one that only asks. */
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
  // Of equal times neither is the newer one: the facts of one call are several facts.
  if (order === 0) return false;
  const [newer, older] = order < 0 ? [best, other] : [other, best];
  if (trustedFirst(newer, older) > 0 || !older.claim || !newer.claim) return false;
  return isNewVersion(older.claim, newer.claim, names);
}

/** A text that nobody vouches for never leads one of the user or of the model. */
const trustedFirst = (one: Candidate, other: Candidate): number =>
  Number(other.item.trust > 0) - Number(one.item.trust > 0);

/** Equal times keep the order of the scores. */
const newerFirst = (one: Candidate, other: Candidate): number =>
  trustedFirst(one, other) || byTime(one.item, other.item) || one.hit - other.hit;

const olderFirst = (one: Candidate, other: Candidate): number =>
  trustedFirst(one, other) || byTime(other.item, one.item) || one.hit - other.hit;

/** "I live here" is true of whoever says it. */
const haveOneOwner = (one: Item, other: Item): boolean =>
  one.userId === other.userId &&
  one.agentId === other.agentId &&
  one.speaker === other.speaker &&
  one.role === other.role;
