// Makes the stored transcript searchable in the background, and tells when it is complete.
//
// Opening does not wait for it: a transcript only grows, and nothing but its own searches needs it. Messages come in
// their order, because neighbours are found by it.
import type { Message } from '../../tree/transcript/transcript.ts';
import { verifiedFields } from '../session/row-checksum.ts';
import type { Session } from '../session/session.ts';
import type { RecallIndex } from './recall-index.ts';

export class TranscriptIndex {
  readonly #session: Session;
  readonly #index: RecallIndex;
  #complete: Promise<void> = Promise.resolve();

  constructor(session: Session, index: RecallIndex) {
    this.#session = session;
    this.#index = index;
  }

  /** Starts reading every stored message; later messages reach the index with their commit. */
  start(): void {
    this.#complete = this.#read();
    // Searches of the transcript await `complete` and report a failure; nothing else depends on it.
    this.#complete.catch(() => undefined);
  }

  /** Resolves when every stored message is searchable; rejects when storage could not be read. */
  complete(): Promise<void> {
    return this.#complete;
  }

  async #read(): Promise<void> {
    const compare = this.#session.transcript.reading();
    const stored = await this.#session.allRows('messages');
    const sound = new Set<string>();
    for (const { key, value } of stored) {
      const message = value && (verifiedFields(value) as Message | undefined);
      if (message) sound.add(key);
      // A message that was appended during the read is in the index already.
      const isNew = message && !message.redacted && !this.#index.hasMessage(Number(key));
      if (isNew) this.#index.absorbMessage({ ...message, index: Number(key) });
    }
    // No search waits for the comparison; the next opening makes it again.
    compare(stored, sound).catch(() => undefined);
  }
}
