// How many bytes the stored messages have, and from where on they fit into a limit. Pure.
import { messageBytes, type Message } from './transcript.ts';

/** Share of the limit that is left after a trim, so that not every message is followed by one. */
const LEFT = 15 / 16;

export class TranscriptSize {
  readonly #sizes = new Map<number, number>();
  bytes = 0;

  clear(): void {
    this.#sizes.clear();
    this.bytes = 0;
  }

  /** A message that is counted already is counted anew. */
  count(message: Message): void {
    const { index } = message;
    const size = message.dropped ? 0 : messageBytes(message);
    this.bytes += size - (this.#sizes.get(index) ?? 0);
    if (message.dropped) this.#sizes.delete(index);
    else this.#sizes.set(index, size);
  }

  /** The oldest messages that have to go; undefined where all fit. The newest message stays, however large. */
  excess(maxBytes: number): { readonly from: number; readonly to: number; readonly bytes: number } | undefined {
    if (this.bytes <= maxBytes) return undefined;
    const indexes = [...this.#sizes.keys()].sort((one, other) => one - other);
    let bytes = 0;
    let place = 0;
    for (; place < indexes.length - 1 && this.bytes - bytes > maxBytes * LEFT; place++)
      bytes += this.#sizes.get(indexes[place] as number) ?? 0;
    const [from, to] = [indexes[0], indexes[place]];
    return from === undefined || to === undefined || to === from ? undefined : { from, to, bytes };
  }
}
