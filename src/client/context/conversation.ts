// Keeps the app's conversation in the transcript: records answers at once, and gives the whole list back.
import type { Recorded } from '../../api/context.ts';
import type { ContextBasis } from '../../boundary/context-rows.ts';
import type { Engine } from '../../boundary/engine.ts';
import { nearest } from '../../context/list/branches.ts';
import {
  cutBack,
  endOf,
  type GrownList,
  holds,
  type KeptList,
  type ListPlace,
  NOTHING_KEPT,
  recordingOf,
} from '../../context/list/kept-list.ts';
import { hashesFrom, type KnownHashes, saltedBy } from '../../context/list/list-hashes.ts';
import { leftIn, type LeftMessages } from '../../context/list/redacted.ts';
import { NO_MESSAGES } from '../../context/list/rolling-hash.ts';
import type { Lens } from '../../context/view/lens.ts';
import type { Settings } from '../../options/options.ts';
import type { ContextWording } from '../../context/words/wording.ts';
import type { CheckedMessage, NewMessage } from '../../tree/transcript/transcript.ts';
import { type BranchOfList, branchBehind, branchOfList } from './list/branch-of-list.ts';
import { attempts, commit } from './commit.ts';
import { refuseForeign } from './reading/foreign-messages.ts';
import { type OriginalLimits, originalOf } from './originals/originals.ts';
import { checkLens, neutralForm } from './reading/read-messages.ts';
import { invalid } from './refusals.ts';
import type { Slices } from './slices.ts';
import type { branchRows } from '../on-demand/branches.ts';
import { restoredList } from './list/restored-list.ts';
import { transcriptForm } from './transcript-form.ts';

export class Conversation {
  readonly #longest: number;
  readonly #limits: OriginalLimits;
  readonly #wording: Pick<ContextWording, 'dropped'>;
  #known: KnownHashes;
  /** Hashes of lists that were restored and not needed since. */
  readonly #restored: (() => KnownHashes)[] = [];
  /** End of the list that this owner prepared, recorded or restored last. */
  #end: ListPlace | undefined;
  /** The app's objects in the list that was prepared last. */
  #prepared = new WeakSet<object>();
  /** App's objects that were recorded: one that is recorded again, such as a constant, was said again. */
  readonly #recorded = new WeakSet<object>();

  constructor(
    { maxMessageLength, maxBytes }: Settings['transcript'],
    wording: Pick<ContextWording, 'dropped'>,
    salt: string | undefined,
  ) {
    this.#known = saltedBy(salt);
    this.#longest = maxMessageLength;
    // A larger message would drop all messages before it.
    this.#limits = { length: maxMessageLength, partBytes: maxBytes / 2 };
    this.#wording = wording;
  }

