// The vectors of prompts, in time or not at all: recall waits for none of them long.
import { pause } from './timers.ts';

/** Prompts whose vectors are kept. */
const KEPT = 64;
/** No model looks further into a prompt. UTF-16 units. */
const LONGEST_PROMPT = 8192;

export class Queries {
  readonly #embed: (prompt: string) => Promise<Float32Array | undefined>;
  /** The one that was asked for longest ago first. */
  readonly #known = new Map<string, Float32Array>();
  readonly #asked = new Map<string, Promise<Float32Array | undefined>>();
  readonly #waitedFor = new Set<Promise<unknown>>();

  constructor(embed: (prompt: string) => Promise<Float32Array | undefined>) {
    this.#embed = embed;
  }

  /** Needs no model. */
  known(prompt: string): Float32Array | undefined {
    const text = beginning(prompt);
    const vector = this.#known.get(text);
    if (vector) this.#keep(text, vector);
    return vector;
  }

  /** Undefined when there is none within `queryMs`; what comes later is there for the next time. */
  async ask(prompt: string, queryMs: number): Promise<Float32Array | undefined> {
    const vector = this.#vector(beginning(prompt));
    const inTime = new AbortController();
    const waited = Promise.race([vector, pause(queryMs, inTime.signal)]);
    this.#waitedFor.add(waited);
    try {
      return (await waited) ?? undefined;
    } finally {
      inTime.abort();
      this.#waitedFor.delete(waited);
    }
  }

  /** Resolves when nobody waits for a vector: texts come after prompts. */
  async quiet(): Promise<void> {
    while (this.#waitedFor.size > 0) await Promise.all(this.#waitedFor);
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
        // Recall goes on with words; the embedder has taken note of it.
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
