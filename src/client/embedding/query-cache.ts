// Vectors of prompts, cached, and with a limit on how long recall waits for a new one.
import { pause } from '../../ports/timers.ts';

/** Number of prompts whose vectors stay in memory, the least recently used first out. */
const KEPT = 64;
/** Limit of a prompt in UTF-16 units; models read no further into it. */
const LONGEST_PROMPT = 8192;

export class QueryCache {
  readonly #embed: (prompt: string) => Promise<Float32Array | undefined>;
  /** Vectors by prompt, least recently used first. */
  readonly #known = new Map<string, Float32Array>();
  readonly #asked = new Map<string, Promise<Float32Array | undefined>>();
  /** Vectors that a question waits for now. */
  readonly #awaited = new Set<Promise<unknown>>();

  constructor(embed: (prompt: string) => Promise<Float32Array | undefined>) {
    this.#embed = embed;
  }

  /** Returns the vector from the cache; needs no model. */
  known(prompt: string): Float32Array | undefined {
    const text = beginning(prompt);
    const vector = this.#known.get(text);
    if (vector) this.#keep(text, vector);
    return vector;
  }

  /** Returns the vector; undefined when it takes longer than `queryMs`. It is cached when it arrives. */
  async within(prompt: string, queryMs: number): Promise<Float32Array | undefined> {
    const vector = this.#vector(beginning(prompt));
    const inTime = new AbortController();
    const waited = Promise.race([vector, pause(queryMs, inTime.signal)]);
    this.#awaited.add(waited);
    try {
      return (await waited) ?? undefined;
    } finally {
      inTime.abort();
      this.#awaited.delete(waited);
    }
  }

  /** Resolves when no question waits for a vector: prompts go before texts. */
  async whenIdle(): Promise<void> {
    while (this.#awaited.size > 0) await Promise.all(this.#awaited);
  }

  #vector(text: string): Promise<Float32Array | undefined> {
    const asked = this.#asked.get(text);
    if (asked) return asked;
    const vector = this.#embed(text).then(
      (found) => {
        this.#asked.delete(text);
        if (found) this.#keep(text, found);
        return found;
      },
      () => {
        // Recall goes on without a vector; the shared embedder has recorded the failure.
        this.#asked.delete(text);
        return undefined;
      },
    );
    this.#asked.set(text, vector);
    return vector;
  }

  #keep(text: string, vector: Float32Array): void {
    this.#known.delete(text);
    this.#known.set(text, vector);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= KEPT) return;
      this.#known.delete(oldest);
    }
  }
}

const beginning = (prompt: string): string => prompt.slice(0, LONGEST_PROMPT).toWellFormed();