  /** Known hashes, including those of restored lists; another object once there are more. */
  get known(): KnownHashes {
    for (const list of this.#restored.splice(0)) this.#known = new Map([...this.#known, ...list()]);
    return this.#known;
  }

  /**
   * Takes over the salt of the session. False where it is known already; otherwise another session took its place, or
   * an import brought its own.
   */
  salted({ salt }: Pick<ContextBasis, 'salt'>): boolean {
    const start = saltedBy(salt);
    if (start.get(NO_MESSAGES) === this.known.get(NO_MESSAGES)) return false;
    this.#known = start;
    return true;
  }

  prepared(messages: readonly unknown[], end: ListPlace): void {
    this.#prepared = new WeakSet(messages as readonly object[]);
    this.#end = end;
  }

  /**
   * Makes rows of new messages, with the app's own object where the neutral form does not say all. Data of parts that
   * the session stores already are left out.
   */
  async rows<Message>(
    { engine, lens, messages, slices }: ListCall<Message>,
    { neutral, head, added, left }: NewRows,
  ): Promise<CheckedMessage[]> {
    const rows: CheckedMessage[] = [];
    for (const { from, index, place } of added) {
      const shortened = from === 'head' ? undefined : left.get(index);
      if (shortened) {
        rows.push({ ...shortened, ...place });
        continue;
      }
      const at = from === 'head' ? index : head + index;
      const form = neutral[at] as NewMessage;
      const written = transcriptForm(form, this.#longest);
      const original = await originalOf(lens, messages[at] as Message, written, this.#limits);
      rows.push({ ...transcriptForm({ ...form, ...original }, this.#longest), ...place });
      await slices.after('store', written.text.length, rows.length, added.length);
    }
    return withNewData(engine, rows);
  }

  /** Records messages that are new in the conversation. @throws invalid-input */
  async record<Message>(
    engine: Engine,
    lens: Lens<Message>,
    given: Message | readonly Message[],
    slices: Slices,
    isWhole = false,
  ): Promise<Omit<Recorded, 'saved'>> {
    checkLens(lens);
    const list = [given].flat() as readonly Message[];
    if (list.length === 0 && !isWhole) throw invalid('messages', 'a message or a list of messages', 'an empty list');
    await refuseForeign(lens, list);
    const neutral: NewMessage[] = [];
    for (const [index, message] of list.entries()) {
      const form = neutralForm(lens, message, index);
      neutral.push(form);
      await slices.after('read', form.text.length, index + 1, list.length);
    }
    // Objects of the latest request are stored already. A text alone could as well be said again.
    const isLate = (message: object): boolean => this.#prepared.has(message) && !this.#recorded.has(message);
    if (!isWhole && (list as readonly object[]).every(isLate)) return { count: 0 };
    return attempts(engine, async (basis) => {
      this.salted(basis);
      const at = (await this.#asWhole(engine, basis, neutral, isWhole)) ?? (await this.#behind(engine, basis, neutral));
      if (at === 'overtaken') return undefined;
      const { state, kept, added, isTurnedTo } = at;
      const left = leftIn(at, basis.redacted, (place) => neutral[at.offset + place], this.known);
      // A late repetition of recorded messages takes nothing back.
      if (added.length > 0 || (isTurnedTo && (isWhole || at.left === undefined))) {
        const isDone = await commit(engine, at, {
          state: { ...state, ledger: { ...state.ledger, kept } },
          messages: await this.rows(
            { engine, lens, messages: list, slices },
            { neutral, head: at.offset, added, left },
          ),
        });
        if (!isDone) return undefined;
      }
      this.#end = endOf(kept);
      for (const message of list) this.#recorded.add(message as object);
      return { count: added.length };
    });
  }

  /**
   * Finds the branch of a whole list. Undefined where the messages are none: a whole list begins with a system prompt,
   * or as a stored one does.
   */
  async #asWhole(
    engine: Engine,
    basis: ContextBasis,
    neutral: readonly NewMessage[],
    isWhole: boolean,
  ): Promise<RecordedAt | undefined> {
    const list = hashesFrom(NO_MESSAGES, neutral, this.known);
    const isPrompted = list.head.length > 0 && list.body.length > 0;
    // One message that begins like a list is most likely said again; several are the list.
    const begins = (): boolean => neutral[0]?.role === 'user' || nearest(basis.branches, list.body).count > 0;
    const mayBeWhole = isWhole || isPrompted || longestOf(basis) <= 1 || (neutral.length > 1 && begins());
    if (!mayBeWhole) return undefined;
    const at = await branchOfList(engine, basis, list);
    if (!at) return 'overtaken';
    if (at.known === 0 && !isWhole && !isPrompted && longestOf(basis) > 0) return undefined;
    return { ...at, offset: list.head.length };
  }

  async #behind(engine: Engine, basis: ContextBasis, neutral: readonly NewMessage[]): Promise<RecordedAt> {
    const { kept: list, branch } = await this.#latestList(engine, basis);
    const base = this.#end && holds(list, this.#end) ? this.#end : endOf(list);
    const hashes = (hash: string): readonly string[] => hashesFrom(hash, neutral, this.known).body;
    const { after, from } = recordingOf(list, base, neutral.length, hashes);
    const place = cutBack(list, after);
    const found = hashesFrom(after.hash, neutral.slice(from), this.known);
    const isHead = found.head.length > 0;
    const at = await branchBehind(
      engine,
      basis,
      place,
      { head: isHead ? found.head : undefined, body: found.body },
      branch,
    );
    return at ? { ...at, offset: from + found.head.length - place.count } : 'overtaken';
  }

  /** Returns the list whose end this owner knows, else the one that was used last. */
  async #latestList(
    engine: Engine,
    { branches }: ContextBasis,
  ): Promise<{ readonly kept: KeptList; readonly branch?: string }> {
    const newest = [...branches].sort((one, other) => other.revision - one.revision);
    const end = this.#end;
    const own = end && newest.find(({ kept }) => holds(kept, end));
    if (own || !end || end.count === 0) return own ?? newest[0] ?? { kept: NOTHING_KEPT };
    const { body } = await engine.knownMessages({ head: [], body: [end.hash] }, end.count - 1);
    if (body.count !== end.count) return newest[0] ?? { kept: NOTHING_KEPT };
    return { kept: { head: body.head, count: end.count, hashes: [end.hash], rows: body.rows } };
  }

  async restore<Message>(
    engine: Engine,
    lens: Lens<Message>,
    branch: string | undefined,
    rowsOf: typeof branchRows,
  ): Promise<Message[]> {
    checkLens(lens);
    const { list, end, known } = await restoredList(engine, lens, { branch, rowsOf }, this.#wording);
    this.#restored.push(known);
    this.#end = end;
    return list;
  }
}

/** A call with a list of the app's messages. */
export interface ListCall<Message> {
  readonly engine: Engine;
  readonly lens: Lens<Message>;
  readonly messages: readonly Message[];
  readonly slices: Slices;
}

/** New messages of a list, with the list. */
interface NewRows {
  readonly neutral: readonly NewMessage[];
  /** Number of messages before the body. */
  readonly head: number;
  readonly added: GrownList['added'];
  readonly left: LeftMessages;
}

/** Keeps a part's data in the first message that holds it, and only where the session does not store them yet. */
async function withNewData(engine: Engine, messages: CheckedMessage[]): Promise<CheckedMessage[]> {
  const hashes = new Set(messages.flatMap(({ parts = [] }) => parts.map(({ hash }) => hash)));
  if (hashes.size === 0) return messages;
  const sent = new Set(await engine.knownParts([...hashes]));
  return messages.map((message) => {
    if (!message.parts) return message;
    const parts = message.parts.map(({ data, ...held }) => {
      const isNew = data !== undefined && !sent.has(held.hash);
      sent.add(held.hash);
      return isNew ? { ...held, data } : held;
    });
    return { ...message, parts };
  });
}

/** `offset`: index of the first message of the body among the given ones, less its place in the body. */
type RecordedAt = (BranchOfList & { readonly offset: number }) | 'overtaken';

const longestOf = ({ branches }: ContextBasis): number => Math.max(0, ...branches.map(({ kept }) => kept.count));
