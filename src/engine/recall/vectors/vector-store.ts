// Stores vectors in blocks, by the hash of their text, and keeps the index supplied with them. Vectors can be computed
// again, so a block that may hold a vector of a forgotten text is dropped.
//
// The queue of texts to embed is a query, not a list: every searchable text without a vector of the model in use
// (docs/decisions/0013). So a new text needs no write, and a crash leaves nothing to repair. The same vectors exist
// three times: in blocks of storage, by key in this map, and in the kernel, which can be built again at any time.
import type { EmbeddedText, Meaning, Unembedded } from '../../../boundary/engine.ts';
import { invalidInput, kindOf } from '../../../errors.ts';
import type { RowChange } from '../../../storage/port.ts';
import { type Message, messageKey, searchableText } from '../../../tree/transcript/transcript.ts';
import type { Content, JournalEvent } from '../../session/apply.ts';
import { type UncheckedRow, verifiedFields } from '../../session/row-checksum.ts';
import { type Entry, indexedText } from '../entries.ts';
import type { RecallIndex } from '../recall-index.ts';
import type { Session } from '../../session/session.ts';
import type { Decision } from '../../session/session-ports.ts';
import type { TranscriptIndex } from '../transcript-index.ts';
import { type Block, blockKey, BLOCKS_AT_ONCE, readBlock, rowsPerBlock, vectorRow } from './vector-blocks.ts';

/** UTF-16 units of a text that are embedded; no model reads more. */
const LONGEST_EMBEDDED = 8192;
/** Vectors merged in one commit. A larger commit would keep other commands waiting. */
const SEALED_AT_ONCE = 4096;

/** A block without its vectors, which `#byKey` holds. */
type Kept = Pick<Block, 'keys'> & { readonly model: string | undefined };

export class VectorStore {
  readonly #session: Session;
  readonly #index: RecallIndex;
  readonly #transcript: TranscriptIndex;
  readonly #byKey: Map<string, Float32Array>;
  #model: string | undefined;
  /** All stored blocks, including damaged ones and those of other models; undefined until first needed. */
  #blocks: Map<string, Kept> | undefined;
  #loading: Promise<void> = Promise.resolve();

  /** @param byKey filled here, read by the index: vectors by the key of their text, all of the model in use */
  constructor(session: Session, index: RecallIndex, transcript: TranscriptIndex, byKey: Map<string, Float32Array>) {
    this.#session = session;
    this.#index = index;
    this.#transcript = transcript;
    this.#byKey = byKey;
  }

  /**
   * Switches the model. Vectors of another model cannot be compared: all leave the kernel, and the blocks are read
   * again for this one. Vectors of the former model stay stored until the next sealing.
   */
  async useVectors(model: string, fastScan?: WebAssembly.Module): Promise<void> {
    if (model !== this.#model || !this.#blocks) {
      this.#model = model;
      this.#byKey.clear();
      this.#index.resetVectors(fastScan);
      this.#load();
    }
    return this.#loading;
  }

  /**
   * Returns the meaning if its model and dimension match the stored vectors. A query of another model would rank by
   * noise; without a meaning recall uses words.
   */
  comparable(meaning: Meaning | undefined): Meaning | undefined {
    return meaning?.model === this.#model && this.#dimension() === meaning?.vector.length ? meaning : undefined;
  }

