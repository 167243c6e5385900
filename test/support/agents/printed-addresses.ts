// Compares the text at every address that a request or a search prints with the app's own list. Each complaint is a
// sentence.
import { visibleText } from '../../../src/tree/visible-text.ts';
import type { MessageFormat } from '../messages/message-formats.ts';
import type { RequestReader } from './request-reader.ts';

export interface SentRequest {
  readonly format: MessageFormat;
  /** The app's list, and the messages made from it. */
  readonly list: readonly object[];
  readonly sent: readonly object[];
  /** Collects the kinds of addresses that were compared. */
  readonly met: Set<AddressKind>;
}

/**
 * Kinds of addresses that these histories print, except rare ones: notices of several files, stubs of pages, and
 * recalled messages.
 */
export const KINDS = [
  'notice of messages',
  'notice of a file',
  'stub of a result',
  'stub of a file',
  'excerpt',
  'medium',
  'extract',
  'index',
  'hit in a message',
  'hit in a result',
  'hit in the transcript',
  'hit in a file',
  'hit behind a line',
  'hit behind a character',
] as const;
export type AddressKind =
  (typeof KINDS)[number] | 'notice of files and messages' | 'stub of a page' | 'recalled message';

export type Complaints = Promise<string[]>;
type Lens = MessageFormat['lens'];

/**
 * Reduces a text to what a reader takes for the same: without blanks, and without escapes of JSON or fences and
 * invisible characters.
 */
export const bare = (text: string): string =>
  visibleText(text).replace(/\\u\{[\da-f]{1,6}\}|\\[nrtbf]|\\|[\s\p{C}]/gu, '');

/** Fewest characters that identify a text: shorter ones recur in other texts of the list. */
export const TELLING = 20;

export const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** Removes descriptions of pictures, shown or left out. */
const withoutMedia = (text: string): string => text.replace(/\[[^\]\n]*(?:\d bytes, [\da-f]{8}|messages\/\d+)\]/g, '');

/** Returns the text of a message without what a request leaves out: reasoning of ended turns and old pictures. */
const lasting = (lens: Lens, message: object): string =>
  bare(withoutMedia(lens.text((lens.withoutReasoning ? lens.withoutReasoning(message) : message) ?? {})));

/** Whether the text contains everything that the message says. */
const holds = (text: string, lens: Lens, message: object): boolean => {
  const all = bare(withoutMedia(text));
  const others = [
    ...lens.calls(message).map((one) => one.arguments),
    ...lens.results(message).map((one) => linesOfPage(one.text)),
  ];
  return [lasting(lens, message), ...others.map((one) => bare(withoutMedia(one)))].every((part) => all.includes(part));
};

export const range = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);

/** Compares every place that a request names with the list. */
export async function wrongAddresses(reader: RequestReader, request: SentRequest): Complaints {
  const own = [stubs, media, recalled, index, notices, extracts];
  return (await Promise.all(own.map((check) => check(reader, request)))).flat();
}

const NOTICE =
  /^(?:\| )?Messages? (\d+)(?:–(\d+))? of this conversation (?:is|are) not shown\. Full text: (.+?); use/gm;
const STRETCH = /messages\/(\d+)(?: (?:to|…) messages\/(\d+))?$/;

/** Each notice opens the messages that it says are hidden, and the notices together cover all hidden messages. */
async function notices(reader: RequestReader, { format: { lens }, list, sent, met }: SentRequest): Complaints {
  const complaints: string[] = [];
  const named = new Set<number>();
  for (const [notice, from, to = from, full = ''] of textsOf(lens, sent).matchAll(NOTICE)) {
    const [first, last] = [Number(from), Number(to)];
    const [stretch, start, end = start] = STRETCH.exec(full) ?? [];
    if (stretch !== undefined && (Number(start) !== first || Number(end) !== last))
      complaints.push(`"${notice}" names other messages than it counts`);
    met.add(
      stretch === undefined
        ? 'notice of a file'
        : stretch === full
          ? 'notice of messages'
          : 'notice of files and messages',
    );
    const file = stretch === undefined ? await reader.open(full) : undefined;
    for (const at of range(first, last)) {
      const message = list[at];
      if (message && lens.role(message) === 'system') continue;
      named.add(at);
      if (!message) complaints.push(`"${notice}" counts a message ${at} that the list does not have`);
      else if (
        !holds(
          file === undefined ? await reader.open(`messages/${at}`) : await followed(reader, sectionOf(file, at)),
          lens,
          message,
        )
      )
        complaints.push(`"${notice}" opens another text for message ${at}`);
    }
    for (const path of full.slice(0, full.length - (stretch?.length ?? 0)).split(/ … |, /)) {
      if (path !== '' && (await reader.open(path)) === '') complaints.push(`"${notice}" names ${path}, which is empty`);
    }
  }
  // A page of a file quotes hidden messages; a plain message has it in its text.
  const isPage = (message: object): boolean => PAGE.test(lens.text(message));
  const saidIn = (messages: readonly object[]): string => bare(withoutMedia(withoutFences(textsOf(lens, messages))));
  const [pages, shown] = [saidIn(sent.filter(isPage)), saidIn(sent.filter((message) => !isPage(message)))];
  const results = new Set(sent.flatMap((message) => lens.results(message).map(({ id }) => id)));
  for (const [at, message] of list.entries()) {
    const [text, ids] = [lasting(lens, message), lens.results(message).map(({ id }) => id)];
    if (lens.role(message) === 'system' || (text.length < TELLING && ids.length === 0)) continue;
    const isShown =
      ids.length > 0 ? ids.some((id) => results.has(id)) : (isPage(message) ? pages : shown).includes(text);
    if (isShown === named.has(at))
      complaints.push(`message ${at} is ${isShown ? 'shown and' : 'neither shown nor'} named as hidden`);
  }
  return complaints;
}

