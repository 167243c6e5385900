// A run of a model as an app holds it: parts as they come, and the answer at the end.
import { WorkingMemoryError } from '../../errors.ts';
import type { RunCall, RunResult } from './tools.ts';

/** One part of a run, in order. */
export type RunPart =
  | { readonly type: 'text' | 'reasoning'; readonly text: string }
  | ({ readonly type: 'tool-call' } & RunCall)
  | ({ readonly type: 'tool-result' } & RunResult);

/** End of a run. */
export interface RunAnswer {
  /** Last words of the model; empty where it only called tools. */
  readonly text: string;
  /** Number of requests that were sent. */
  readonly steps: number;
  /**
   * Reason for the end, in the provider's words · `steps`: it would have gone on calling tools · `cut-off`: the stream
   * ended before the model did, and the list did not take its words.
   */
  readonly finish: string;
}

/** One run of a model. It begins when it is first read, either way; its parts can be read once. */
export class ModelRun implements AsyncIterable<RunPart> {
  readonly #parts: AsyncGenerator<RunPart, RunAnswer>;
  #reading: Promise<RunAnswer> | undefined;
  #settle: { resolve(answer: RunAnswer): void; reject(error: unknown): void } | undefined;

  constructor(parts: AsyncGenerator<RunPart, RunAnswer>) {
    this.#parts = parts;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<RunPart, void> {
    this.#reading ??= new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // A reader of the parts hears of the error there.
    this.#reading.catch(() => undefined);
    try {
      const parts = this.#parts;
      const answer = yield* parts;
      // The answer is undefined for a second reader.
      if (answer) this.#settle?.resolve(answer);
    } catch (error) {
      this.#settle?.reject(error);
      throw error;
    } finally {
      const message = 'Nobody read the run to its end, so it has no answer.';
      this.#settle?.reject(new WorkingMemoryError('aborted', message, { method: 'run' }));
    }
  }

  /**
   * Returns the answer; reads the parts where nobody else does.
   * @throws the error of the run · aborted: a reader left it early
   */
  async answer(): Promise<RunAnswer> {
    if (!this.#reading) for await (const _ of this);
    return this.#reading as unknown as Promise<RunAnswer>;
  }
}
