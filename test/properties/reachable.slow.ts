// Every text that was ever in a list stays within reach: in view, behind a path in the request, or at the place that
// one search names. The reader uses only the request and the tools. Each printed address opens the text that it is
// printed for.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../src/api/memory.ts';
import { isWorkingMemoryError } from '../../src/errors.ts';
import { pathPattern } from '../../src/tree/paths.ts';
import { type AgentApp, agentApp, listOf, outsideOf } from '../support/agents/agent-app.ts';
import { anyMove, newCourse } from '../support/agents/agent-moves.ts';
import { eachKindAmong, happen, type Happening } from '../support/agents/happenings.ts';
import { type AddressKind, KINDS, wrongAddresses } from '../support/agents/printed-addresses.ts';
import { wrongHits } from '../support/agents/printed-hits.ts';
import { RequestReader } from '../support/agents/request-reader.ts';
import { formats, type MessageFormat, modelMessages } from '../support/messages/message-formats.ts';
import type { Entry } from '../support/messages/message-script.ts';

/** Texts behind a path that a search is asked for as well. */
const MOST_ASKED_TWICE = 3;

/** The requests whose addresses are opened, and of how many words a search is asked where they stand. */
const CHECKED_EVERY = 6;
const ASKED_WORDS = 4;

/** An answer of `read`. */
const PAGE = /^\S+, revision \d/;

/** Joins a text to one line, without characters that a reader ignores. */
const plain = (text: string): string => text.replace(/[\s\p{C}]+/gu, ' ').trim();

/** Returns the paths and the ranges of messages that a request prints. */
function printed(request: string): string[] {
  const stretches = [...request.matchAll(/messages\/(\d+) (?:to|…) messages\/(\d+)/g)].flatMap(([, first, last]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => `messages/${Number(first) + at}`),
  );
  const paths = [...request.matchAll(new RegExp(`(?:${pathPattern()})(?=[\\s,;:)\\]]|\\.?$|\\.\\s)`, 'gm'))];
  return [...new Set([...stretches, ...paths.map(([path]) => path)])];
}

async function lost(
  app: AgentApp,
  reader: RequestReader,
  messages: readonly object[],
  seen: ReadonlySet<string>,
): Promise<string[]> {
  const shown = messages.flatMap((message) => {
    const { lens } = app.format;
    return [
      lens.text(message),
      ...lens.calls(message).map((one) => one.arguments),
      ...lens.results(message).map((one) => one.text),
    ];
  });
  const inView = plain(shown.join('\n'));
  const openAll = (text: string): Promise<string[]> =>
    Promise.all(printed(text).map(async (path) => plain(await reader.open(path))));
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
    // A text behind a path is also found by a search; searching for each would take long.
    if (isBehind && !(current.has(text) && asked++ < MOST_ASKED_TWICE)) continue;
    const places = await reader.search(text);
    const found = await Promise.all(places.map(async (place) => plain(await reader.open(place))));
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
    text === '' ? '' : / w\d+/.test(text) ? text.replace(/ w\d+/g, () => ` ${next()}`) : `${text} ${next()}`;
  const inLines = (text: string): string => text.replace(/((?:\S+ ){29}\S+) /g, '$1\n');
  const ofResult = (text: string): string => (PAGE.test(text) ? `${text}\n${next()}` : withWord(inLines(text)));
  const noted = (json: string): string => JSON.stringify({ ...JSON.parse(json), note: next() });
  for (const [at, entry] of script.entries()) {
    if (entry === before[at]) continue;
    script[at] =
      entry.role === 'tool'
        ? {
            ...entry,
            results: entry.results.map((result) => ({ ...result, text: ofResult(result.text) })),
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

/**
 * Returns the texts of a request without the system prompt, which is the app's and always in view. A page of a file
 * counts as its file.
 */
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
    .filter((text) => text !== '' && !PAGE.test(text));

async function run(
  format: MessageFormat,
  { window, maxFiles }: { readonly window: number; readonly maxFiles: number },
  happenings: readonly Happening[],
  met: Set<AddressKind>,
): Promise<void> {
  const app = await agentApp(format, window, { files: { maxFiles } });
  const course = newCourse();
  let used = 0;
  const words = (function* () {
    for (;;) yield used++;
  })();
  const seen = new Set<string>();
  let contextWindow = window;
  const prepared = async (memory: WorkingMemory): Promise<readonly object[]> => {
    // A request names no address where the model could not open it.
    const tools = [{ name: 'write' }, { name: 'read' }, { name: 'search' }];
    const list = listOf(app);
    const options = { ...outsideOf(app), tools, contextWindow };
    const { messages } = await memory.context.prepare(format.lens, list, options);
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
  let isFresh = false;
  const complaints: string[] = [];
  const checkAddresses = async (sent: readonly object[]): Promise<void> => {
    const request = { format, list: listOf(app), sent, met };
    const reader = new RequestReader(app.memory);
    complaints.push(...(await wrongAddresses(reader, request)));
    const at = Array.from({ length: ASKED_WORDS }, (_, part) => Math.floor((used * (part + 1)) / ASKED_WORDS));
    for (const word of at) complaints.push(...(await wrongHits(reader, request, `w${word}`)));
  };
  try {
    let last: readonly object[] = [];
    for (const [index, happening] of happenings.entries()) {
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
      isFresh = false;
      await unlessTooLarge(before, async () => {
        last = await prepared(app.memory);
        isFresh = true;
      });
      // A refused list may have told the session something that no request shows.
      if (isFresh && index % CHECKED_EVERY === 0) await checkAddresses(last);
    }
    expect(complaints).toEqual([]);
    expect(await lost(app, new RequestReader(app.memory), last, seen)).toEqual([]);
  } finally {
    await app.memory.close();
  }
}

describe('every text ever seen', () => {
  const met = new Set<AddressKind>();
  it.each([...formats, modelMessages])('is within reach of a reader of the last request, for $name', (format) =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(1500, 3000, 6000),
        eachKindAmong(fc.array(anyMove, { minLength: 10, maxLength: 25, size: 'max' })),
        async (window, happenings) => {
          // In a full tree nothing is archived: then notices and stubs name messages and results.
          for (const maxFiles of [512, 1]) await run(format, { window, maxFiles }, happenings, met);
        },
      ),
      { numRuns: 2 },
    ),
  );

  it('was printed by every kind of address', () => expect(KINDS.filter((kind) => !met.has(kind))).toEqual([]));
});
