// The transcript as a tree. A row follows another one, and the hash of the list up to it identifies its place: an edit,
// a regenerated answer or the list of another tab branches off from the earlier messages. Pure.
import { HEAD_MARK, type KnownHead, NO_HEAD, type Runs, runsOf } from './rows-of-list.ts';
import type { Message } from './transcript.ts';

/** Hashes of a list up to each of its messages. */
export interface ListHashes {
  /** Hashes of its leading system messages; each begins with `HEAD_MARK`. */
  readonly head: readonly string[];
  /** Hashes of the messages after them. */
  readonly body: readonly string[];
}

/** The part of a list that the transcript holds. */
export interface KnownMessages {
  readonly head: KnownHead;
  readonly body: {
    readonly count: number;
    readonly rows: Runs;
    /** Leading system messages that were stored with it. */
    readonly head: KnownHead;
  };
}

export interface TreeNode {
  /** Row before it in its list; -1 for the first. */
  readonly after: number;
  /** Hash of the list up to it. */
  readonly hash: string;
  /** Time of the message, ms since 1970. */
  readonly time: number;
}

export class MessageTree {
  readonly nodes = new Map<number, TreeNode>();
  readonly #rowOf = new Map<string, number>();

  clear(): void {
    this.nodes.clear();
    this.#rowOf.clear();
  }

  /** Takes over a new, changed or dropped message; one that was never in a list has no place in the tree. */
  absorb({ index, hash, after = index - 1, time, dropped }: Message): void {
    const former = this.nodes.get(index);
    if (former && this.#rowOf.get(former.hash) === index) this.#rowOf.delete(former.hash);
    this.nodes.delete(index);
    if (dropped || hash === undefined) return;
    this.nodes.set(index, { after, hash, time });
    if (!this.#rowOf.has(hash)) this.#rowOf.set(hash, index);
  }

  /**
   * Returns the deepest stored places of the list.
   * @param before number of messages of the body before the given ones, which are known to be stored
   */
  known({ head, body }: ListHashes, before = 0): KnownMessages {
    const deepest = (hashes: readonly string[]): number => {
      let index = hashes.length - 1;
      while (index >= 0 && !this.#rowOf.has(hashes[index] as string)) index--;
      return index;
    };
    const [inHead, inBody] = [deepest(head), deepest(body)];
    const rowOf = (hash: string | undefined): number => this.#rowOf.get(hash ?? '') as number;
    const headOf = (rows: Runs): KnownHead => {
      const last = rows.at(-1);
      const hash = last && this.nodes.get(last[0] + last[1] - 1)?.hash;
      return hash === undefined ? NO_HEAD : { count: rows.reduce((sum, [, length]) => sum + length, 0), hash, rows };
    };
    const count = before + inBody + 1;
    const path = inBody < 0 ? undefined : this.path(rowOf(body[inBody]), count);
    return {
      head: inHead < 0 ? NO_HEAD : headOf(this.path(rowOf(head[inHead])).head),
      body: path ? { count, rows: path.body, head: headOf(path.head) } : { count: 0, rows: [], head: NO_HEAD },
    };
  }

  /**
   * Returns the rows of the list that ends with this row. Of dropped messages only their existence is known.
   * @param count messages after the leading system messages; if unknown, dropped ones count as one list
   */
  path(row: number, count?: number): { readonly head: Runs; readonly body: Runs } {
    const [head, body]: [number[], number[]] = [[], []];
    let at = row;
    for (let node = this.nodes.get(at); node; at = node.after, node = this.nodes.get(at)) {
      (node.hash.startsWith(HEAD_MARK) ? head : body).push(at);
    }
    const missing = head.length > 0 ? 0 : count === undefined ? at + 1 : Math.min(at + 1, count - body.length);
    for (let dropped = 0; dropped < missing; dropped++) body.push(at - dropped);
    // A message's successor is stored after it.
    const inOrder = (rows: number[]): Runs => runsOf(rows.sort((one, other) => one - other));
    return { head: inOrder(head), body: inOrder(body) };
  }
}
