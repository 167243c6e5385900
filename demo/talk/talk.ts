// Free talk with a memory and without a model: it memorizes what it is told, answers questions by quoting it with its
// date, and forgets on request for good.
import type { Item, ItemHit, SessionEntry, WorkingMemory } from 'working-memory';
import { HOME } from './home-options.ts';
import { intentOf } from './intent.ts';
import { answersTo, isOfMyself, kindredWords, outdates } from './kindred.ts';

/** Known fact with its source: who said it when, or which conversation contains it. */
export interface Known {
  /** Id of the item, or name of the imported conversation. */
  readonly id: string;
  readonly text: string;
  /** ms since 1970 */
  readonly time: number;
  /** Title of the imported conversation; absent: it was said here. */
  readonly chat?: string;
  /** Number of messages where the imported conversation is meant as a whole. */
  readonly messages?: number;
  /** Index of one of them, where it is quoted. */
  readonly message?: number;
}

export type Reply =
  | { readonly kind: 'kept'; readonly known: Known }
  /** `sure`: it contains most of what the question names; otherwise the nearest known fact. */
  | { readonly kind: 'quoted'; readonly known: Known; readonly sure: boolean }
  /** `more`: number of facts that are left out; `sure`: otherwise several facts are equally near to the question. */
  | { readonly kind: 'listed'; readonly known: readonly Known[]; readonly more: number; readonly sure: boolean }
  | { readonly kind: 'unknown' }
  /** Reply to a line that neither tells nor asks. */
  | { readonly kind: 'hint' }
  /** `chat` · `of`: title of the imported conversation whose message was forgotten · that message. */
  | {
      readonly kind: 'forgotten';
      readonly count: number;
      readonly chat?: string;
      readonly of?: Pick<Known, 'id' | 'message'>;
    }
  /** A message of the imported conversation `chat` has fewer than `shortest` letters, so others may say the same. */
  | { readonly kind: 'too-short'; readonly text: string; readonly chat: string; readonly shortest: number }
  /** Private chat: nothing was stored or looked up. */
  | { readonly kind: 'private' };

/** Shares of the question's words from which a quotation is an answer · from which it is worth showing. */
const SURE = 0.65;
const NEAR = 0.3;
/** Largest share of the best hit's score that the second may have where a quotation has few of the question's words. */
const CLEARLY = 0.8;
/** Most facts of a list. */
const LISTED = 5;
/** Most characters of a text that is stored as one item. */
const LONGEST = 1200;
/** Least letters of a message to erase, a Chinese one counting as two: shorter texts occur in others by chance. */
const SHORTEST = 12;

/** Object of "forget it": something told, or a message of an imported conversation. */
type Last =
  | { readonly ids: readonly string[] }
  | { readonly entry: SessionEntry; readonly chat: string; readonly message: number };
const NOTHING: Last = { ids: [] };

export class Talk {
  readonly #memory: WorkingMemory;
  /** The latest fact that was told or quoted. */
  #last: Last = NOTHING;
  isPrivate = false;

  constructor(memory: WorkingMemory) {
    this.#memory = memory;
  }

  /** @throws WorkingMemoryError */
  async say(line: string): Promise<Reply> {
    const intent = intentOf(line);
    if (this.isPrivate) return { kind: 'private' };
    if (intent.kind === 'nothing') return { kind: 'hint' };
    if (intent.kind === 'ask') return this.#answer(intent.query);
    if (intent.kind === 'list') return intent.subject === undefined ? this.#listAll() : this.#listOf(intent.subject);
    if (intent.kind === 'forget') return this.#forget(intent.subject);
    const texts = parts(intent.text);
    const { items } = await this.#memory.items.memorize(texts.map((text) => ({ text, role: 'user' })));
    this.#last = { ids: items.map(({ id }) => id) };
    return { kind: 'kept', known: { id: items[0]?.id ?? '', text: texts[0] ?? '', time: Date.now() } };
  }

