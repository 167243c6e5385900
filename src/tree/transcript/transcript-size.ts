// Counts the bytes of the stored messages, with their parts, and finds those beyond a limit. Pure.
import { type HeldPart, PartCount, unique } from './parts.ts';
import { messageBytes, type Message } from './transcript.ts';

/** Approximate bytes of a row that its message does not count: its check and its key. */
const ROW_BYTES = 32;
/** Share of the limit that a trim leaves, so that not every message needs one. */
const LEFT = 15 / 16;

/** The oldest messages to drop. */
interface Excess {
  readonly from: number;
  readonly to: number;
  /** Bytes of the messages alone. */
  readonly bytes: number;
  /** Parts that no message then holds. */
  readonly parts: readonly HeldPart[];
}

export class TranscriptSize {
  readonly #sizes = new Map<number, { readonly bytes: number; readonly parts: readonly HeldPart[] }>();
  #parts = new PartCount();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes + this.#parts.bytes;
  }

  clear(): void {
    this.#sizes.clear();
    this.#parts = new PartCount();
    this.#bytes = 0;
  }

  /** Counts a message, again if it was counted already. */
  count(message: Message): void {
    const { index, dropped, parts = [] } = message;
    const former = this.#sizes.get(index);
    this.#bytes -= former?.bytes ?? 0;
    this.#parts.add(former?.parts ?? [], -1);
    this.#sizes.delete(index);
    if (dropped) return;
    const bytes = messageBytes(message);
    this.#bytes += bytes;
    this.#parts.add(parts, 1);
    this.#sizes.set(index, { bytes, parts });
  }

  /** Whether a message holds this part. */
  holds(hash: string): boolean {
    return this.#parts.has(hash);
  }

  /** Returns the oldest messages beyond the limit; undefined if all fit. The newest message stays, however large. */
  excess(maxBytes: number): Excess | undefined {
    const whole = this.bytes + this.#sizes.size * ROW_BYTES;
    if (whole <= maxBytes) return undefined;
    const indexes = [...this.#sizes.keys()].sort((one, other) => one - other);
    const times = new Map<string, number>();
    let bytes = 0;
    let freed = 0;
    let place = 0;
    for (; place < indexes.length - 1 && whole - bytes - freed - place * ROW_BYTES > maxBytes * LEFT; place++) {
      const size = this.#sizes.get(indexes[place] as number);
      bytes += size?.bytes ?? 0;
      if (!size || size.parts.length === 0) continue;
      for (const { hash } of unique(size.parts)) times.set(hash, (times.get(hash) ?? 0) + 1);
      freed = this.#parts.endingWith(times).reduce((sum, part) => sum + part.bytes, 0);
    }
    const [from, to] = [indexes[0], indexes[place]];
    if (from === undefined || to === undefined || to === from) return undefined;
    return { from, to, bytes, parts: this.#parts.endingWith(times) };
  }
}
