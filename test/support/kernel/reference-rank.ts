// Reference recall, formula by formula over plain arrays and maps: the oracle of property tests. Computes everything
// anew for each query. Must share only the definitions with the kernel; speed does not matter.
import type { RankedSlot, RankQuery } from '../../../src/kernel/kernel.ts';
import { streamNumber, type ReferenceKernel } from './reference-kernel.ts';
import { gateOf, groupName, groupsOf, inverseFrequency, repetitionOf, sum, windowsOf } from './reference-streams.ts';

type Question = Omit<RankQuery, 'limit'>;
type Score = (slot: number) => number;
type Match = (slot: number) => boolean;

/** Returns every hit, best first; the test applies the limit. */
export function referenceRank(kernel: ReferenceKernel, question: Question): RankedSlot[] {
  const { vector, now, denseWeight = 0, denseContrast, decayFloor, minimumMatch = 0, speakers = [] } = question;
  const hasTerms = question.terms.length > 0;
  const isEmpty = !hasTerms && vector === undefined;
  const isComparable = vector !== undefined && kernel.items.some((item) => item.vector);
  const words = matchWords(kernel, question);

  const cosine = (slot: number): number | undefined => {
    const stored = kernel.item(slot).vector;
    return vector && stored && cosineOf(vector, stored);
  };
  const cosines = [...words.visible].flatMap((slot) => cosine(slot) ?? []).sort((one, other) => one - other);
  const [median = 0, lowest = 0] = [1 / 2, 1 / 10].map((share) => cosines[Math.floor(cosines.length * share)]);
  const isMeasured = denseContrast !== undefined && cosines.length >= 8;
  const leastAlike = isMeasured ? Math.min(0.99, median + denseContrast * (median - lowest)) : 0;
  const denseFloor = Math.max(question.denseFloor ?? 0, leastAlike);
  const dense = (slot: number): number | undefined => {
    const raw = cosine(slot);
    return raw === undefined ? undefined : Math.min(1, Math.max(0, (raw - denseFloor) / (1 - denseFloor)));
  };
  const { timely, timeWeight = 0 } = question;
  const namesTime = timely !== undefined && timeWeight > 0;
  const timeliness: Score = (slot) => (namesTime ? (timely[slot] ?? 0) : 0);
  const hasWords: Match = (slot) => words.text(slot) > 0 || words.window(slot) > 0;
  const isCandidate: Match = (slot) =>
    isEmpty || hasWords(slot) || timeliness(slot) > 0 || ((!hasTerms || denseWeight > 0) && (dense(slot) ?? 0) > 0);
  const candidates = [...words.visible].filter(isCandidate);

  const relative = (score: Score): Score => {
    const most = Math.max(0, ...candidates.map(score));
    return (slot) => (most > 0 ? score(slot) / most : 0);
  };
  const text = relative(words.text);
  const window = relative(words.window);
  const group = relative(words.group);
  const isNamed = (slot: number): boolean => speakers.includes(kernel.item(slot).speaker || -1);
  const prior = (slot: number): number =>
    words.lengthPrior(slot) * (kernel.item(slot).question ? 0.8 : 1) * (isNamed(slot) ? 1.2 : 1);
  const lexical = relative((slot) => {
    // Among few texts, neighbours only lift a text that contains a word itself; the group of a text alone never finds
    // it.
    if (words.texts < 64 ? text(slot) === 0 : !hasWords(slot)) return 0;
    const windowWeight = 1.5 - 0.5 * words.repetition(slot);
    return (text(slot) + words.gate(slot) * (windowWeight * window(slot) + 0.2 * group(slot))) * prior(slot);
  });
  const isMatch =
    words.texts < 16 ||
    candidates.some((slot) => {
      const held = words.wordsHeld(slot);
      return held > 1 || (held > 0 && isNamed(slot)) || words.held(slot) >= minimumMatch * words.mass;
    });

  const fitOf = (slot: number): number => {
    if (isEmpty) return 1;
    const ofWords = hasTerms && isMatch ? lexical(slot) : 0;
    const ofVector = dense(slot) ?? 0;
    if (!isComparable) return ofWords;
    return hasTerms ? (ofWords + denseWeight * ofVector) / (1 + denseWeight) : ofVector;
  };
  const bestShare = words.mass > 0 ? Math.max(0, ...candidates.map(words.held)) / words.mass : 1;
  const weight = namesTime ? timeWeight / Math.max(0.2, bestShare) : 0;
  const relevanceOf: Score = (slot) => (fitOf(slot) + weight * timeliness(slot)) / (1 + weight);
  const hits = candidates.map((slot): RankedSlot => {
    const { importance, createdAt } = kernel.item(slot);
    const relevance = relevanceOf(slot);
    const decay = Math.max(decayFloor, kernel.decay(createdAt, now));
    const ofTerms = (part: Score): number | undefined => (hasTerms ? part(slot) : undefined);
    return {
      slot,
      score: relevance * decay * (0.8 + 0.4 * importance),
      relevance,
      text: ofTerms(text),
      window: ofTerms(() => words.gate(slot) * window(slot)),
      group: ofTerms(() => words.gate(slot) * group(slot)),
      prior: ofTerms(prior),
      matched: ofTerms(() => (words.mass > 0 ? words.held(slot) / words.mass : 0)),
      cosine: cosine(slot),
      dense: dense(slot),
      time: namesTime ? timeliness(slot) : undefined,
      decay,
    };
  });
  return hits.filter(({ relevance }) => relevance > 0).sort(byRank(kernel));
}

