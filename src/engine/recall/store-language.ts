// Chooses the rules for a store's words in Latin letters. They follow from the texts alone, so that a session finds the
// same before and after a reload.
import { type Latin, latinOf, latinOfLanguages, latinWords } from '../../recall/terms/latin.ts';
import { termIds } from '../../recall/terms/terms.ts';
import type { PresentItems } from '../items/present-items.ts';
import type { IndexedMessage } from './entries.ts';

/** Texts examined of each kind: the first 16, 32, 64 … of them, as their number doubles. */
const FEWEST_TEXTS = 16;
const MOST_TEXTS = 512;

export class StoreLanguage {
  readonly #items: PresentItems;
  readonly #messages: ReadonlyMap<number, IndexedMessage>;
  /** Size of the sample at the last look. */
  #seen = 0;
  #isDisturbed = false;
  #latin: Latin;
  readonly #isKnown: boolean;

  /** @param languages languages of all texts, if the app knows them; otherwise they are estimated */
  constructor(
    items: PresentItems,
    messages: ReadonlyMap<number, IndexedMessage>,
    languages: readonly string[] | 'auto' = 'auto',
  ) {
    this.#items = items;
    this.#messages = messages;
    this.#isKnown = languages !== 'auto';
    this.#latin = languages === 'auto' ? 'english' : latinOfLanguages(languages);
  }

  get latin(): Latin {
    return this.#latin;
  }

  /** Returns the ids of a text's terms by these rules. */
  terms(text: string): Uint32Array {
    return termIds(text, this.#latin);
  }

  /** Records that a text has left, perhaps one of the first. */
  disturb(): void {
    this.#isDisturbed = true;
  }

  /** Looks again if the number of texts has doubled, or a text has left; returns whether the rules changed. */
  look(): boolean {
    if (this.#isKnown) return false;
    const most = sampleOf(this.#items.size + this.#messages.size);
    if (most === this.#seen && !this.#isDisturbed) return false;
    this.#seen = most;
    this.#isDisturbed = false;
    const former = this.#latin;
    this.#latin = latinOf([
      ...Array.from(this.#items.all().slice(0, most), ({ text }) => latinWords(text)),
      ...Array.from(oldestOf(this.#messages, most), (message) => message.latinWords),
    ]);
    return this.#latin !== former;
  }
}

/** Returns the oldest messages by counting up: nearly all indexes are taken, so this is faster than sorting all. */
function oldestOf(messages: ReadonlyMap<number, IndexedMessage>, most: number): IndexedMessage[] {
  let index = Infinity;
  for (const one of messages.keys()) index = Math.min(index, one);
  const oldest: IndexedMessage[] = [];
  for (; oldest.length < Math.min(most, messages.size); index++) {
    const message = messages.get(index);
    if (message) oldest.push(message);
  }
  return oldest;
}

export const oldestFirst = (messages: ReadonlyMap<number, IndexedMessage>): IndexedMessage[] =>
  [...messages.values()].sort((one, other) => one.index - other.index);

/** Returns the size of the sample; below the fewest, every text counts. */
function sampleOf(count: number): number {
  if (count < FEWEST_TEXTS) return count;
  return Math.min(MOST_TEXTS, 2 ** Math.floor(Math.log2(count)));
}
