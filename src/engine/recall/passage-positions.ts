// Numbers the conversation, run and speaker of each text, for the kernel to compare.
import type { Item } from '../../items/item.ts';
import type { Place as PartialPlace } from '../../kernel/kernel.ts';
import { isQuestion, termIds } from '../../recall/terms/terms.ts';

type PassagePosition = Required<PartialPlace>;

/** Length of the runs that stand in for conversations where texts name none (docs/recall.md). */
const RUN = 20;

export class PassagePositions {
  readonly #groups = new Map<string, number>();
  /** By first name, because prompts name people by it. */
  readonly #speakers = new Map<string, { readonly number: number; readonly terms: Uint32Array }>();

  ofItem({ group, sequence, speaker, text }: Item): PassagePosition {
    const position = group === undefined ? this.#run('items', sequence) : this.#conversation(`group ${group}`);
    return { ...position, speaker: speaker === undefined ? 0 : this.#speaker(speaker), question: isQuestion(text) };
  }

  ofFile(path: string): PassagePosition {
    return this.#conversation(`file ${path}`);
  }

  ofMessage(index: number, question: boolean): PassagePosition {
    return { ...this.#run('messages', index), question };
  }

  /** Numbers of the speakers whose first name occurs in the prompt's terms. */
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

  #conversation(name: string): PassagePosition {
    const group = this.#groupOf(name);
    return { session: group + 1, group, speaker: 0, question: false };
  }

  #run(stream: string, ordinal: number): PassagePosition {
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
