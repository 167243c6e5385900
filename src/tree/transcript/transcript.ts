// The transcript: the messages and tool calls of a session, in order. It grows at its end; beyond its limit in bytes
// the oldest messages are dropped. Pure.
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
  /** JSON text as the model wrote it, possibly invalid. */
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
  /** The app's own message object; stored as JSON, or left out if it has none. */
  readonly original?: unknown;
  /** Name of the lens that reads `original`, at most 200 UTF-16 units. */
  readonly format?: string;
  /** Author of the text; default: derived from the role. */
  readonly source?: Source;
  /** Time at which it was said, ms since 1970; default: the time of the append, which also replaces a later time. */
  readonly at?: number;
}

/** A stored message. */
export interface Message extends Omit<NewMessage, 'source' | 'original' | 'at'> {
  /** Place in the transcript, 0 = the first. */
  readonly index: number;
  /** Time at which it was said, or else appended, ms since 1970. */
  readonly time: number;
  /** Agent step in which it was appended. */
  readonly step: number;
  readonly source: Source;
  /** Trust level, 0–2, derived from the source. */
  readonly trust: Trust;
  /** The app's own message object, parsed from JSON; a placeholder stands for each of its `parts`. */
  readonly original?: unknown;
  /** Large parts of `original`, which are stored separately. */
  readonly parts?: readonly HeldPart[];
  /** Hash of the list up to it; absent for a message outside of any list (`transcript.append`). */
  readonly hash?: string;
  /** Index of the message before it in its list, −1 for the first; absent if that is the one stored before it. */
  readonly after?: number;
  /** True if a hard forget removed the content of the message. */
  readonly redacted?: true;
  /** True if the message was dropped (`transcript.maxBytes`); only its place is left. Time and step are 0. */
  readonly dropped?: true;
}

export type TranscriptEvent =
  | { readonly type: 'message-appended'; readonly index: number; readonly role: Role }
  /** A hard forget cut quotations out of this message, or removed all of its content. */
  | { readonly type: 'message-redacted'; readonly index: number }
  /** The oldest messages were dropped: from `from` to before `to`. */
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

/** A message from which a hard forget removed some or all words. The app's list may still say them. */
export interface RedactedMessage extends Pick<Message, 'index'> {
  /** Hash of the list up to it. */
  readonly hash?: string | undefined;
  /** Hash of the list before it; absent if it is the first. */
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

/** Returns the stand-in for a dropped message, which no longer has a row. */
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

/** Returns the key of a message row; it sorts by index. */
export const messageKey = (index: number): string => String(index).padStart(9, '0');

/** Returns the UTF-8 bytes of a message as JSON. */
export const messageBytes = (message: object): number => utf8Bytes(JSON.stringify(message));

type Told = Pick<NewMessage, 'text' | 'calls' | 'results'>;

/** Returns all texts of a message: its own text, then calls, then results. */
export const wholeText = (message: Told): string => joined([saidText(message), ...resultsOf(message)]);

/** Returns a message's own text, then its calls, without the results in it. */
export const saidText = ({ text, calls = [] }: Told): string =>
  joined([text, ...calls.map(({ name, arguments: json }) => `→ ${name} ${json}`)]);

/** Returns the text by which recall finds a message: the whole text in the same length, without JSON's escapes. */
export const searchableText = ({ calls = [], ...message }: Told): string =>
  wholeText({ ...message, calls: calls.map((call) => ({ ...call, arguments: unescaped(call.arguments) })) });

const resultsOf = ({ results = [] }: Told): string[] => results.map(({ text }) => text);

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n');

/** Unescapes JSON; blanks fill up shorter texts, so that offsets match the text that `read` opens. */
const unescaped = (json: string): string =>
  json.replace(/\\(?:u([\da-f]{4})|(.))/gi, (escape, code: string | undefined, one: string) =>
    (code === undefined ? one.replace(/[bfnrt]/, ' ') : String.fromCharCode(Number.parseInt(code, 16)).toWellFormed())
      .replace('\ufffd', ' ')
      .padStart(escape.length),
  );
