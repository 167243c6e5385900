// The transcript: the messages and tool calls of a session, in order. It grows at its end; beyond its limit in bytes the
// oldest messages leave. Pure.
import type { Source, Trust } from '../../options/provenance.ts';
import type { HeldPart, SentPart } from './parts.ts';
import { utf8Bytes } from '../utf8-bytes.ts';

export const ROLES = ['system', 'user', 'assistant', 'tool'] as const;
export type Role = (typeof ROLES)[number];

/** A call of a tool by the model. */
export interface ToolCall {
  /** Unique in the conversation; the result refers to it. */
  readonly id: string;
  /** Name of the tool. */
  readonly name: string;
  /** JSON text as the model wrote it, perhaps invalid. */
  readonly arguments: string;
}

/** The result of a tool call, as the transcript keeps it. */
export interface ToolResult {
  /** Id of the call that it answers. */
  readonly id: string;
  readonly text: string;
}

/** A message in the neutral form of this library; lenses translate the formats of SDKs. */
export interface NewMessage {
  readonly role: Role;
  /** At most `transcript.maxMessageLength` UTF-16 units; may be empty. */
  readonly text: string;
  /** Name of the speaker, at most 200 UTF-16 units. */
  readonly name?: string;
  readonly calls?: readonly ToolCall[];
  readonly results?: readonly ToolResult[];
  /** The app's own message object; stored as JSON, or left out when it has none. */
  readonly original?: unknown;
  /** Name of the lens that reads `original`, at most 200 UTF-16 units. */
  readonly format?: string;
  /** Who wrote the text; default: derived from the role. */
  readonly source?: Source;
  /** When it was said, ms since 1970; default: when it is appended. A later time counts as that. */
  readonly at?: number;
}

/** A stored message. */
export interface Message extends Omit<NewMessage, 'source' | 'original' | 'at'> {
  /** Place in the transcript, 0 = the first. */
  readonly index: number;
  /** When it was said, or else appended, ms since 1970. */
  readonly time: number;
  /** The agent step in which it was appended. */
  readonly step: number;
  readonly source: Source;
  /** 0–2, derived from the source. */
  readonly trust: Trust;
  /** The app's own message object, parsed from JSON; in place of each of its `parts` stands where it belongs. */
  readonly original?: unknown;
  /** Large parts of `original`, which are stored by themselves. */
  readonly parts?: readonly HeldPart[];
  /** Hash of the list up to it; absent for one that no list brought (`transcript.append`). */
  readonly hash?: string;
  /** Index of the message before it in its list, −1 for the first; absent where that is the one stored before it. */
  readonly after?: number;
  /** True when a hard forget removed the content of the message. */
  readonly redacted?: true;
  /** True when the message was dropped (`transcript.maxBytes`); what is left is its place. Time and step are 0. */
  readonly dropped?: true;
}

export type TranscriptEvent =
  | { readonly type: 'message-appended'; readonly index: number; readonly role: Role }
  /** A hard forget cut quotations out of this message, or removed all of its content. */
  | { readonly type: 'message-redacted'; readonly index: number }
  /** The oldest messages were dropped: those from `from` up to, but without, `to`. */
  | { readonly type: 'transcript-trimmed'; readonly from: number; readonly to: number; readonly bytes: number };

/** A message on its way to the engine, with the app's own object as JSON text. */
export interface SentMessage extends Omit<NewMessage, 'original'> {
  /** JSON text. */
  readonly original?: string;
  readonly parts?: readonly SentPart[];
  /** Lowers the trust of the source. */
  readonly trust?: Trust;
}

/** A message after the check, ready to be stored. */
export interface CheckedMessage extends Omit<NewMessage, 'original'>, Pick<Message, 'hash' | 'after' | 'redacted'> {
  readonly source: Source;
  /** JSON text. */
  readonly original?: string;
  readonly parts?: readonly SentPart[];
  /** Lowers the trust of the source. */
  readonly trust?: Trust;
}

/** A message that a hard forget took words out of, or all of them. The app's list may still say them. */
export interface RedactedMessage extends Pick<Message, 'index'> {
  /** Of the list up to it. */
  readonly hash?: string | undefined;
  /** Hash of the list before it; absent where it is the first. */
  readonly before?: string | undefined;
  /** The message without its place. */
  readonly left: CheckedMessage;
}

export function decideAppend(
  messages: readonly CheckedMessage[],
  count: number,
): { events: TranscriptEvent[]; result: { readonly first: number; readonly count: number } } {
  const events = messages.map(({ role }, offset): TranscriptEvent => ({
    type: 'message-appended',
    index: count + offset,
    role,
  }));
  return { events, result: { first: count, count: messages.length } };
}

/** What is shown in place of a dropped message, which has no row any more. */
export const droppedMessage = (index: number): Message => ({
  index,
  role: 'system',
  text: '',
  time: 0,
  step: 0,
  source: 'system',
  trust: 2,
  dropped: true,
});

/** Key of a message row; sorts by index. */
export const messageKey = (index: number): string => String(index).padStart(9, '0');

/** UTF-8 bytes of a message as JSON. */
export const messageBytes = (message: object): number => utf8Bytes(JSON.stringify(message));

type Told = Pick<NewMessage, 'text' | 'calls' | 'results'>;

/** All that a message says: its text, then calls, then results. */
export const wholeText = (message: Told): string => joined([saidText(message), ...resultsOf(message)]);

/** What a message says itself, without the results in it: its text, then calls. */
export const saidText = ({ text, calls = [] }: Told): string =>
  joined([text, ...calls.map(({ name, arguments: json }) => `→ ${name} ${json}`)]);

/** By which recall finds a message: the whole text, with the same length, but with characters in place of JSON's escapes. */
export const searchableText = ({ calls = [], ...message }: Told): string =>
  wholeText({ ...message, calls: calls.map((call) => ({ ...call, arguments: unescaped(call.arguments) })) });

const resultsOf = ({ results = [] }: Told): string[] => results.map(({ text }) => text);

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n');

/** Blanks fill up what is shorter, so that a place in it is the same place in the text that `read` opens. */
const unescaped = (json: string): string =>
  json.replace(/\\(?:u([\da-f]{4})|(.))/gi, (escape, code: string | undefined, one: string) =>
    (code === undefined ? one.replace(/[bfnrt]/, ' ') : String.fromCharCode(Number.parseInt(code, 16)).toWellFormed())
      .replace('\ufffd', ' ')
      .padStart(escape.length),
  );