  /** Returns everything known: what was told, newest first, then the imported conversations. */
  async known(): Promise<Known[]> {
    const items = await this.#memory.items.list({ limit: 10_000 });
    const chats = (await this.#chats()).map(({ session, title = session, messages, createdAt = 0 }): Known => {
      return { id: session, text: title, time: createdAt, chat: title, messages };
    });
    return [...items.map((_, at) => knownOf(items[items.length - 1 - at] as Item)), ...chats];
  }

  /** Forgets items for good, and deletes imported conversations. */
  async forget(ids: readonly string[]): Promise<void> {
    const chats = (await this.#chats()).map(({ session }) => session).filter((session) => ids.includes(session));
    for (const session of chats) await this.#memory.sessions.delete(session);
    const items = ids.filter((id) => !chats.includes(id));
    if (items.length > 0) await this.#memory.items.forget({ ids: items }, { mode: 'hard' });
    if (!('ids' in this.#last) || this.#last.ids.some((id) => ids.includes(id))) this.#last = NOTHING;
  }

  /** Lists the latest facts; where nothing is known, tells how to begin. */
  async #listAll(): Promise<Reply> {
    const known = await this.known();
    this.#last = NOTHING;
    return known.length === 0 ? { kind: 'hint' } : listed(known);
  }

  /** Lists the facts that name the subject. A single one is quoted as the answer to a question. */
  async #listOf(subject: string): Promise<Reply> {
    const { hits } = await this.#memory.items.remember(subject, { limit: 100, explain: true });
    const named = hits.filter(({ parts: { matched = 0 } = {} }) => matched >= SURE).map(({ id }) => id);
    if (named.length < 2) return this.#answer(subject);
    this.#last = NOTHING;
    return listed((await this.known()).filter(({ id }) => named.includes(id)));
  }

  async #answer(query: string): Promise<Reply> {
    const { hits } = await this.#memory.items.remember(query, { limit: LISTED, explain: true });
    const [best, second] = hits;
    const share = best?.parts?.matched ?? 0;
    const isClear = share >= SURE || (second?.score ?? 0) <= CLEARLY * (best?.score ?? 0);
    const isNear = best !== undefined && share >= NEAR && isClear;
    if (!isNear || share < SURE) {
      const imported = await this.#imported(query, isNear ? share : NEAR);
      if (imported) return imported;
    }
    const kindred = await this.#kindred(query);
    // Of several facts of the same kind, the visitor's own latest one.
    const own = isOfMyself(query) ? kindred.filter(({ text }) => isOfMyself(text)) : [];
    const [latest] = own.sort((one, other) => other.sequence - one.sequence);
    const nearest = kindred.length === 1 ? kindred[0] : latest;
    if (!isNear) return nearest ? this.#quoted(nearest, false) : this.#near(hits);
    const changed = kindred.find((item) => item.id !== best.id && outdates(query, best.item, item));
    return changed ? this.#quoted(changed, false) : this.#quoted(best.item, share >= SURE);
  }

  /** Lists several facts that are equally near to a question. "Forget it" has no object then. */
  #near(hits: readonly ItemHit[]): Reply {
    this.#last = NOTHING;
    const near = hits.filter(({ parts: { matched = 0 } = {} }) => matched >= NEAR);
    const known = near.map(({ item }) => knownOf(item));
    return known.length > 0 ? listed(known, false) : { kind: 'unknown' };
  }

  /** Answers from an imported conversation if it contains more of the question than `share`. */
  async #imported(query: string, share: number): Promise<Reply | undefined> {
    const chats = await this.#chats();
    if (chats.length === 0) return undefined;
    const { hits } = await this.#memory.items.remember(query, { scope: 'workspace', limit: 5, explain: true });
    for (const { session: where, message = 0, snippet, time, parts: { matched = 0 } = {} } of hits) {
      const entry = chats.find(({ session }) => session === where);
      if (!entry || matched <= share) continue;
      const chat = entry.title ?? entry.session;
      this.#last = { entry, chat, message };
      return {
        kind: 'quoted',
        known: { id: entry.session, text: snippet, time, chat, message },
        sure: matched >= SURE,
      };
    }
    return undefined;
  }

  /** Lists the imported conversations. */
  async #chats(): Promise<readonly SessionEntry[]> {
    return (await this.#memory.sessions.list()).filter(({ session }) => session !== HOME);
  }

  /** Returns items that may answer in words other than the question's. */
  async #kindred(query: string): Promise<Item[]> {
    const words = kindredWords(query);
    const { hits } = words === '' ? { hits: [] } : await this.#memory.items.remember(words, { limit: 10 });
    return hits.map(({ item }) => item).filter(({ text }) => answersTo(query, text));
  }

  #quoted(item: Item, sure: boolean): Reply {
    this.#last = { ids: [item.id] };
    return { kind: 'quoted', known: knownOf(item), sure };
  }

  async #forget(subject: string | undefined): Promise<Reply> {
    if (subject !== undefined) {
      const reply = await this.#answer(subject);
      if (reply.kind !== 'quoted' || !reply.sure || isOfAnother(subject, reply.known.text)) this.#last = NOTHING;
    }
    const last = this.#last;
    if ('ids' in last) {
      this.#last = NOTHING;
      const there = await Promise.all(last.ids.map((id) => this.#memory.items.get(id)));
      // Another tab may have forgotten it.
      const ids = there.flatMap((item) => item?.id ?? []);
      if (ids.length > 0) await this.forget(ids);
      return { kind: 'forgotten', count: ids.length };
    }
    const { chat, entry } = last;
    if (entry.messages === 1) {
      this.#last = NOTHING;
      await this.forget([entry.session]);
      return { kind: 'forgotten', count: 1 };
    }
    const text = await this.#messageOf(entry.session, last.message);
    if (lettersOf(text) < SHORTEST) return { kind: 'too-short', text, chat, shortest: SHORTEST };
    this.#last = NOTHING;
    await this.#memory.erase({ text });
    return { kind: 'forgotten', count: 1, chat, of: { id: entry.session, message: last.message } };
  }

  async #messageOf(session: string, index: number): Promise<string> {
    const opened = await this.#memory.sessions.open(session);
    try {
      const [message] = await opened.transcript.read({ from: index, limit: 1 });
      return message?.text ?? '';
    } finally {
      await opened.close();
    }
  }
}

/** Whether the subject is the speaker's own, but the text is not: "my birthday" is not "Ida's birthday". */
const isOfAnother = (subject: string, text: string): boolean =>
  (/^my\b/i.test(subject) && !/(?<!\p{L})(?:my|mine|i)(?!\p{L})/iu.test(text)) ||
  (subject.startsWith('我的') && !text.includes('我'));

/** Counts letters; a Chinese one is as wide as two Latin ones. */
const lettersOf = (text: string): number => text.replaceAll(/[\u2e80-\uffef]/g, '  ').length;

const listed = (known: readonly Known[], sure = true): Reply => ({
  kind: 'listed',
  sure,
  known: known.slice(0, LISTED),
  more: Math.max(0, known.length - LISTED),
});

const knownOf = ({ id, text, createdAt }: Item): Known => ({ id, text, time: createdAt });

/** Splits a long text into paragraphs and sentences. */
function parts(text: string): string[] {
  if (text.length <= LONGEST) return [text];
  return text
    .split(/\n\s*\n|(?<=[.!?])\s+(?=\S)|(?<=[。！？])/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
