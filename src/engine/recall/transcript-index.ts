// Makes the stored transcript searchable in the background, counts its bytes, and tells when it is complete.
//
// Opening does not wait for it: only searches and requests need it. Messages come in their order, because neighbours
// are found by it.
import {
  type CheckedMessage,
  type Message,
  type RedactedMessage,
  wholeText,
} from '../../tree/transcript/transcript.ts';
import { verifiedFields } from '../session/row-checksum.ts';
import type { Session } from '../session/session.ts';
import type { RecallIndex } from './recall-index.ts';
import { MessageTree } from '../../tree/transcript/message-tree.ts';
import { QuotationSearch } from '../../tree/quotations/quotation-search.ts';
import { REDACTED } from '../../tree/quotations/redaction.ts';
import { HEAD_MARK } from '../../tree/transcript/rows-of-list.ts';
import { TranscriptSize } from '../../tree/transcript/transcript-size.ts';

export class TranscriptIndex {
  readonly #session: Session;
  readonly #index: RecallIndex;
  /** Complete only once `complete` has resolved. */
  readonly size = new TranscriptSize();
  /** Complete only once `complete` has resolved. */
  readonly tree = new MessageTree();
  readonly #quotations = new QuotationSearch();
  readonly #redacted = new Map<number, Message>();
  /** Former revisions of files, by key and check, with the results of searches by hard forgets. */
  readonly formerTexts = new QuotationSearch<string>();
  #complete: Promise<void> = Promise.resolve();
  #isCounted = false;

  constructor(session: Session, index: RecallIndex) {
    this.#session = session;
    this.#index = index;
  }

  /** Starts reading every stored message; later messages reach the index with their commit. */
  start(): void {
    this.size.clear();
    this.tree.clear();
    this.#quotations.clear();
    this.#redacted.clear();
    this.#isCounted = false;
    this.#complete = this.#read();
    // Searches of the transcript await `complete` and report a failure; nothing else depends on it.
    this.#complete.catch(() => undefined);
  }

  /** Resolves when every stored message is searchable; rejects when storage could not be read. */
  complete(): Promise<void> {
    return this.#complete;
  }

  /** Takes over a new, changed or dropped message. */
  absorb(message: Message): void {
    this.size.count(message);
    this.tree.absorb(message);
    this.#sign(message);
    this.#index.absorbMessage(message);
  }

  /** Returns the oldest messages beyond the limit; undefined if there are none, or while messages are still counted. */
  excess(maxBytes: number): ReturnType<TranscriptSize['excess']> {
    return this.#isCounted ? this.size.excess(maxBytes) : undefined;
  }

  /** Returns the indexes of the messages that may quote one of these texts; complete once `complete` has resolved. */
  mayQuote(texts: readonly string[]): readonly number[] {
    return this.#quotations.candidates(texts);
  }

  /** Returns all redacted messages, once every stored message is known. */
  async redacted(): Promise<RedactedMessage[]> {
    await this.#complete;
    return Array.from(this.#redacted, ([row, message]) => {
      const { index, hash, after = row - 1, time: _, step: _step, ...left } = message;
      const before = this.tree.nodes.get(after)?.hash;
      return { index, hash, before: before?.startsWith(HEAD_MARK) ? undefined : before, left: left as CheckedMessage };
    });
  }

  #sign(stored: Message): void {
    const { index, ...message } = stored;
    // A redacted message may say so by the mark alone.
    if (message.redacted || wholeText(message).includes(REDACTED)) this.#redacted.set(index, stored);
    else this.#redacted.delete(index);
    if (message.dropped) this.#quotations.remove(index);
    else this.#quotations.take(index, message);
  }

  async #read(): Promise<void> {
    const compare = this.#session.transcript.reading();
    const stored = await this.#session.allRows('messages');
    const sound = new Set<string>();
    for (const { key, value } of stored) {
      const message = verifiedFields<Message>(value);
      if (message) sound.add(key);
      else this.#quotations.take(Number(key), undefined);
      // A message appended during the read is in the index already.
      if (!message) continue;
      const indexed = { ...message, index: Number(key) };
      this.size.count(indexed);
      this.tree.absorb(indexed);
      this.#sign(indexed);
      if (!message.redacted && !this.#index.hasMessage(indexed.index)) this.#index.absorbMessage(indexed);
    }
    this.#isCounted = true;
    // No search waits for the comparison; the next opening makes it again.
    compare(stored, sound, () => this.size.bytes).catch(() => undefined);
  }
}
