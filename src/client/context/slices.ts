// Cuts long work on the app's thread into slices, so that a page with thousands of messages stays responsive.
import type { ContextProgress } from '../../api/context.ts';
import type { TextReading } from '../../context/reading/text-reading.ts';
import type { SeenMessage } from '../../context/view/history.ts';

export interface SliceOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ContextProgress) => void) | undefined;
}

/** UTF-16 units of one slice: some 10 ms of the slowest step. */
const SLICE = 32_768;
/** What a message costs beside its length. */
const MESSAGE = 256;

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
    if (this.#units < SLICE) return;
    this.#units = 0;
    this.#options.onProgress?.({ step, done, total });
    await this.#between();
    this.#options.signal?.throwIfAborted();
  }
}

/** Fewer messages are read by the plan itself, where it needs them. */
const MANY = 200;

/**
 * Reads a long history for the summary before the plan needs it, since a plan never waits. Only where the plan is about
 * to hide most of it.
 */
export async function readAhead(
  messages: readonly SeenMessage[],
  room: number,
  load: () => Promise<TextReading>,
  slices: Slices,
): Promise<void> {
  const { length } = messages;
  if (length < MANY || messages.reduce((sum, { tokens }) => sum + tokens, 0) < room) return;
  const reading = await load();
  for (const [index, { role, text, calls = [], results = [] }] of messages.entries()) {
    const words = [text, ...calls.map((call) => call.arguments)].join('\n');
    const texts = [words, ...results.map((result) => result.text)];
    for (const each of texts) reading.namesIn(each);
    if (role === 'user' || role === 'assistant') {
      reading.statementsIn(text, role);
      reading.wordsIn(text);
    }
    await slices.after(
      'sum-up',
      texts.reduce((sum, each) => sum + each.length, 0),
      index + 1,
      length,
    );
  }
}
