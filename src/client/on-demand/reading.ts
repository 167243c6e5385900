// The parts of compaction. A page loads the one for hiding when a plan first hides something, and the other when its
// app or its model asks for a compaction.
import type * as Hiding from '../../context/hiding.ts';
import { ReadingNeeded, type TextReading } from '../../context/reading/text-reading.ts';
import { lazy } from '../lazy.ts';

export const readingPart = /* @__PURE__ */ lazy('compaction', 'ReadTexts', () => import('../../context/hiding.ts'));

export const compactionPart = /* @__PURE__ */ lazy(
  'compaction',
  'CompactionClient',
  () => import('../context/compaction-client.ts'),
);

export class ReadingOnDemand {
  #hiding: typeof Hiding | undefined;
  #loaded: Hiding.ReadTexts | undefined;

  /** Returns the reader for a plan. @throws ReadingNeeded while it is not loaded */
  readonly now = (): TextReading => {
    if (!this.#loaded) throw new ReadingNeeded();
    return this.#loaded;
  };

  /** Returns the rules of compaction for a plan. @throws ReadingNeeded while they are not loaded */
  readonly hiding = (): typeof Hiding => {
    if (!this.#hiding) throw new ReadingNeeded();
    return this.#hiding;
  };

  /** Loads the part, and returns the reader. @throws part-unavailable */
  readonly load = async (): Promise<TextReading> => {
    this.#hiding ??= await readingPart();
    return (this.#loaded ??= new this.#hiding.ReadTexts());
  };

  /** Returns the finder of lapses for a reminder, which says less where the part cannot be loaded. */
  readonly lapses = (): Promise<TextReading['lapses'] | undefined> =>
    this.load().then(
      (reading) =>
        (...given) =>
          reading.lapses(...given),
      () => undefined,
    );

  /** Begins a new request. */
  turn(): void {
    this.#loaded?.turn();
  }

  /** Makes the plan, and once more where it turned out to need the part. @throws part-unavailable */
  async during<Plan>(plan: () => Promise<Plan>): Promise<Plan> {
    try {
      return await plan();
    } catch (error) {
      if (!(error instanceof ReadingNeeded)) throw error;
      await this.load();
      return plan();
    }
  }
}
