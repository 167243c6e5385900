// Batches that fail although the embedder works: tried again, then bisected until the text at fault is alone.
import { waitMs } from './failures.ts';

/** Failures after which a batch is split in two. */
const FAILURES_BEFORE_SPLIT = 2;
/** Failures alone after which a text is left out. */
const FAILURES_BEFORE_LEFT_OUT = 3;

export interface WaitingText {
  readonly key: string;
  readonly text: string;
}

interface FailingBatch {
  readonly texts: readonly WaitingText[];
  /** Failures of exactly these texts together. */
  readonly failures: number;
  /** Time of the next attempt, ms since 1970. */
  readonly dueAt: number;
}

export class FailingBatches {
  #batches: readonly FailingBatch[] = [];
  readonly #leftOut = new Set<string>();

  /** Number of texts to try again. */
  get size(): number {
    return this.#batches.reduce((sum, { texts }) => sum + texts.length, 0);
  }

  /** Number of texts that were given up. */
  get leftOut(): number {
    return this.#leftOut.size;
  }

  /** Time when the next batch is due, ms since 1970; undefined when there is none. */
  get dueAt(): number | undefined {
    return this.#batches.length === 0 ? undefined : Math.min(...this.#batches.map(({ dueAt }) => dueAt));
  }

  /** Keys of the texts in these batches and of those left out: the engine must not report them as new. */
  get keys(): readonly string[] {
    return [...this.#leftOut, ...this.#batches.flatMap(({ texts }) => texts.map(({ key }) => key))];
  }

  due(now: number): readonly (readonly WaitingText[])[] {
    return this.#batches.filter(({ dueAt }) => dueAt <= now).map(({ texts }) => texts);
  }

  /** Records a failure of these texts together: tries them again later, splits them, or leaves the last one out. */
  failed(texts: readonly WaitingText[], now: number): void {
    const failures = (this.#batches.find((batch) => batch.texts === texts)?.failures ?? 0) + 1;
    this.remove(texts);
    const [only] = texts;
    if (texts.length === 1 && only && failures >= FAILURES_BEFORE_LEFT_OUT) {
      this.#leftOut.add(only.key);
      return;
    }
    const dueAt = now + waitMs(failures);
    if (texts.length === 1 || failures < FAILURES_BEFORE_SPLIT) {
      this.#batches = [...this.#batches, { texts, failures, dueAt }];
      return;
    }
    const half = Math.ceil(texts.length / 2);
    const halves = [texts.slice(0, half), texts.slice(half)];
    this.#batches = [...this.#batches, ...halves.map((part) => ({ texts: part, failures: 0, dueAt }))];
  }

  /** Adds a text that alone got no vector while the rest of its batch did. */
  addAlone(text: WaitingText, now: number): void {
    this.#batches = [...this.#batches, { texts: [text], failures: 0, dueAt: now + waitMs(1) }];
  }

  /** Removes a batch that needs no further attempt. */
  remove(texts: readonly WaitingText[]): void {
    this.#batches = this.#batches.filter((batch) => batch.texts !== texts);
  }
}
