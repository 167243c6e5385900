// Which messages of the app's list the transcript holds, and in which rows. Pure.
//
// The transcript only grows, while the app may edit its list, take messages back and say others instead. So the list is
// kept as a path through the transcript: runs of rows in the order of the list. A message that is already there is found
// by the rolling hash of the list up to it, whoever stored it: this owner, another tab, or the one before a crash.
import type { NewMessage } from '../../tree/transcript/transcript.ts';
import { extendedHash, NO_MESSAGES } from './rolling-hash.ts';

/** Part of the ledger. */
export interface KeptList {
  /** Leading messages of the list that the transcript holds. */
  readonly count: number;
  /** Hashes of the list up to each of its newest messages, the newest last. */
  readonly hashes: readonly string[];
  /** Rows of the transcript in the order of the list, as runs: the first row and how many follow it, itself included. */
  readonly rows: readonly (readonly [first: number, count: number])[];
}

export const NOTHING_KEPT: KeptList = { count: 0, hashes: [], rows: [] };

/** A place in a list: messages before it, and their hash. */
export interface ListPlace {
  readonly count: number;
  readonly hash: string;
}

/** An edit further back than this stores the list after it again. */
const MOST_HASHES = 32;

export const endOf = ({ count, hashes }: KeptList): ListPlace => ({ count, hash: hashes.at(-1) ?? NO_MESSAGES });

/** The hash up to this place; undefined where it is not known any more. */
function hashAt({ count, hashes }: KeptList, place: number): string | undefined {
  return place === 0 ? NO_MESSAGES : hashes[hashes.length - 1 - (count - place)];
}

export const holds = (kept: KeptList, { count, hash }: ListPlace): boolean =>
  count <= kept.count && hashAt(kept, count) === hash;

/** How many leading messages of this list the transcript holds. @param hashes of the list up to each message */
export function keptOf(kept: KeptList, hashes: readonly string[]): number {
  for (let place = Math.min(kept.count, hashes.length); place > 0; place--) {
    const hash = hashAt(kept, place);
    if (hash === undefined) return 0;
    if (hashes[place - 1] === hash) return place;
  }
  return 0;
}

/** The path cut back to its first `count` messages. */
export function cutBack(kept: KeptList, { count, hash }: ListPlace): KeptList {
  if (count >= kept.count) return kept;
  const rows: (readonly [number, number])[] = [];
  let left = count;
  for (const [first, length] of kept.rows) {
    if (left === 0) break;
    rows.push([first, Math.min(length, left)]);
    left -= Math.min(length, left);
  }
  const hashes = kept.hashes.slice(0, Math.max(0, kept.hashes.length - (kept.count - count)));
  return { count, rows, hashes: hashes.at(-1) === hash || count === 0 ? hashes : [hash] };
}

/** The path with messages that become the rows from `first` on. @param hashes of the list up to each of them */
export function withRows(kept: KeptList, first: number, hashes: readonly string[]): KeptList {
  if (hashes.length === 0) return kept;
  const last = kept.rows.at(-1);
  const follows = last !== undefined && last[0] + last[1] === first;
  const rows = follows
    ? [...kept.rows.slice(0, -1), [last[0], last[1] + hashes.length] as const]
    : [...kept.rows, [first, hashes.length] as const];
  return { count: kept.count + hashes.length, hashes: [...kept.hashes, ...hashes].slice(-MOST_HASHES), rows };
}

/** What of messages that an app records is new, and after which place of the list it stands. */
export interface Recording {
  readonly after: ListPlace;
  /** Messages from this one on are new. */
  readonly from: number;
  /** Hashes of the list up to each new message. */
  readonly hashes: readonly string[];
}

/**
 * Messages may be recorded twice, by two tabs, before and after a request that holds them: each stands once. They go on
 * from `base`, the end of the list that was prepared or recorded last; what the transcript holds beyond it was said
 * instead of them, as when an answer is made anew.
 * @param given one or more messages that go on from `base`, or the whole list
 */
export function recordingOf(kept: KeptList, base: ListPlace, given: readonly NewMessage[]): Recording {
  const whole = hashesFrom(NO_MESSAGES, given);
  // One message that begins like the list is most likely said again; several are the list.
  const standing = given.length > 1 || kept.count <= 1 ? keptOf(kept, whole) : 0;
  if (standing > 0) {
    const after = { count: standing, hash: whole[standing - 1] ?? NO_MESSAGES };
    return { after, from: standing, hashes: whole.slice(standing) };
  }
  for (let count = Math.min(given.length, kept.count); count > 0; count--) {
    // The first of them may be the end of the list already, or what follows `base` in it.
    for (const from of new Set([kept.count - count, base.count])) {
      const hash = hashAt(kept, from);
      const until = hashAt(kept, from + count);
      if (hash === undefined || until === undefined || from + count > kept.count) continue;
      const hashes = hashesFrom(hash, given);
      if (hashes[count - 1] !== until || (from + count < kept.count && count < given.length)) continue;
      return { after: { count: from + count, hash: until }, from: count, hashes: hashes.slice(count) };
    }
  }
  return { after: base, from: 0, hashes: hashesFrom(base.hash, given) };
}

/** Leading messages of the system have no hash of their own (see `readMessages`). */
function hashesFrom(start: string, messages: readonly NewMessage[]): string[] {
  let hash = start;
  return messages.map((message) => {
    if (message.role !== 'system' || hash !== NO_MESSAGES) hash = extendedHash(hash, message);
    return hash;
  });
}