/** Returns the text of one message in a file of conversations; sections of equal names follow each other. */
const sectionOf = (file: string, at: number): string =>
  (file.match(new RegExp(String.raw`^## Message ${at}, [^]*?(?=\n## Message \d+, |$(?![^]))`, 'gm')) ?? []).join('\n');

/** Appends the texts of results that the file only names. */
async function followed(reader: RequestReader, section: string): Promise<string> {
  let text = section;
  for (const [, stub = '', page = stub, first, last] of section.matchAll(NAMED)) {
    text += `\n${first === undefined ? await reader.open(page) : await reader.openLines(page, Number(first), Number(last))}`;
  }
  return text;
}

const NAMED =
  /^(?:This result of \d+ tokens? was moved out of view\. Full text: (\S+?)(?:, |; )|(?=\S+, revision))(?:(\S+), revision \d+, )?(?:lines (\d+)–(\d+))?/gm;

const STUB =
  /^This result of \d+ tokens? was moved out of view\. Full text: (.+?)(?:, lines (\d+)–(\d+); read fewer lines at a time, e\.g\. fromLine (\d+), lines \d+|; use [^\n]*)\.(?:\n|$)/;
const EXCERPT =
  /\nFirst and last lines:\n([^]*)\n… \((\d+) lines? omitted\)\n([^]*?)(?:\nNames, ids and paths: [^\n]*)?$/;

/** Each stub opens the result that it replaces, whose beginning and end it shows. */
async function stubs(reader: RequestReader, { format: { lens }, list, sent, met }: SentRequest): Complaints {
  const complaints: string[] = [];
  for (const { id, text } of sent.flatMap((message) => lens.results(message))) {
    const [notice, path = '', first, last, from] = STUB.exec(text) ?? [];
    const original = list.flatMap((message) => lens.results(message)).find((result) => result.id === id);
    if (notice === undefined || !original || original.text === text) continue;
    met.add(
      last !== undefined ? 'stub of a page' : path.startsWith('results/') ? 'stub of a result' : 'stub of a file',
    );
    const whole =
      first === undefined ? await reader.open(path) : await reader.openLines(path, Number(first), Number(last));
    const [opened, result] = [bare(whole), bare(linesOfPage(original.text))];
    if (from !== first) complaints.push(`the stub of ${path} says to read from line ${from} instead of ${first}`);
    if (path.startsWith('results/') || first !== undefined ? opened !== result : !opened.includes(result))
      complaints.push(`the stub of ${id} names ${path}, where another text stands`);
    else if (EXCERPT.test(text)) {
      met.add('excerpt');
      complaints.push(...wrongExcerpt(path, original.text, text));
    }
  }
  return complaints;
}

/** Beginning of a page of `read`. */
const PAGE = /^\S+, revision \d+, lines /;

/** Returns the file's lines in a page of `read`; any other text unchanged. */
const linesOfPage = (text: string): string =>
  PAGE.test(text) ? (/^ *\d+\t(?:[^]*^ *\d+\t)?[^\n]*/m.exec(text)?.[0] ?? '').replace(/^ *\d+\t/gm, '') : text;

function wrongExcerpt(path: string, whole: string, stub: string): string[] {
  const [excerpt, head = '', omitted, tail = ''] = EXCERPT.exec(stub) ?? [];
  if (excerpt === undefined) return [];
  const text = whole.toWellFormed();
  const middle = text.trimEnd().slice(head.length, text.trimEnd().length - tail.trimEnd().length);
  if (!text.startsWith(head) || !text.trimEnd().endsWith(tail.trimEnd()))
    return [`the stub of ${path} shows another beginning or end than the text has`];
  // The line break after the beginning ends a visible line.
  const breaks = middle.split('\n').length - 1;
  const least = Math.max(1, middle.startsWith('\n') ? breaks - 1 : breaks);
  return Number(omitted) === least ? [] : [`the stub of ${path} says that ${omitted} lines are left out, not ${least}`];
}

