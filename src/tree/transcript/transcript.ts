// The transcript: what was said and done, in order, for good. It only grows. Pure.
import type { Source, Trust } from '../../provenance.ts';

export const ROLES = ['system', 'user', 'assistant', 'tool'] as const;
export type Role = (typeof ROLES)[number];

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON, as the model wrote it. */
  readonly arguments: string;
}

export interface ToolResult {
  /** The call it answers. */
  readonly id: string;
  readonly text: string;
}

/** A message in neutral form, whatever SDK it came from. */
export interface NewMessage {
  readonly role: Role;
  readonly text: string;
  readonly name?: string;
  readonly calls?: readonly ToolCall[];
  readonly results?: readonly ToolResult[];
  /** The app's own message object; kept as JSON where it can be, else left out. */
  readonly original?: unknown;
  readonly source?: Source;
}

export interface Message extends Omit<NewMessage, 'source' | 'original'> {
  /** 0 = the first of the session. */
  readonly index: number;
  readonly time: number;
  readonly step: number;
  readonly source: Source;
  readonly trust: Trust;
  readonly original?: unknown;
  /** A hard forget took everything out of it. */
  readonly redacted?: true;
}

export type TranscriptEvent =
  | { readonly type: 'message-appended'; readonly index: number; readonly role: Role }
  /** A hard forget took the text out of this message, or left nothing of it but its place. */
  | { readonly type: 'message-redacted'; readonly index: number };

/** A message on its way to the engine: the app's own object may not be able to cross to a worker, its JSON text is. */
export interface SentMessage extends Omit<NewMessage, 'original'> {
  /** JSON text. */
  readonly original?: string;
}

export interface CheckedMessage extends Omit<NewMessage, 'original'> {
  readonly source: Source;
  /** JSON text. */
  readonly original?: string;
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

/** Key of a message row: sorts by index. */
export const messageKey = (index: number): string => String(index).padStart(9, '0');

/** All words of a message that recall may find it by. */
export const searchableText = ({ text, results = [] }: Pick<NewMessage, 'text' | 'results'>): string =>
  [text, ...results.map((result) => result.text)].filter((part) => part !== '').join('\n');
