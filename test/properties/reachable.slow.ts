// Every text that was ever in a list stays within reach: in view, behind a path that the request prints, or at the place
// that one search names. The reader knows nothing but the request and the tools.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../src/api/memory.ts';
import type { MemoryTool } from '../../src/api/tools.ts';
import { memoryTools } from '../../src/entries/tools.ts';
import { isWorkingMemoryError } from '../../src/errors.ts';
import { pathPattern } from '../../src/tree/paths.ts';
import { type AgentApp, agentApp, listOf, outsideOf } from '../support/agents/agent-app.ts';
import { anyMove, newCourse } from '../support/agents/agent-moves.ts';
import { eachKindAmong, happen, type Happening } from '../support/agents/happenings.ts';
import { formats, type MessageFormat, modelMessages } from '../support/messages/message-formats.ts';
import type { Entry } from '../support/messages/message-script.ts';

/** Of each end of a text that a search is asked for, UTF-16 units. */
const ASKED = 150;

/** Hits that the reader opens: the fewer, the less one that names a wrong place is made good by others. */
const BEST = 2;

/** Texts behind a path that a search is asked for as well. */
const MOST_ASKED_TWICE = 3;

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
    const answer = await this.#call('search', { query: ends.toWellFormed(), scope: 'transcript', limit: BEST });
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
  const further = await openAll(behind.join('\n'));
  const current = new Set(textsOf(app.format, listOf(app)));
  const missing: string[] = [];
  let asked = 0;
  for (const text of seen) {
    if (inView.includes(text)) continue;
    const isIn = (one: string): boolean => one.includes(text);
    const isBehind = [...behind, ...further].some(isIn);
    if (current.has(text) && !isBehind) missing.push(`by paths, ${text.length}: ${text.slice(0, 60)}`);
    // What a path leads to, a search finds as well; to ask for each would take long.
    if (isBehind && !(current.has(text) && asked++ < MOST_ASKED_TWICE)) continue;
    const places = await reader.search(text);
    const found = await Promise.all(places.map((place) => reader.open(place)));
    if (!found.some(isIn)) missing.push(`by search, ${text.length}: ${text.slice(0, 60)}`);
  }
  return missing;
}

/**
 * A search finds by words, so every text that is new gets one of its own: others may hold the rest, or it holds none. A
 * text that was changed gets another in its place, or it would hold the former one.
 */
function named({ script }: AgentApp, before: readonly Entry[], words: Iterator<number>): void {
  const next = (): string => `w${words.next().value}`;
  const withWord = (text: string): string =>
    text === '' ? '' : text.includes(' w') ? text.replace(/ w\d+/, () => ` ${next()}`) : `${text} ${next()}`;
  const noted = (json: string): string => JSON.stringify({ ...JSON.parse(json), note: next() });
  for (const [at, entry] of script.entries()) {
    if (entry === before[at]) continue;
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

/** What a request showed; the system prompt is the app's, and always in view. */
const textsOf = ({ lens }: MessageFormat, list: readonly object[]): string[] =>
  list
    .filter((message) => lens.role(message) !== 'system')
    .flatMap((message) => {
      // Reasoning of an ended turn is not sent: a provider would reject or drop it.
      const said = lens.withoutReasoning ? lens.withoutReasoning(message) : message;
      return [
        said ? lens.text(said) : '',
        ...lens.calls(message).map((one) => one.arguments),
        ...lens.results(message).map((one) => one.text),
      ];
    })
    .map(plain)
    .filter((text) => text !== '');

async function run(format: MessageFormat, window: number, happenings: readonly Happening[]): Promise<void> {
  const app = await agentApp(format, window);
  const course = newCourse();
  const words = Array(10_000).keys();
  const seen = new Set<string>();
  let contextWindow = window;
  const prepared = async (memory: WorkingMemory): Promise<readonly object[]> => {
    // A request names no address where the model could not open it.
    const tools = [{ name: 'write' }, { name: 'read' }, { name: 'search' }];
    const list = listOf(app);
    const { messages } = await memory.context.prepare(format.lens, list, { ...outsideOf(app), tools, contextWindow });
    for (const text of textsOf(format, list)) seen.add(text);
    return messages;
  };
  /** A list that is refused for its size changes nothing: the app takes back what it did. */
  const unlessTooLarge = async (
    before: Pick<AgentApp, 'system' | 'script'>,
    work: () => Promise<void>,
  ): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!isWorkingMemoryError(error, 'window-too-small')) throw error;
      Object.assign(app, before);
    }
  };
  try {
    let last: readonly object[] = [];
    for (const happening of happenings) {
      const before = { system: app.system, script: [...app.script] };
      if (happening.what === 'window') {
        contextWindow = window * happening.times;
      } else if (happening.what === 'other-tab') {
        // The other tab goes on with the same list in its own way, and this one never sees what was said there.
        const other = await app.openAgain();
        app.script.push({ role: 'user', text: happening.text });
        named(app, before.script, words);
        await unlessTooLarge(before, async () => void (await prepared(other)));
        app.script = [...before.script];
        await other.close();
      } else {
        await happen(app, happening, course);
        named(app, before.script, words);
      }
      await unlessTooLarge(before, async () => {
        last = await prepared(app.memory);
      });
    }
    expect(await lost(app, last, seen)).toEqual([]);
  } finally {
    await app.memory.close();
  }
}

describe('every text ever seen', () => {
  it.each([...formats, modelMessages])('is within reach of a reader of the last request, for $name', (format) =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(1500, 3000, 6000),
        eachKindAmong(fc.array(anyMove, { minLength: 10, maxLength: 25, size: 'max' })),
        (window, happenings) => run(format, window, happenings),
      ),
      { numRuns: 2 },
    ),
  );
});
