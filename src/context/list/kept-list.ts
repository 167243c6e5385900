// Tracks which messages of a list the transcript holds, and in which rows. Pure.
//
// The transcript only grows, while the app may edit its list, take messages back and say others instead. So each branch
// of the conversation keeps its list as a path through the transcript: runs of rows in the order of the list. A message
// that is already there is found by the rolling hash of the list up to it, whoever stored it: this owner, another tab,
// or the one before a crash. Leading system messages are kept apart: a changed prompt is not an edited conversation, so
// "messages" and "count" are without them here.
import { type KnownHead, NO_HEAD, type Runs, sharedRows } from '../../tree/transcript/rows-of-list.ts';
import type { Message } from '../../tree/transcript/transcript.ts';
import { NO_MESSAGES } from './rolling-hash.ts';

/** A list as the transcript holds it; part of the ledger. */
export interface KeptList {
  readonly head: KnownHead;
  /** Number of messages behind the head that the transcript holds. */
  readonly count: number;
  /** Hashes of the list up to each of its newest messages, the newest last. */
  readonly hashes: readonly string[];
  readonly rows: Runs;
}

export const NOTHING_KEPT: KeptList = { head: NO_HEAD, count: 0, hashes: [], rows: [] };

/** A place in a list: messages before it, and their hash. */
export interface ListPlace {
  readonly count: number;
  readonly hash: string;
}

/** Number of hashes that a list keeps; an edit further back is looked up in the transcript. */
const MOST_HASHES = 32;

export const endOf = ({ count, hashes }: KeptList): ListPlace => ({ count, hash: hashes.at(-1) ?? NO_MESSAGES });

/** Returns the hash up to this place; undefined where it is no longer known. */
export function hashAt({ count, hashes }: KeptList, place: number): string | undefined {
  return place === 0 ? NO_MESSAGES : hashes[hashes.length - 1 - (count - place)];
}

export const holds = (kept: KeptList, { count, hash }: ListPlace): boolean =>
  count <= kept.count && hashAt(kept, count) === hash;

/**
 * Counts the leading messages of a list that `kept` is known to hold.
 * @param hashes hash of the list up to each message
 */
export function keptOf(kept: KeptList, hashes: readonly string[]): number {
  for (let place = Math.min(kept.count, hashes.length); place > 0; place--) {
    const hash = hashAt(kept, place);
    if (hash === undefined) return 0;
    if (hashes[place - 1] === hash) return place;
  }
  return 0;
}

/** Cuts the path back to its first `count` messages. */
export function cutBack(kept: KeptList, { count, hash }: ListPlace): KeptList {
  if (count >= kept.count) return kept;
  const rows: (readonly [number, number])[] = [];
  let left = count;
  for (const [first, length] of kept.rows) {
    if (left > 0) rows.push([first, Math.min(length, left)]);
    left -= length;
  }
  const hashes = kept.hashes.slice(0, Math.max(0, kept.hashes.length - (kept.count - count)));
  return { ...kept, count, rows, hashes: hashes.at(-1) === hash || count === 0 ? hashes : [hash] };
}

/** Returns the newest of all these hashes. */
export const withHashes = (known: readonly string[], added: readonly string[]): readonly string[] =>
  [...known, ...added].slice(-MOST_HASHES);

/** Counts the leading messages that two lists share. */
export const sharedMessages = (one: KeptList, other: KeptList): number => sharedRows(one.rows, other.rows);

/** Hashes of a list, or of messages that extend a known list. */
export interface GrowingList {
  /** Hashes of all leading system messages; undefined: those of the known list hold. */
  readonly head: readonly string[] | undefined;
  /** Hashes of the messages behind the known ones. */
  readonly body: readonly string[];
}

/** A list with what is new in it. */
export interface GrownList {
  readonly kept: KeptList;
  /** Messages that become rows, in order: where each stands in the list, and its place in the tree. */
  readonly added: readonly {
    readonly from: 'head' | 'body';
    readonly index: number;
    readonly place: Pick<Message, 'hash' | 'after'>;
  }[];
}

/**
 * Returns the path of the whole list, whose new messages become the rows from `first` on.
 * @param known leading messages of the list that the transcript holds
 */
export function grown(known: KeptList, { head, body }: GrowingList, first: number): GrownList {
  const added: GrownList['added'][number][] = [];
  let row = first;
  const grow = (rows: Runs, hashes: readonly string[], from: 'head' | 'body', before: number, root: number): Runs => {
    let path = rows;
    for (const [offset, hash] of hashes.entries()) {
      const last = path.at(-1);
      const after = last ? last[0] + last[1] - 1 : root;
      added.push({ from, index: before + offset, place: { hash, ...(after !== row - 1 && { after }) } });
      const follows = last !== undefined && last[0] + last[1] === row;
      path = follows ? [...path.slice(0, -1), [last[0], last[1] + 1]] : [...path, [row, 1]];
      row++;
    }
    return path;
  };
  const newHead = head?.slice(known.head.count) ?? [];
  const headRows = grow(known.head.rows, newHead, 'head', known.head.count, -1);
  const end = headRows.at(-1);
  const rows = grow(known.rows, body, 'body', known.count, end ? end[0] + end[1] - 1 : -1);
  return {
    kept: {
      head: head ? { count: head.length, hash: head.at(-1) ?? '', rows: headRows } : known.head,
      count: known.count + body.length,
      hashes: withHashes(known.hashes, body),
      rows,
    },
    added,
  };
}

/** New part of messages that an app records, and the place of the list that it follows. */
export interface Recording {
  readonly after: ListPlace;
  /** Index of the first new message. */
  readonly from: number;
}

/**
 * Finds the new ones among recorded messages. Two tabs may record the same messages, before and after a request that
 * holds them: each stands once. They go on from `base`, the end of the list that was prepared or recorded last;
 * messages that the transcript holds beyond it were said instead of them, as when an answer is made anew.
 * @param given number of recorded messages
 * @param hashesFrom returns the hash of the list up to each of them, where they follow the given hash
 */
export function recordingOf(
  kept: KeptList,
  base: ListPlace,
  given: number,
  hashesFrom: (hash: string) => readonly string[],
): Recording {
  for (let count = Math.min(given, kept.count); count > 0; count--) {
    // The first of them may be the end of the list already, or what follows `base` in it.
    for (const from of new Set([kept.count - count, base.count])) {
      const hash = hashAt(kept, from);
      const until = hashAt(kept, from + count);
      if (hash === undefined || until === undefined || from + count > kept.count) continue;
      const hashes = hashesFrom(hash);
      if (hashes[count - 1] !== until || (from + count < kept.count && count < given)) continue;
      return { after: { count: from + count, hash: until }, from: count };
    }
  }
  return { after: base, from: 0 };
}
