// The files that hold what the view no longer shows. Pure.
import type { NewMessage } from '../session/transcript.ts';
import type { Range } from './compaction.ts';
import { identifierLedger } from './identifiers.ts';
import type { ContextWording } from './wording.ts';

export interface ArchivedText {
  readonly path: string;
  readonly text: string;
}

/** A readable document of these messages, each under a heading, so that search finds passages and says whose they are. */
export function conversationDocument(
  messages: readonly NewMessage[],
  ranges: readonly Range[],
  date: string,
  { archive }: ContextWording,
): string {
  const [first, last] = [ranges[0]?.from ?? 0, (ranges.at(-1)?.to ?? 1) - 1];
  const parts = [`# ${archive.conversation(first, last, date)}`];
  for (const { from, to } of ranges) {
    for (let index = from; index < to; index++) {
      const message = messages[index];
      if (!message || message.role === 'system') continue;
      const { role, text, calls = [], results = [] } = message;
      parts.push(`## ${archive.message(index, role)}`);
      if (text !== '') parts.push(text);
      for (const { name, arguments: json } of calls) parts.push(`→ ${name} ${json}`);
      for (const result of results) parts.push(result.text);
    }
  }
  return `${parts.join('\n\n')}\n`;
}

/** Of a tool result. */
export const resultDocument = (
  result: { readonly tool: string; readonly text: string; readonly tokens: number },
  date: string,
  { archive }: ContextWording,
): string => `# ${archive.result(result.tool, result.tokens, date)}\n\n${result.text}\n`;

/** Of what a stub shows, this much is its beginning. */
const HEAD_SHARE = 0.6;

/** Of what a stub shows, this much may be names out of the middle. */
const NAMES_SHARE = 0.3;

/**
 * What the view shows of a result that was put away: where it is, about `shown` of its `tokens` from its beginning and
 * its end, and the names that stand in between.
 */
export function stubText(
  { tokens, shown, path }: { readonly tokens: number; readonly shown: number; readonly path?: string },
  result: string,
  { wording, count }: { readonly wording: ContextWording; readonly count: (text: string) => number },
): string {
  const notice = wording.stub.putAway(tokens, path);
  const characters = Math.floor((result.length * shown * (1 - NAMES_SHARE)) / Math.max(1, tokens));
  if (characters < FEWEST_CHARACTERS) return notice;
  const head = result.slice(0, lineEndBefore(result, Math.floor(characters * HEAD_SHARE)));
  const tail = result.slice(lineStartAfter(result, result.length - (characters - head.length)));
  const middle = result.slice(head.length, result.length - tail.length);
  const lines = Math.max(1, middle.split('\n').length - 1);
  const names = identifierLedger({
    hidden: [{ text: middle, index: 0 }],
    visible: head + tail,
    maxTokens: Math.floor(shown * NAMES_SHARE),
    count,
  }).text;
  return [
    notice,
    wording.stub.excerpt,
    head.trimEnd(),
    wording.stub.gap(lines),
    tail.trimStart(),
    ...(names === '' ? [] : [`${wording.summary.names}: ${names}`]),
  ]
    .join('\n')
    .toWellFormed();
}

/** Less says nothing. */
const FEWEST_CHARACTERS = 80;

/** Whole lines, unless that would give up most of the room. */
function lineEndBefore(text: string, end: number): number {
  const line = text.lastIndexOf('\n', end - 1) + 1;
  return line > end / 2 ? line : end;
}

function lineStartAfter(text: string, start: number): number {
  const line = text.indexOf('\n', start) + 1;
  return line > 0 && line - start < (text.length - start) / 2 ? line : start;
}

/** The text under one path, or under numbered ones where a file may not be so large. */
export function inFiles(path: string, text: string, mostBytes: number): ArchivedText[] {
  const pieces = split(text, mostBytes);
  if (pieces.length === 1) return [{ path, text }];
  const stem = path.replace(/\.md$/, '');
  return pieces.map((piece, index) => ({ path: `${stem}-part-${index + 1}.md`, text: piece }));
}

/** Cuts at line breaks where there are any; never inside a surrogate pair. A UTF-16 unit has at most three bytes. */
function split(text: string, mostBytes: number): string[] {
  if (new TextEncoder().encode(text).length <= mostBytes) return [text];
  const most = Math.max(1, Math.floor(mostBytes / 3));
  const pieces: string[] = [];
  let from = 0;
  while (from < text.length) {
    let to = Math.min(text.length, from + most);
    if (to < text.length) {
      const lineEnd = text.lastIndexOf('\n', to) + 1;
      if (lineEnd > from + most / 2) to = lineEnd;
      else if ((text.codePointAt(to - 1) ?? 0) > 0xffff) to -= 1;
    }
    pieces.push(text.slice(from, to));
    from = to;
  }
  return pieces;
}
