// A list of the names that a compaction would hide. A summary can paraphrase a decision, but an id is right or wrong;
// so names get a list of their own, which costs little and saves the most look-ups.
import type { ToolCall } from '../../tree/transcript/transcript.ts';
import { endsBefore, type Steps } from '../steps.ts';
import { identifiersOf, isMentioned, isPlain, keyOf, nameOf } from './identifiers.ts';
import { mentionsIn } from './mentions.ts';

/** Matches a key of arguments, which are JSON. */
const KEY = /"([^"\\\n]{1,60})"\s{0,4}:/g;

export interface IdentifierRequest {
  /** `index` of the message in its conversation, from 0, ascending. */
  readonly hidden: readonly { readonly text: string; readonly index: number }[];
  readonly visible: string;
  /** The conversation with its calls. Default: none are known, and no key comes before another one. */
  readonly messages?: readonly { readonly calls?: readonly Pick<ToolCall, 'arguments'>[] }[];
  /** Text outside the list with the schemas of tools: calls may take a key of theirs, though none has yet. */
  readonly outside?: string | undefined;
  /** Hard limit of the text, at least 0. */
  readonly maxTokens: number;
  readonly count: (text: string) => number;
  readonly namesOf?: ((text: string) => readonly string[]) | undefined;
}

export interface IdentifierLedger {
  /** One line: `; ` between names, `, ` between values of one key. Empty when there are no names or none fits. */
  readonly text: string;
  /** Number of names that the text lists. */
  readonly listed: number;
  /** Number of names that did not fit. */
  readonly left: number;
}

/**
 * Lists names of the hidden messages that the visible text does not mention, until the budget is used up.
 *
 * Rank: 0.5 × number of messages with the name + index of its last message ÷ number of messages. Ties: the later one,
 * then by UTF-16 units. Values under a key that no call has taken, such as the price beside an order's id, come behind
 * all others: later calls take the same kinds of values as earlier ones. Names with plain values, such as
 * `cabin=economy`, come last: a model can guess them. A name that appears alone and as a value is one name, listed with
 * its key, one that calls take before any other; suffixes of a listed path are not listed again. `count` always gets
 * whole texts, so the limit holds for counters that are not additive.
 */
export function* identifierLedger(request: IdentifierRequest): Steps<IdentifierLedger> {
  const { hidden, visible, maxTokens, count, namesOf, messages, outside } = request;
  const ranked = yield* rankedNames(hidden, namesOf, messages, outside);
  yield;
  const names = yield* unseen(ranked, visible);
  yield;
  const text = (length: number): string => listed(names.slice(0, length));
  const fits = (length: number): boolean => count(text(length)) <= maxTokens;
  // Doubling before bisection keeps the texts that are counted below twice the budget: O(log n) counts.
  let least = 0;
  let most = 1;
  while (most <= names.length && fits(most)) [least, most] = [most, most * 2];
  most = Math.min(most, names.length + 1);
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2);
    if (fits(middle)) least = middle;
    else most = middle;
  }
  return { text: text(least), listed: least, left: names.length - least };
}

/** Groups values by key, `order=A1B2C, D3E4F`: writing the key once leaves room for more names. */
function listed(names: readonly string[]): string {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const key = isPlain(name) ? undefined : /^[^=/]+=/.exec(name)?.[0];
    const group = key === undefined ? undefined : groups.get(key);
    if (key !== undefined && group) group.push(name.slice(key.length));
    else groups.set(key ?? name, [name]);
  }
  return [...groups.values()].map((group) => group.join(', ')).join('; ');
}

interface RankedName {
  /** Identity: two spellings of one name share it. */
  readonly name: string;
  /** Form that is listed: with its key, where it has one. */
  shown: string;
  /** Number of messages that contain it, and the index of the last one. */
  messages: number;
  last: number;
}

/** Collects the keys under which calls take their arguments, such as `order_id`; none before the first call. */
function* argumentKeys(
  messages: Required<IdentifierRequest>['messages'],
  outside: string,
): Steps<ReadonlySet<string | undefined>> {
  const keys = new Set<string | undefined>();
  const read = (json: string): void => {
    for (const [, key] of json.matchAll(KEY)) keys.add(key);
  };
  for (const [at, { calls = [] }] of messages.entries()) {
    if (endsBefore(at)) yield;
    for (const call of calls) read(call.arguments);
  }
  // Read only where calls exist: a system prompt may quote JSON, too.
  if (keys.size > 0) read(outside);
  return keys;
}

/**
 * Returns all names of the hidden messages, highest rank first (see `identifierLedger`). A name counts once per
 * message, as a log that repeats it a hundred times says no more about later calls.
 */
export function* rankedNames(
  hidden: readonly { readonly text: string; readonly index: number }[],
  namesOf: (text: string) => readonly string[] = identifiersOf,
  conversation: IdentifierRequest['messages'] = [],
  outside = '',
): Steps<readonly Readonly<RankedName>[]> {
  const argued = yield* argumentKeys(conversation, outside);
  const names = new Map<string, RankedName>();
  for (const [at, { text, index }] of hidden.entries()) {
    if (endsBefore(at)) yield;
    for (const identifier of namesOf(text)) {
      const name = nameOf(identifier);
      const known = names.get(name) ?? { name, shown: identifier, messages: 0, last: -1 };
      if (known.last !== index) known.messages++;
      known.last = index;
      if (known.shown === name || argued.has(keyOf(identifier))) known.shown = identifier;
      names.set(name, known);
    }
  }
  yield;
  const length = (hidden.at(-1)?.index ?? 0) + 1;
  const ranked = Array.from(names.values(), (one) => {
    const key = keyOf(one.shown);
    const isBeside = key !== undefined && argued.size > 0 && !argued.has(key);
    return { ...one, tier: isPlain(one.shown) ? 2 : Number(isBeside), score: 0.5 * one.messages + one.last / length };
  });
  return ranked.sort(
    (one, other) =>
      one.tier - other.tier || other.score - one.score || other.last - one.last || (one.name < other.name ? -1 : 1),
  );
}

/**
 * Lists the names in the same order, without those that the visible text mentions and suffixes of paths listed before.
 * A suffix that ranks above its path is listed as well: it was written more often, or later.
 */
function* unseen(names: readonly Readonly<RankedName>[], visible: string): Steps<string[]> {
  const mentioned = mentionsIn(visible);
  const covered = new Set<string>();
  const listed: string[] = [];
  for (const [at, { name, shown }] of names.entries()) {
    if (endsBefore(at)) yield;
    if (covered.has(name) || isMentioned(shown, mentioned)) continue;
    listed.push(shown);
    for (let slash = name.indexOf('/'); slash >= 0; slash = name.indexOf('/', slash + 1)) {
      covered.add(name.slice(slash + 1));
    }
  }
  return listed;
}
