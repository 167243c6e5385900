// Where and by whom a text was said, as the numbers that the kernel compares: conversations, runs, speakers.
import type { Item } from '../../items/item.ts';
import type { Place as PartialPlace } from '../../kernel/kernel.ts';
import { isQuestion, termIds } from '../../recall/terms/terms.ts';

type Place = Required<PartialPlace>;

/** Texts of no named conversation are looked at in runs of so many (docs/recall.md). */
const RUN = 20;

export class Places {
  readonly #groups = new Map<string, number>();
  /** By first name: people call each other by it. */
  readonly #speakers = new Map<string, { readonly number: number; readonly terms: Uint32Array }>();

  ofItem({ group, sequence, speaker, text }: Item): Place {
    const place = group === undefined ? this.#run('items', sequence) : this.#conversation(`group ${group}`);
    return { ...place, speaker: speaker === undefined ? 0 : this.#speaker(speaker), question: isQuestion(text) };
  }

  ofFile(path: string): Place {
    return this.#conversation(`file ${path}`);
  }

  ofMessage(index: number, question: boolean): Place {
    return { ...this.#run('messages', index), question };
  }

  /** The speakers whose first name is among the terms. */
  namedIn(prompt: Uint32Array): number[] {
    if (this.#speakers.size === 0) return [];
    const asked = new Set(prompt);
    return [...this.#speakers.values()]
      .filter(({ terms }) => terms.length > 0 && terms.every((term) => asked.has(term)))
      .map(({ number }) => number);
  }

  clear(): void {
    this.#groups.clear();
    this.#speakers.clear();
  }

  #conversation(name: string): Place {
    const group = this.#groupOf(name);
    return { session: group + 1, group, speaker: 0, question: false };
  }

  #run(stream: string, ordinal: number): Place {
    const group = this.#groupOf(`${stream} from ${ordinal - (ordinal % RUN)}`);
    return { session: 0, group, speaker: 0, question: false };
  }

  #groupOf(name: string): number {
    const known = this.#groups.get(name) ?? this.#groups.size;
    this.#groups.set(name, known);
    return known;
  }

  #speaker(speaker: string): number {
    const name = speaker.trim().toLowerCase().split(/\s+/)[0] ?? '';
    const known = this.#speakers.get(name) ?? { number: this.#speakers.size + 1, terms: termIds(name) };
    this.#speakers.set(name, known);
    return known.number;
  }
}
