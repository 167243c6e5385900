// Reader of requests with tools only: opens paths and searches.
import type { WorkingMemory } from '../../../src/api/memory.ts';
import type { MemoryTool } from '../../../src/api/tools.ts';
import { memoryTools } from '../../../src/entries/tools.ts';

/** UTF-16 units of each end of a text to search for. */
const ASKED = 150;

/** Hits to open: with few of them, a wrong place is not made up for by others. */
const BEST = 2;

/** Start of a `read`, both from 1. */
export interface Place {
  readonly fromLine: number;
  readonly fromCharacter?: number;
  readonly lines?: number;
}

/** One passage in an answer of `search`. */
export interface PrintedHit extends Place {
  readonly path: string;
  /** Arguments of `read` beside the path. */
  readonly given: Partial<Place>;
  readonly heading: string;
  readonly snippet: string;
}

const READ_ON = /\n\((?:There is more|Line \d+ was cut): continue with fromLine (\d+)(?:, fromCharacter (\d+))?\)$/;
const HIT = /^(\S+?)(?:, fromLine (\d+))?(?:, fromCharacter (\d+))?(?:, \D[^·]*)?(?: · (.*))?\n((?: {2}.*\n?)+)/gm;

export class RequestReader {
  readonly #tools: readonly MemoryTool[];
  readonly #read = new Map<string, string>();

  constructor(memory: WorkingMemory) {
    this.#tools = memoryTools(memory, { set: 'all' });
  }

  #call(name: string, input: object): Promise<string> {
    return (this.#tools.find((tool) => tool.name === name) as MemoryTool).execute(input);
  }

  /** Returns the whole text, page by page; empty where there is none. */
  async open(path: string): Promise<string> {
    const known = this.#read.get(path);
    if (known !== undefined) return known;
    let text = '';
    for (let next: Place | undefined = { fromLine: 1 }; next;) {
      const page: { readonly text: string; readonly next?: Place } = await this.openAt(path, next);
      text += `${text === '' || next.fromCharacter !== undefined ? '' : '\n'}${page.text}`;
      next = page.next;
    }
    this.#read.set(path, text);
    return text;
  }

  /** Returns these lines, both from 1, over as many pages as needed. */
  async openLines(path: string, first: number, last: number): Promise<string> {
    let text = '';
    for (let next: Place | undefined = { fromLine: first }; next && next.fromLine <= last;) {
      const { fromLine, fromCharacter } = next;
      const page = await this.openAt(path, { ...next, lines: last - fromLine + 1 });
      text += `${text === '' || fromCharacter !== undefined ? '' : '\n'}${page.text}`;
      next = page.next;
    }
    return text;
  }

  /** Returns one page and the place of the next one. */
  async openAt(path: string, from: Partial<Place>): Promise<{ readonly text: string; readonly next?: Place }> {
    const answer = await this.#call('read', { path, ...from });
    if (!answer.startsWith(`${path}, revision`) || answer.endsWith(' is empty.')) return { text: '' };
    const [, line, character] = READ_ON.exec(answer) ?? [];
    const page = answer.slice(answer.indexOf('\n') + 1).replace(READ_ON, '');
    const text = page.replace(/^ *\d+\t/gm, '');
    if (line === undefined) return { text };
    return { text, next: { fromLine: Number(line), ...(character && { fromCharacter: Number(character) }) } };
  }

  /** Returns the places that the answer names. */
  async search(text: string): Promise<readonly string[]> {
    const ends = text.length <= 2 * ASKED ? text : `${text.slice(0, ASKED)} ${text.slice(-ASKED)}`;
    const hits = await this.hits(ends.toWellFormed(), { scope: 'transcript', limit: BEST });
    return hits.map(({ path }) => path);
  }

  async hits(query: string, options: { readonly scope?: string; readonly limit: number }): Promise<PrintedHit[]> {
    const answer = await this.#call('search', { query, ...options });
    return [...answer.matchAll(HIT)].map(([, path = '', line, character, heading = '', snippet = '']) => ({
      path,
      heading,
      snippet,
      fromLine: Number(line ?? 1),
      given: {
        ...(line !== undefined && { fromLine: Number(line) }),
        ...(character !== undefined && { fromCharacter: Number(character) }),
      },
    }));
  }
}
