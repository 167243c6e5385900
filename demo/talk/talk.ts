// Free talk with a memory and without a model: what is told is kept, what is asked is answered by quoting it with its date,
// and what shall be forgotten is forgotten for good.
import type { Item, NewItem, WorkingMemory } from 'working-memory';
import { intentOf } from './intent.ts';
import { answersTo, kindredWords } from './kindred.ts';

/** Something that is known, and why: who said it when, or which file held it. */
export interface Known {
  readonly id: string;
  readonly text: string;
  /** ms since 1970 */
  readonly time: number;
  /** Name of the file that it was read from; absent: it was said here. */
  readonly file?: string;
}

export type Reply =
  | { readonly kind: 'kept'; readonly known: Known }
  /** `sure`: it holds most of what the question names; else the nearest that is known. */
  | { readonly kind: 'quoted'; readonly known: Known; readonly sure: boolean }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'forgotten'; readonly count: number }
  /** In a private chat: nothing was kept and nothing looked up. */
  | { readonly kind: 'private' };

/** Share of the question's words that a quotation holds, from which it is an answer · from which it is worth showing. */
const SURE = 0.65;
const NEAR = 0.3;
/** The second best has at most this share of the best score, where a quotation holds little of the question. */
const CLEARLY = 0.8;
/** Longer than what one says of one thing: it is kept in parts. */
const LONGEST = 1200;

export class Talk {
  readonly #memory: WorkingMemory;
  /** What was told or quoted last, for "forget it". */
  #last: readonly string[] = [];
  isPrivate = false;

  constructor(memory: WorkingMemory) {
    this.#memory = memory;
  }

  /** @throws WorkingMemoryError */
  async say(line: string): Promise<Reply> {
    const intent = intentOf(line);
    if (this.isPrivate) return { kind: 'private' };
    if (intent.kind === 'ask') return this.#answer(intent.query);
    if (intent.kind === 'forget') return this.#forget(intent.subject);
    const known = await this.keep(parts(intent.text).map((text) => ({ text, role: 'user' })));
    this.#last = known.map(({ id }) => id);
    return { kind: 'kept', known: known[0] as Known };
  }

  /** Keeps what was said, or what a file holds. */
  async keep(items: readonly NewItem[], file?: string): Promise<Known[]> {
    const { items: stored } = await this.#memory.items.memorize(
      items.map((item) => ({ ...item, ...(file !== undefined && { group: file }) })),
    );
    return stored.flatMap(({ id }, at) => {
      const item = items[at];
      return item ? [{ id, text: item.text, time: item.at ?? Date.now(), ...(file !== undefined && { file }) }] : [];
    });
  }

  /** Everything that is known, newest first. */
  async known(): Promise<Known[]> {
    const items = await this.#memory.items.list({ limit: 10_000 });
    return items.map((_, at) => knownOf(items[items.length - 1 - at] as Item));
  }

  /** For good, in every place. */
  async forget(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.#memory.items.forget({ ids: [...ids] }, { mode: 'hard' });
    this.#last = this.#last.filter((id) => !ids.includes(id));
  }

  async #answer(query: string): Promise<Reply> {
    const { hits } = await this.#memory.items.remember(query, { limit: 2, explain: true });
    const [best, second] = hits;
    const share = best?.parts?.matched ?? 0;
    const isClear = share >= SURE || (second?.score ?? 0) <= CLEARLY * (best?.score ?? 0);
    if (!best || share < NEAR || !isClear) return this.#kindred(query);
    this.#last = [best.id];
    return { kind: 'quoted', known: knownOf(best.item), sure: share >= SURE };
  }

  /** In other words than those of the question; of two texts that may be meant, neither. */
  async #kindred(query: string): Promise<Reply> {
    const words = kindredWords(query);
    const { hits } = words === '' ? { hits: [] } : await this.#memory.items.remember(words, { limit: 10 });
    const [only, other] = hits.filter(({ item }) => answersTo(query, item.text));
    if (!only || other) return { kind: 'unknown' };
    this.#last = [only.id];
    return { kind: 'quoted', known: knownOf(only.item), sure: false };
  }

  async #forget(subject: string | undefined): Promise<Reply> {
    let ids = this.#last;
    if (subject !== undefined) {
      const reply = await this.#answer(subject);
      ids = reply.kind === 'quoted' && reply.sure ? [reply.known.id] : [];
    }
    await this.forget(ids);
    return { kind: 'forgotten', count: ids.length };
  }
}

const knownOf = ({ id, text, createdAt, group }: Item): Known => ({
  id,
  text,
  time: createdAt,
  ...(group !== undefined && { file: group }),
});

/** Paragraphs, where a text is long. */
function parts(text: string): string[] {
  if (text.length <= LONGEST) return [text];
  return text
    .split(/\n\s*\n|(?<=[.!?])\s+(?=\S)|(?<=[。！？])/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
