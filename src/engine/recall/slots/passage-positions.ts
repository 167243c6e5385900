// Numbers the conversation, run and speaker of each text, for the kernel to compare.
//
// The numbers mean nothing beyond one kernel: a rebuild assigns them again in order of arrival, so that equal rows
// give an equal kernel. Names get a prefix by kind, because a group may have the name of a file.
import type { Item } from '../../../items/item.ts';
import type { Place as PartialPlace } from '../../../kernel/kernel.ts';
import type { Latin } from '../../../recall/terms/latin.ts';
import { isQuestion, termIds } from '../../../recall/terms/terms.ts';

type PassagePosition = Required<PartialPlace>;

/** Length of the runs that stand in for conversations if texts name none (docs/recall.md). */
const RUN = 20;

export class PassagePositions {
  readonly #groups = new Map<string, number>();
  #latin: Latin = 'english';
  /** Speakers by first name, because prompts name people by it. */
  readonly #speakers = new Map<string, { readonly number: number; readonly terms: Uint32Array }>();

  /**
   * Returns the position of an item. Without a group it belongs to a run; its neighbours are then bounded by time
   * alone.
   * @param among name of the session, if texts of several sessions share the index
   */
  ofItem({ group, sequence, role, speaker, text }: Item, among = ''): PassagePosition {
    const position =
      group === undefined ? this.#run('items', sequence, among) : this.#conversation(`group ${group}`, among);
    const number = speaker === undefined ? 0 : this.#speaker(speaker);
    const turn = number > 0 || role === 'assistant';
    return { session: position.session, group: position.group, speaker: number, question: isQuestion(text), turn };
  }

  ofFile(path: string, among = ''): PassagePosition {
    return this.#conversation(`file ${path}`, among);
  }

  ofMessage(index: number, question: boolean, among = ''): PassagePosition {
    return { ...this.#run('messages', index, among), question, turn: true };
  }

  /**
   * Returns the numbers of the speakers whose first name occurs in the prompt's terms. A name that is a stop word, such
   * as "Will", has no terms and is never found. O(speakers).
   */
  namedIn(prompt: Uint32Array): number[] {
    if (this.#speakers.size === 0) return [];
    const asked = new Set(prompt);
    return [...this.#speakers.values()]
      .filter(({ terms }) => terms.length > 0 && terms.every((term) => asked.has(term)))
      .map(({ number }) => number);
  }

  /** First names of the speakers, in lower case. */
  get names(): Iterable<string> {
    return this.#speakers.keys();
  }

  /** Forgets all numbers. @param latin rules by which the words of prompts are read from now on */
  clear(latin: Latin): void {
    this.#latin = latin;
    this.#groups.clear();
    this.#speakers.clear();
  }

  /** Returns the position of a conversation. Session 0 stands for texts without one, so sessions count from 1. */
  #conversation(name: string, among: string): PassagePosition {
    const group = this.#groupOf(`${among} ${name}`);
    return { session: group + 1, group, speaker: 0, question: false, turn: false };
  }

  /** Returns the position of a run, by sequence or index and not by arrival: a rebuild finds the same runs. */
  #run(stream: string, ordinal: number, among: string): PassagePosition {
    const group = this.#groupOf(`${among} ${stream} from ${ordinal - (ordinal % RUN)}`);
    const session = among === '' ? 0 : this.#groupOf(`session ${among}`) + 1;
    return { session, group, speaker: 0, question: false, turn: false };
  }

  #groupOf(name: string): number {
    const known = this.#groups.get(name) ?? this.#groups.size;
    this.#groups.set(name, known);
    return known;
  }

  /** Returns the number of a speaker by first name, as a prompt cannot tell namesakes apart. 0 = unknown. */
  #speaker(speaker: string): number {
    const name = speaker.trim().toLowerCase().split(/\s+/)[0] ?? '';
    // Read as `Jean Luc`: by its parts a prompt finds Jean-Luc in both spellings.
    const terms = termIds(name.replace('-', ' '), this.#latin);
    const known = this.#speakers.get(name) ?? { number: this.#speakers.size + 1, terms };
    this.#speakers.set(name, known);
    return known.number;
  }
}
