// Cuts long work on the app's thread into slices, so that a page with thousands of messages stays responsive.
import type { ContextProgress } from '../../api/context.ts';
import type { TextReading } from '../../context/reading/text-reading.ts';
import { PIECE, piecesOf } from '../../context/pieces.ts';
import type { Steps } from '../../context/steps.ts';
import { countedIn, type SeenMessage } from '../../context/view/history.ts';

export interface SliceOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ContextProgress) => void) | undefined;
}

/** Cost of a message beside its length, in UTF-16 units of text. */
const MESSAGE = 256;
/** Cost of one look at a message by a step of a plan. */
const LOOK = 32;
/** Cost of copying or hashing a UTF-16 unit of a text that is too long for one slice. */
const COPY = 1 / 32;

export class Slices {
  readonly #between: () => Promise<void>;
  readonly #options: SliceOptions;
  #units = 0;

  /** @param between lets other work of the thread run */
  constructor(between: () => Promise<void>, { signal, onProgress }: SliceOptions = {}) {
    this.#between = between;
    this.#options = { signal, onProgress };
  }

  /** Counts a message of that many UTF-16 units, and pauses where the slice is full. @throws the signal's reason */
  async after(step: ContextProgress['step'], units: number, done: number, total: number): Promise<void> {
    this.#units += MESSAGE + units;
    if (this.#units < PIECE) return;
    this.#options.onProgress?.({ step, done, total });
    await this.#pause();
  }

  /** Reads texts that are too long for one slice beforehand, in pieces. Returns the UTF-16 units of the others. */
  async beforehand(texts: readonly string[], read: (piece: string) => unknown): Promise<number> {
    let others = 0;
    for (const text of texts) {
      if (text.length <= PIECE) others += text.length;
      else {
        for (const piece of piecesOf(text)) {
          await read(piece);
          await this.#pause();
        }
      }
    }
    return others;
  }

  /** Counts that a text of that many UTF-16 units is copied or hashed as a whole. @throws the signal's reason */
  async whole(units: number): Promise<void> {
    if (units <= PIECE) return;
    this.#units += units * COPY;
    if (this.#units >= PIECE) await this.#pause();
  }

  /** Runs the steps of a plan, each of which may look at every message. @throws the signal's reason */
  async through<Result>(steps: Steps<Result>, messages: readonly SeenMessage[]): Promise<Result> {
    let look = 0;
    for (const { text, results = [] } of messages) {
      const length = results.reduce((sum, result) => sum + result.text.length, text.length);
      look += LOOK + (length > PIECE ? length * COPY : 0);
    }
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
      this.#units += look;
      if (this.#units >= PIECE) await this.#pause();
    }
  }

  async #pause(): Promise<void> {
    this.#units = 0;
    await this.#between();
    this.#options.signal?.throwIfAborted();
  }
}

/**
 * Size from which a history is read ahead: UTF-16 units, with the cost of its messages. The plan itself reads a smaller
 * one.
 */
const MUCH = 200 * MESSAGE;

/**
 * Reads a long history for the summary before the plan needs it, since a plan never waits. Does so only where the plan
 * is about to hide most of it.
 */
export async function readAhead(
  messages: readonly SeenMessage[],
  room: number,
  load: () => Promise<TextReading>,
  slices: Slices,
): Promise<void> {
  const { length } = messages;
  if (messages.reduce((sum, { tokens }) => sum + tokens, 0) < room || unitsOf(messages) < MUCH) return;
  const reading = await load();
  for (const [index, { role, text, calls = [], results = [] }] of messages.entries()) {
    // Texts as a summary reads them: each message with the arguments of its calls, and each result.
    const said = [text, ...calls.map((call) => call.arguments)].join('\n');
    const all = [said, ...results.map((result) => result.text)];
    const units = await slices.beforehand(all, reading.namesIn);
    for (const each of all) reading.namesIn(each);
    if (role === 'user' || role === 'assistant') {
      await slices.beforehand([text], reading.wordsIn);
      reading.wordsIn(text);
      reading.statementsIn(text, role);
    }
    await slices.after('sum-up', units, index + 1, length);
  }
}

const unitsOf = (messages: readonly SeenMessage[]): number =>
  messages.reduce((sum, message) => countedIn(message).reduce((units, { length }) => units + length, sum + MESSAGE), 0);
