// Which messages of a list the transcript holds, and in which rows. Pure.
//
// The transcript only grows, while the app may edit its list, take messages back and say others instead. So each branch
// of the conversation keeps its list as a path through the transcript: runs of rows in the order of the list. A message
// that is already there is found by the rolling hash of the list up to it, whoever stored it: this owner, another tab, or
// the one before a crash. Leading system messages are kept apart: a changed prompt is not an edited conversation, so
// "messages" and "count" are without them here.
import { type KnownHead, NO_HEAD, type Runs, sharedRows } from '../../tree/transcript/rows-of-list.ts';
import type { Message } from '../../tree/transcript/transcript.ts';
import { NO_MESSAGES } from './rolling-hash.ts';

/** Part of the ledger. */
export interface KeptList {
  readonly head: KnownHead;
  /** Messages behind them that the transcript holds. */
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

/** An edit further back is looked up in the transcript. */
const MOST_HASHES = 32;

export const endOf = ({ count, hashes }: KeptList): ListPlace => ({ count, hash: hashes.at(-1) ?? NO_MESSAGES });

/** The hash up to this place; undefined where it is not known any more. */
export function hashAt({ count, hashes }: KeptList, place: number): string | undefined {
  return place === 0 ? NO_MESSAGES : hashes[hashes.length - 1 - (count - place)];
}

export const holds = (kept: KeptList, { count, hash }: ListPlace): boolean =>
  count <= kept.count && hashAt(kept, count) === hash;

/** How many leading messages of this list are known to be in that one. @param hashes of the list up to each message */
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
    if (left > 0) rows.push([first, Math.min(length, left)]);
    left -= length;
  }
  const hashes = kept.hashes.slice(0, Math.max(0, kept.hashes.length - (kept.count - count)));
  return { ...kept, count, rows, hashes: hashes.at(-1) === hash || count === 0 ? hashes : [hash] };
}

/** The newest of these hashes. */
export const withHashes = (known: readonly string[], added: readonly string[]): readonly string[] =>
  [...known, ...added].slice(-MOST_HASHES);

/** How many leading messages two lists share. */
export const sharedMessages = (one: KeptList, other: KeptList): number => sharedRows(one.rows, other.rows);

/** The hashes of a list, or of what goes on from one. */
export interface GrowingList {
  /** Of all leading system messages; undefined: those of the known list. */
  readonly head: readonly string[] | undefined;
  /** Of the messages behind the known ones. */
  readonly body: readonly string[];
}

/** A list with what is new in it. */
export interface GrownList {
  readonly kept: KeptList;
  /** For each message that becomes a row, in order: where it stands in the list, and its place in the tree. */
  readonly added: readonly {
    readonly from: 'head' | 'body';
    readonly index: number;
    readonly place: Pick<Message, 'hash' | 'after'>;
  }[];
}

/**
 * The path of the whole list, whose new messages become the rows from `first` on.
 * @param known its leading messages that the transcript holds
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

/** What of messages that an app records is new, and after which place of the list it stands. */
export interface Recording {
  readonly after: ListPlace;
  /** Messages from this one on are new. */
  readonly from: number;
}

/**
 * Messages may be recorded twice, by two tabs, before and after a request that holds them: each stands once. They go on
 * from `base`, the end of the list that was prepared or recorded last; what the transcript holds beyond it was said
 * instead of them, as when an answer is made anew.
 * @param given how many
 * @param hashesFrom hashes of the list up to each of them, where they follow that one
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
