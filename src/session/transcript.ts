// The transcript: what was said and done, in order, for good. It only grows. Pure.
import { WorkingMemoryError } from '../errors.ts';
import { type Source, SOURCES, type Trust } from '../provenance.ts';

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

export interface CheckedMessage extends Omit<NewMessage, 'original'> {
  readonly source: Source;
  /** JSON text. */
  readonly original?: string;
}

const SOURCE_OF_ROLE: Record<Role, Source> = { system: 'system', user: 'user', assistant: 'assistant', tool: 'tool' };

/** @throws invalid-input */
export function checkMessage(message: NewMessage, longest: number): CheckedMessage {
  if (typeof message !== 'object' || message === null) throw invalid('message', 'an object with role and text');
  const { role, text, name, calls, results, original, source = SOURCE_OF_ROLE[role] } = message;
  if (!ROLES.includes(role)) throw invalid('role', ROLES.join(', '));
  if (!SOURCES.includes(source)) throw invalid('source', SOURCES.join(', '));
  checkText('text', text, longest);
  if (name !== undefined) checkText('name', name, 200);
  if (calls !== undefined) {
    if (!Array.isArray(calls)) throw invalid('calls', 'an array of { id, name, arguments }');
    for (const call of calls as readonly ToolCall[]) {
      for (const field of ['id', 'name', 'arguments'] as const) checkText(`calls.${field}`, call?.[field], longest);
    }
  }
  if (results !== undefined) {
    if (!Array.isArray(results)) throw invalid('results', 'an array of { id, text }');
    for (const result of results as readonly ToolResult[]) {
      for (const field of ['id', 'text'] as const) checkText(`results.${field}`, result?.[field], longest);
    }
  }
  const json = original === undefined ? undefined : asJson(original);
  return {
    role,
    text,
    source,
    ...(name !== undefined && { name }),
    ...(calls !== undefined && {
      calls: calls.map(({ id, name: tool, arguments: args }) => ({ id, name: tool, arguments: args })),
    }),
    ...(results !== undefined && { results: results.map(({ id, text: answer }) => ({ id, text: answer })) }),
    ...(json !== undefined && { original: json }),
  };
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

function checkText(argument: string, value: unknown, longest: number): void {
  if (typeof value !== 'string') throw invalid(argument, 'a text');
  if (value.length > longest) throw invalid(argument, `at most ${longest} characters; it has ${value.length}`);
  if (!value.isWellFormed()) throw invalid(argument, 'well-formed Unicode; it holds half of a surrogate pair');
}

function asJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    // Cycles and BigInt: the neutral form is what counts.
    return undefined;
  }
}

const invalid = (argument: string, expected: string): WorkingMemoryError =>
  new WorkingMemoryError('invalid-input', `${argument} must be ${expected}. Nothing was appended.`, {
    argument,
    expected,
  });
