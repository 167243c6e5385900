// The answers of a lens about a message, and altered messages.
import type { Lens } from '../../context/view/lens.ts';
import type { ToolCall, ToolResult } from '../../tree/transcript/transcript.ts';
import type { LensSamples } from './samples.ts';
import type { MessageFormat } from './script.ts';

/** Input of one check of a lens. */
export interface LensSubject extends LensSamples {
  readonly format: MessageFormat;
}

export interface LensAnswers {
  readonly role: string | undefined;
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly results: readonly ToolResult[];
}

export const answersOf = <Message>(lens: Lens<Message>, message: Message): LensAnswers => ({
  role: lens.role(message),
  text: lens.text(message),
  calls: lens.calls(message),
  results: lens.results(message),
});

/** Yields every message of every conversation. */
export function* messagesOf({ format, scripts }: LensSubject): Generator<object> {
  for (const script of scripts) yield* format.build(script);
}

export function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}

/**
 * Fields whose change no answer has to report: names of roles and parts, ids of items, and data that no model reads.
 */
const SILENT = new Set(['role', 'type', 'id', 'status', 'signature', 'providerOptions', 'toolName']);

/** Yields copies of a value, each with one text in it changed, except texts that are `silent` by field or value. */
export function* withOneTextChanged(value: unknown, silent: readonly string[] = []): Generator<unknown> {
  if (typeof value === 'string' && !silent.includes(value)) yield `${value}!`;
  if (ArrayBuffer.isView(value) || typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (SILENT.has(key) || silent.includes(key)) continue;
    for (const changed of withOneTextChanged(inner, silent)) {
      yield Array.isArray(value)
        ? value.map((each: unknown, index) => (String(index) === key ? changed : each))
        : { ...value, [key]: changed };
    }
  }
}

/** Yields copies of a value, each with one part of it replaced by `by`. */
export function* corrupted(value: unknown, by: unknown): Generator<unknown> {
  yield by;
  if (ArrayBuffer.isView(value) || typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    for (const changed of corrupted(inner, by)) yield { ...value, [key]: changed };
    if (Array.isArray(value)) for (const changed of corrupted(inner, by)) yield [changed];
  }
}