const LEFT_OUT = /\[An? [^\]]* stood here and is no longer shown: messages\/(\d+)\]/g;

/** A picture that was left out names the message that it was in. */
async function media(reader: RequestReader, { format: { lens }, list, sent, met }: SentRequest): Complaints {
  const complaints: string[] = [];
  for (const message of sent) {
    const text = lens.text(message);
    for (const [notice, number] of text.matchAll(LEFT_OUT)) {
      met.add('medium');
      const original = list[Number(number)];
      const stands =
        original &&
        (lens.media?.(original).length ?? 0) > 0 &&
        bare(withoutMedia(text)).includes(lasting(lens, original));
      if (!stands || (await reader.open(`messages/${number}`)) === '')
        complaints.push(`"${notice}" stands in another message: ${shortened(text)}`);
    }
  }
  return complaints;
}

const LINE = /^\| - \[(\d+)\] (user|assistant|tools): (.*)$/gm;

/** Each line of an extract occurs in the message whose number it has. */
async function extracts(reader: RequestReader, { format: { lens }, list, sent, met }: SentRequest): Complaints {
  const complaints: string[] = [];
  for (const [line, number, label, body = ''] of textsOf(lens, sent).matchAll(LINE)) {
    met.add('extract');
    const message = list[Number(number)];
    const words = bare(body.replace(/…$/, ''));
    const isThere =
      message &&
      (label === 'tools'
        ? lens.calls(message).some(({ name }) => body.startsWith(`${name} ×`))
        : lens.role(message) === label &&
          bare(layoutless(await reader.open(`messages/${number}`))).includes(bare(layoutless(words))));
    if (!isThere) complaints.push(`"${shortened(line)}" is not in message ${number}`);
  }
  return complaints;
}

/** Removes markers of headings and lists, as an extract does, and keeps comments from opening. */
const layoutless = (text: string): string =>
  text.replace(/^\s*(?:#{1,6}|[-*+>]|\d{1,3}[.)])\s+/gm, '').replaceAll('<!--', '<! --');

const NOTE = /^<recalled nonce="([0-9a-z]+)">\n([^]*?)\n<\/recalled nonce="\1">$/gm;
const RECALLED = /^\[\d{4}-\d\d-\d\d(?:, ([^\]]+))?\] ([^]*?)(?=\n\[\d{4}-\d\d-\d\d|$(?![^]))/gm;

/** Each recalled text is found at its address. */
async function recalled(reader: RequestReader, { format: { lens }, sent, met }: SentRequest): Complaints {
  const complaints: string[] = [];
  for (const [, , note = ''] of textsOf(lens, sent).matchAll(NOTE)) {
    for (const [, path, said = ''] of note.replace(/^\| /gm, '').matchAll(RECALLED)) {
      if (path === undefined) continue;
      met.add('recalled message');
      const words = bare(said.replace(/^(?:user|assistant): /, '').replace(/^…|…$/g, ''));
      if (!bare(await reader.open(path)).includes(words)) complaints.push(`"${shortened(said)}" is not at ${path}`);
    }
  }
  return complaints;
}

/** Each file of the overview's index can be opened. */
async function index(reader: RequestReader, { format: { lens }, sent, met }: SentRequest): Complaints {
  const complaints: string[] = [];
  for (const [, path = ''] of textsOf(lens, sent).matchAll(/^\| - (detail\/[^:\n]+): /gm)) {
    met.add('index');
    if ((await reader.open(path)) === '') complaints.push(`the index names ${path}, which is empty`);
  }
  return complaints;
}

/** Returns the texts of the request, without blocks of the overview that a later note replaces. */
function textsOf(lens: Lens, sent: readonly object[]): string {
  const all = sent.flatMap((message) => [lens.text(message), ...lens.results(message).map(({ text }) => text)]);
  const text = all.join('\n');
  const blocks = [...text.matchAll(OVERVIEW)].filter(([block]) => new RegExp(NOTICE.source, 'm').test(block));
  return blocks.slice(0, -1).reduce((rest, [block]) => rest.replace(block, ''), text);
}

const OVERVIEW = /^<(working_memory nonce="[0-9a-z]+")>\n[^]*?\n<\/\1>$/gm;

/** Removes fenced texts, which may quote others. */
const withoutFences = (text: string): string => text.replace(/^<(\w+ nonce="[0-9a-z]+")>\n[^]*?\n<\/\1>$/gm, '');
