// Every text that was ever in a list stays within reach: in view, behind a path that the request prints, or at the place
// that one search names. The reader knows nothing but the request and the tools.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MemoryTool } from '../../src/api/tools.ts';
import { memoryTools } from '../../src/entries/tools.ts';
import { isWorkingMemoryError } from '../../src/errors.ts';
import { pathPattern } from '../../src/tree/paths.ts';
import { type AgentApp, agentApp, listOf, outsideOf } from '../support/agents/agent-app.ts';
import { anyMove, type Move, newCourse, play } from '../support/agents/agent-moves.ts';
import { formats, type MessageFormat } from '../support/messages/message-formats.ts';

/** Of each end of a text that a search is asked for, UTF-16 units. */
const ASKED = 150;

/** On one line, without what a reader of lines takes for none. */
const plain = (text: string): string => text.replace(/[\s\p{C}]+/gu, ' ').trim();

class Reader {
  readonly #tools: readonly MemoryTool[];
  readonly #read = new Map<string, string>();

  constructor(app: AgentApp) {
    this.#tools = memoryTools(app.memory, { set: 'all' });
  }

  #call(name: string, input: object): Promise<string> {
    return (this.#tools.find((tool) => tool.name === name) as MemoryTool).execute(input);
  }

  /** The whole text, page by page; empty where there is none. */
  async open(path: string): Promise<string> {
    const known = this.#read.get(path);
    if (known !== undefined) return known;
    let text = '';
    for (let next: object | undefined = { fromLine: 1 }; next;) {
      const answer = await this.#call('read', { path, ...next });
      if (!answer.startsWith(`${path}, revision`)) break;
      const [, line, character] =
        /\n\((?:There is more|Line \d+ was cut): continue with fromLine (\d+)(?:, fromCharacter (\d+))?\)$/.exec(
          answer,
        ) ?? [];
      const page = answer
        .slice(answer.indexOf('\n') + 1)
        .replace(/\n\((?:There is more|Line \d+ was cut)[^\n]*\)$/, '');
      text += page.replace(/^ *\d+\t/gm, '\n').replace(/^\n/, 'fromCharacter' in next ? '' : '\n');
      next =
        line === undefined
          ? undefined
          : { fromLine: Number(line), ...(character && { fromCharacter: Number(character) }) };
    }
    this.#read.set(path, plain(text));
    return plain(text);
  }

  /** The places that the answer names. */
  async search(text: string): Promise<readonly string[]> {
    const ends = text.length <= 2 * ASKED ? text : `${text.slice(0, ASKED)} ${text.slice(-ASKED)}`;
    const answer = await this.#call('search', { query: ends.toWellFormed(), scope: 'transcript', limit: 50 });
    return answer.split('\n').flatMap((line) => /^([a-z]+[./][^,·\s]*)/.exec(line)?.slice(1) ?? []);
  }
}

/** What a request prints: paths, and stretches of messages. */
function printed(request: string): string[] {
  const stretches = [...request.matchAll(/messages\/(\d+) (?:to|…) messages\/(\d+)/g)].flatMap(([, first, last]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => `messages/${Number(first) + at}`),
  );
  const paths = [...request.matchAll(new RegExp(`(?:${pathPattern()})(?=[\\s,;:)\\]]|\\.?$|\\.\\s)`, 'gm'))];
  return [...new Set([...stretches, ...paths.map(([path]) => path)])];
}

async function lost(app: AgentApp, messages: readonly object[], seen: ReadonlySet<string>): Promise<string[]> {
  const reader = new Reader(app);
  const shown = messages.flatMap((message) => {
    const { lens } = app.format;
    return [
      lens.text(message),
      ...lens.calls(message).map((one) => one.arguments),
      ...lens.results(message).map((one) => one.text),
    ];
  });
  const inView = plain(shown.join('\n'));
  const openAll = (text: string): Promise<string[]> => Promise.all(printed(text).map((path) => reader.open(path)));
  const behind = await openAll(shown.join('\n'));
  // A file of messages names the files of their results: such a name is followed once.
  let further: string[] | undefined;
  const missing: string[] = [];
  for (const text of seen) {
    if ([inView, ...behind].some((one) => one.includes(text))) continue;
    further ??= await openAll(behind.join('\n'));
    if (further.some((one) => one.includes(text))) continue;
    const places = await reader.search(text);
    const found = await Promise.all(places.map((place) => reader.open(place)));
    if (!found.some((one) => one.includes(text))) missing.push(`${text.length}: ${text.slice(0, 60)}`);
  }
  return missing;
}

/** A search finds by words, so every text that is new gets one of its own: others may hold the rest, or it holds none. */
function named({ script }: AgentApp, from: number, words: Iterator<number>): void {
  const withWord = (text: string): string => (text === '' ? '' : `${text} w${words.next().value}`);
  const noted = (json: string): string => JSON.stringify({ ...JSON.parse(json), note: `w${words.next().value}` });
  for (const [at, entry] of script.entries()) {
    if (at < from) continue;
    script[at] =
      entry.role === 'tool'
        ? {
            ...entry,
            results: entry.results.map((result) => ({ ...result, text: withWord(result.text) })),
            ...(entry.said !== undefined && { said: withWord(entry.said) }),
          }
        : {
            ...entry,
            text: withWord(entry.text),
            ...('calls' in entry && {
              calls: entry.calls?.map((call) => ({ ...call, arguments: noted(call.arguments) })),
            }),
          };
  }
}

async function run(format: MessageFormat, window: number, moves: readonly Move[]): Promise<void> {
  const app = await agentApp(format, window);
  // A request names no address where the model could not open it.
  const outside = { ...outsideOf(app), tools: [{ name: 'write' }, { name: 'read' }, { name: 'search' }] };
  const course = newCourse();
  const words = Array(10_000).keys();
  const { lens } = format;
  const seen = new Set<string>();
  try {
    let last: readonly object[] = [];
    for (const move of moves) {
      const before = { system: app.system, script: [...app.script] };
      await play(app, move, course);
      named(app, before.script.length, words);
      try {
        last = (await app.memory.context.prepare(lens, listOf(app), outside)).messages;
        // The system prompt is the app's, and always in view.
        for (const message of listOf(app)) {
          if (lens.role(message) === 'system') continue;
          // Reasoning of an ended turn is not sent: a provider would reject or drop it.
          const said = lens.withoutReasoning ? lens.withoutReasoning(message) : message;
          const texts = [
            said ? lens.text(said) : '',
            ...lens.calls(message).map((one) => one.arguments),
            ...lens.results(message).map((one) => one.text),
          ];
          for (const text of texts) seen.add(plain(text));
        }
      } catch (error) {
        if (!isWorkingMemoryError(error, 'window-too-small')) throw error;
        Object.assign(app, before);
      }
    }
    expect(await lost(app, last, new Set([...seen].filter((text) => text !== '')))).toEqual([]);
  } finally {
    await app.memory.close();
  }
}

describe('every text ever seen', () => {
  it.each(formats)('is within reach of a reader of the last request, for $name', (format) =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(1500, 3000, 6000),
        fc.array(anyMove, { minLength: 10, maxLength: 25, size: 'max' }),
        (window, moves) => run(format, window, moves),
      ),
      { numRuns: 2 },
    ),
  );
});
