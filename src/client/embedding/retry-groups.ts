// Texts whose embedding failed although the embedder works: tried again, then in halves until the bad one stands alone.
import { waitMs } from './failures.ts';

/** A batch that failed so often is split. */
const BEFORE_SPLIT = 2;
/** A text that failed so often alone is left out. */
const BEFORE_LEFT_OUT = 3;

export interface Waiting {
  readonly key: string;
  readonly text: string;
}

interface Suspect {
  readonly texts: readonly Waiting[];
  /** As this group. */
  readonly failures: number;
  /** ms since 1970. */
  readonly dueAt: number;
}

export class Suspects {
  #groups: readonly Suspect[] = [];
  readonly #leftOut = new Set<string>();

  /** Texts that are to be tried again. */
  get size(): number {
    return this.#groups.reduce((sum, { texts }) => sum + texts.length, 0);
  }

  /** Texts that were given up. */
  get leftOut(): number {
    return this.#leftOut.size;
  }

  /** When the next is due, ms since 1970; undefined when there is none. */
  get dueAt(): number | undefined {
    return this.#groups.length === 0 ? undefined : Math.min(...this.#groups.map(({ dueAt }) => dueAt));
  }

  /** What is not to be asked for: it is here, or left out. */
  get keys(): readonly string[] {
    return [...this.#leftOut, ...this.#groups.flatMap(({ texts }) => texts.map(({ key }) => key))];
  }

  due(now: number): readonly (readonly Waiting[])[] {
    return this.#groups.filter(({ dueAt }) => dueAt <= now).map(({ texts }) => texts);
  }

  failed(texts: readonly Waiting[], now: number): void {
    const failures = (this.#groups.find((group) => group.texts === texts)?.failures ?? 0) + 1;
    this.done(texts);
    const [only] = texts;
    if (texts.length === 1 && only && failures >= BEFORE_LEFT_OUT) {
      this.#leftOut.add(only.key);
      return;
    }
    const dueAt = now + waitMs(failures);
    if (texts.length === 1 || failures < BEFORE_SPLIT) {
      this.#groups = [...this.#groups, { texts, failures, dueAt }];
      return;
    }
    const half = Math.ceil(texts.length / 2);
    const halves = [texts.slice(0, half), texts.slice(half)];
    this.#groups = [...this.#groups, ...halves.map((part) => ({ texts: part, failures: 0, dueAt }))];
  }

  /** It alone got no vector, beside others that did. */
  doubtful(text: Waiting, now: number): void {
    this.#groups = [...this.#groups, { texts: [text], failures: 0, dueAt: now + waitMs(1) }];
  }

  /** They need not be tried again: they have vectors, or were taken apart. */
  done(texts: readonly Waiting[]): void {
    this.#groups = this.#groups.filter((group) => group.texts !== texts);
  }
}