  /**
   * Returns the next texts to embed, and how many wait in all. O(searchable texts): asked in idle time.
   * @param without keys known to fail
   */
  async unembedded(limit: number, without: readonly string[]): Promise<Unembedded> {
    await this.everythingKnown();
    const texts = this.#index.texts();
    // Vectors of deleted texts: blocks still hold them, memory need not.
    for (const key of this.#byKey.keys()) if (!texts.has(key)) this.#byKey.delete(key);
    const left = new Set(without);
    const groups: [key: string, entry: Entry][][] = [[], [], [], []];
    for (const [key, entry] of texts) {
      if (!this.#byKey.has(key) && !left.has(key)) groups[this.#turn(entry)]?.push([key, entry]);
    }
    const waiting = groups.flat();
    // Only the requested texts are read: messages are not in memory.
    const next = [];
    for (const [key, entry] of waiting.slice(0, limit)) {
      const text = entry.kind === 'message' ? await this.#messageText(entry.message.index) : indexedText(entry);
      next.push({ key, text: text.slice(0, LONGEST_EMBEDDED).toWellFormed() });
    }
    return { texts: next, waiting: waiting.length };
  }

  /**
   * Stores vectors of texts that still wait. One commit writes one batch of the embedder, as small blocks that sealing
   * merges.
   */
  async storeVectors(model: string, vectors: readonly EmbeddedText[]): Promise<{ readonly stored: number }> {
    const dimension = this.#dimension() ?? vectors[0]?.vector.length ?? 0;
    if (model !== this.#model || !vectors.every(({ vector }) => vector.length === dimension && isDirected(vector))) {
      const expected = `finite, not zero, of ${dimension} numbers, of the model in use`;
      throw invalidInput('vectors', expected, kindOf(vectors));
    }
    return this.#session.command(
      () => this.everythingKnown(),
      () => {
        const texts = this.#index.texts();
        // Embedding takes seconds: meanwhile a text may be gone, or another owner may have embedded it.
        const kept = vectors.filter(({ key }) => texts.has(key) && !this.#byKey.has(key));
        const stored = kept.length;
        if (stored === 0) return { events: [], result: { stored } };
        const rows = this.#blocksOf(new Map(kept.map(({ key, vector }) => [key, vector])));
        return { events: [{ type: 'vectors-stored', count: stored }], content: { rows }, result: { stored } };
      },
    );
  }

  /** Merges small and half-empty blocks, in several commits, so that commands get their turn in between. */
  async sealVectors(): Promise<void> {
    while (
      await this.#session.command(
        () => this.everythingKnown(),
        () => this.#decideSealing(),
      )
    );
  }

  /** Follows written and deleted blocks of this owner and others. */
  absorb(rows: readonly RowChange[]): void {
    const blocks = this.#blocks;
    if (!blocks) return;
    for (const { key: name, value } of rows) {
      const block = value && readBlock(value);
      // Damaged blocks are remembered, too: they cannot be used, but a hard forget must drop them.
      if (value) blocks.set(name, { model: block?.model, keys: block?.keys ?? [] });
      else blocks.delete(name);
      if (!block || block.model !== this.#model) continue;
      const { keys, data } = block;
      const dimension = data.length / keys.length;
      // The kernel takes vectors of one length; the first one read decides.
      if (dimension !== (this.#dimension() ?? dimension)) continue;
      // Views of the block's memory, not copies.
      const vectors = keys.map((key, at) => [key, data.subarray(at * dimension, (at + 1) * dimension)] as const);
      for (const [key, vector] of vectors) this.#byKey.set(key, vector);
      this.#index.attach(vectors);
    }
  }

  /** Reads all blocks again, after the state was emptied. */
  reload(): void {
    if (this.#blocks) this.#load();
  }

  /**
   * Adds to a commit the deletion of every block with a vector of a text that the events erase, or that is already gone.
   * This needs only the keys of a block. Its other vectors are still in memory, and the next sealing stores them again.
   */
  decideErasure(
    events: readonly JournalEvent[],
    content: Content,
  ): Required<Pick<Decision<unknown>, 'events' | 'content'>> {
    const blocks = [...(this.#blocks ?? [])];
    // Computing the keys of 80,000 messages takes a third of a hard forget; without blocks skip it.
    const texts = blocks.length > 0 ? this.#index.texts() : new Map<string, Entry>();
    const erased = new Set(events.flatMap(erasedBy));
    for (const [key, entry] of texts) if (erased.has(nameOf(entry))) texts.delete(key);
    const dropped = blocks.filter(([, { model, keys }]) => !model || keys.some((key) => !texts.has(key)));
    if (dropped.length === 0) return { events, content };
    return {
      events: [...events, { type: 'vectors-dropped', reason: 'forgotten', blocks: dropped.length }],
      content: { ...content, rows: [...(content.rows ?? []), ...dropped.map(([key]) => vectorRow(key))] },
    };
  }

  /**
   * Decides one merge; the result is true if more blocks remain. Leaves blocks of which more than half is in use, and
   * merges the others into full ones. Blocks of other models count as empty.
   */
  #decideSealing(): Decision<boolean> {
    const texts = this.#index.texts();
    const full = rowsPerBlock(this.#dimension() ?? 1);
    const loose: string[] = [];
    const kept = new Map([...this.#byKey].filter(([key]) => texts.has(key)));
    let rows = 0;
    let isTidy = true;
    for (const [name, { model, keys }] of this.#blocks ?? []) {
      const isOurs = model === this.#model;
      const alive = isOurs ? keys.filter((key) => kept.has(key)).length : 0;
      if (alive * 2 > full || rows >= SEALED_AT_ONCE) {
        // The block stays, or waits for the next commit. This commit writes what is left in `kept`.
        for (const key of keys) if (isOurs) kept.delete(key);
        continue;
      }
      loose.push(name);
      rows += alive;
      isTidy &&= alive > 0;
    }
    // Nothing to gain: at most one loose block, without waste, and every vector in memory has a block.
    if (isTidy && loose.length < 2 && kept.size === rows) return { events: [], result: false };
    return {
      events: [{ type: 'vectors-sealed', count: kept.size }],
      content: { rows: [...loose.map((key) => vectorRow(key)), ...this.#blocksOf(kept)] },
      result: rows >= SEALED_AT_ONCE,
    };
  }

  /** Packs vectors into blocks. Keys use the head of the commit that will write them, which no other commit has. */
  #blocksOf(vectors: ReadonlyMap<string, Float32Array>): UncheckedRow[] {
    const all = [...vectors];
    const dimension = all[0]?.[1].length ?? 1;
    const size = rowsPerBlock(dimension);
    const blocks = [];
    for (let from = 0; from < all.length; from += size) {
      const part = all.slice(from, from + size);
      const data = new Float32Array(part.length * dimension);
      for (const [at, [, vector]] of part.entries()) data.set(vector, at * dimension);
      const block = { model: this.#model as string, keys: part.map(([key]) => key), data };
      blocks.push(vectorRow(blockKey(this.#session.state.manifest.head + 1, blocks.length), block));
    }
    return blocks;
  }

  #load(): void {
    this.#blocks = new Map();
    this.#loading = this.#read();
    // The next call reads again, and reports a lasting failure.
    this.#loading.catch(() => (this.#blocks = undefined));
  }

  async #read(): Promise<void> {
    const read = (after: string) => this.#session.rows('vectors', after, BLOCKS_AT_ONCE);
    for (let next: ReturnType<typeof read> | undefined = read(''); next;) {
      const page: readonly RowChange[] = await next;
      const last = page[BLOCKS_AT_ONCE - 1];
      // Storage reads the next page while this one is absorbed.
      next = last && read(last.key);
      this.absorb(page);
    }
  }

  /**
   * Resolves when every block and every searchable text is known. A decision based on half of the blocks would drop, or
   * store twice, the vectors of the other half.
   */
  async everythingKnown(): Promise<void> {
    if (!this.#blocks) this.#load();
    await this.#loading;
    await this.#transcript.complete();
  }

  /** Numbers per vector; undefined without any vector: the next one decides. */
  #dimension(): number | undefined {
    for (const { length } of this.#byKey.values()) return length;
    return undefined;
  }

  /** Returns the rank of an entry in the order of embedding: items, long tail, files, messages. */
  #turn(entry: Entry): number {
    if (entry.kind === 'item') return this.#session.state.items.has(entry.item.id) ? 0 : 1;
    return entry.kind === 'chunk' ? 2 : 3;
  }

  /** Returns the text of a message; empty if it is gone: `storeVectors` then skips its vector. */
  async #messageText(index: number): Promise<string> {
    const row = await this.#session.row('messages', messageKey(index));
    const message = verifiedFields<Message>(row);
    return message ? searchableText(message) : '';
  }
}

/** Whether a vector has a cosine; zero vectors and those with NaN or Infinity have none. */
function isDirected(vector: Float32Array): boolean {
  const square = vector.reduce((sum, value) => sum + value * value, 0);
  return square > 0 && square < Infinity;
}

/** Returns the names of the entries whose text a hard forget erases with this event. */
function erasedBy(event: JournalEvent): string[] {
  if (event.type === 'item-forgotten') return [`item ${event.id}`];
  if (event.type === 'message-redacted') return [`message ${event.index}`];
  return event.type === 'file-redacted' ? [`file ${event.path} ${event.revision}`] : [];
}

function nameOf(entry: Entry): string {
  if (entry.kind === 'item') return `item ${entry.item.id}`;
  return entry.kind === 'message'
    ? `message ${entry.message.index}`
    : `file ${entry.document.path} ${entry.document.revision}`;
}