/** Orders by score, then newer, then lower stream, then higher slot. */
export function byRank(kernel: ReferenceKernel): (one: RankedSlot, other: RankedSlot) => number {
  return (one, other) => {
    const [left, right] = [kernel.item(one.slot), kernel.item(other.slot)];
    return (
      other.score - one.score ||
      right.createdAt - left.createdAt ||
      streamNumber(left.scope) - streamNumber(right.scope) ||
      other.slot - one.slot
    );
  };
}

interface Words {
  /** Slots that the query may see. */
  visible: ReadonlySet<number>;
  /** Number of texts in its scopes, invisible ones included. */
  texts: number;
  gate: Score;
  repetition: Score;
  /** The three parts before they are made relative. */
  text: Score;
  window: Score;
  group: Score;
  lengthPrior: Score;
  /** Summed idf of the query's terms, and of those that a slot holds; without parts of words. */
  mass: number;
  held: Score;
  wordsHeld: Score;
}

function matchWords(kernel: ReferenceKernel, { terms, allowed, scopes = [0] }: Question): Words {
  const inScopes = kernel.items.flatMap(({ live, scope = 0 }, slot) => (live && scopes.includes(scope) ? [slot] : []));
  const visible = new Set(
    inScopes.filter((slot) => {
      const item = kernel.item(slot);
      return !item.forgotten && (allowed === undefined || Boolean(allowed[slot]));
    }),
  );
  const texts = inScopes.filter((slot) => kernel.item(slot).terms);
  const gates = ([0, 1, 2] as const).map((stream) => gateOf(kernel, stream));
  const repetitions = kernel.streams.map((stream) => repetitionOf(stream.map((slot) => kernel.item(slot))));
  const repetition: Score = (slot) => repetitions[streamNumber(kernel.item(slot).scope)] ?? NaN;
  const askedStreams = new Set<number>(scopes.map(streamNumber));
  const gate: Score = (slot) => gates[streamNumber(kernel.item(slot).scope)] ?? NaN;

  const length: Score = (slot) => kernel.item(slot).length;
  const lengths = (slots: readonly number[]): number => sum(slots.map(length));
  const windows = windowsOf(kernel);
  const window = (slot: number): number[] => windows.get(slot) ?? [];
  const openStreams = kernel.streams.filter((_, stream) => askedStreams.has(stream) && (gates[stream] ?? 0) > 0);
  const groups = groupsOf(kernel, openStreams.flat());
  const meanText = mean(texts.map(length));
  const meanWindow = mean(texts.map((slot) => lengths(window(slot))));
  const meanGroup = mean([...groups.values()].map(lengths));

  const text = new Tally<number>();
  const around = new Tally<number>();
  const together = new Tally<string>();
  const held = new Tally<number>();
  const wordsHeld = new Tally<number>();
  let mass = 0;
  for (const term of [...new Set(terms)].sort((one, other) => one - other)) {
    const frequency: Score = (slot) => kernel.item(slot).terms?.get(term) ?? 0;
    const seenIn = (slots: readonly number[]): number => sum(slots.filter((slot) => visible.has(slot)).map(frequency));

    const holders = texts.filter((slot) => frequency(slot) > 0);
    const idf = inverseFrequency(texts.length, Math.max(1, holders.length));
    const isPart = term % 2 === 1;
    const weight = term % 4 === 3 ? 0.2 : 1;
    if (!isPart) mass += idf;
    for (const slot of holders.filter((holder) => visible.has(holder))) {
      const repeated = repetition(slot);
      const part = saturation(frequency(slot), length(slot) / meanText, 0.9, 0.4 + 0.35 * repeated);
      text.add(slot, weight * idf * (0.5 * (1 - repeated) + part));
      if (isPart) continue;
      held.add(slot, idf);
      wordsHeld.add(slot, 1);
    }

    if (holders.length > Math.max(64, Math.floor(texts.length / 8))) continue;
    const isOpen = (slot: number): boolean => visible.has(slot) && gate(slot) > 0 && seenIn(window(slot)) > 0;
    const openWindows = texts.filter(isOpen);
    const windowIdf = inverseFrequency(texts.length, openWindows.length);
    for (const slot of openWindows) {
      const relativeLength = lengths(window(slot)) / meanWindow;
      around.add(slot, weight * windowIdf * saturation(seenIn(window(slot)), relativeLength, 1.2, 0.6));
    }

    const holding = [...groups].filter(([, members]) => seenIn(members) > 0);
    const groupIdf = inverseFrequency(groups.size, holding.length);
    for (const [name, members] of holding) {
      together.add(name, weight * groupIdf * saturation(seenIn(members), lengths(members) / meanGroup, 1.2, 0.75));
    }
  }
  return {
    visible,
    texts: texts.length,
    gate,
    repetition,
    text: (slot) => text.of(slot),
    window: (slot) => around.of(slot),
    group: (slot) => together.of(groupName(kernel, slot)),
    lengthPrior: (slot) => 1 + 0.1 * gate(slot) * (1 - repetition(slot)) * Math.log(1 + length(slot) / meanText),
    mass,
    held: (slot) => held.of(slot),
    wordsHeld: (slot) => wordsHeld.of(slot),
  };
}

/** f·(k + 1) / (f + k·(1 − b + b·r)) */
function saturation(frequency: number, relativeLength: number, k1: number, b: number): number {
  return (frequency * (k1 + 1)) / (frequency + k1 * (1 - b + b * relativeLength));
}

/** At least 1, so that lengths can be divided by it. */
function mean(lengths: readonly number[]): number {
  return Math.max(1, sum(lengths) / Math.max(1, lengths.length));
}

function cosineOf(left: Float32Array, right: Float32Array): number {
  const product = left.reduce((total, value, i) => total + value * (right[i] ?? 0), 0);
  return product / (Math.hypot(...left) * Math.hypot(...right));
}

class Tally<Key> {
  readonly #sums = new Map<Key, number>();

  add(key: Key, amount: number): void {
    this.#sums.set(key, this.of(key) + amount);
  }

  of(key: Key): number {
    return this.#sums.get(key) ?? 0;
  }
}
