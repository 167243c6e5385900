// Maps a server's refusal, by status and text, to a problem that a person can act on.
import type { BrainProblem } from './brain.ts';

export interface Reply {
  readonly status: number;
  readonly text: string;
  /** Undefined where the text is not JSON. */
  readonly json: unknown;
}

export interface RefusedRequest {
  readonly address: string;
  readonly model: string;
  readonly key: string;
}

const LONGEST_DETAIL = 300;

const NO_TOOLS =
  /not support (?:tools|function)|tools? param|tool[ _-]?choice|tool-call-parser|--jinja|function calling/i;
const TOO_LONG =
  /context[ _](?:length|size|window)|maximum context|too many tokens|exceeds? the (?:available )?context/i;

/** Returns the problem of a reply; undefined where the reply is an answer. */
export function problemOf(
  { status, text, json }: Reply,
  { address, model, key }: RefusedRequest,
): BrainProblem | undefined {
  const words = errorWords(json);
  const detail = withoutKey(words ?? text, key);
  if (status >= 200 && status < 300) {
    if (words !== undefined) return refusal(status, detail, model);
    return json === undefined ? { kind: 'no-answer', detail } : undefined;
  }
  if (status === 401 || status === 403) return { kind: 'unauthorized', hasKey: key !== '' };
  if (status === 404) return { kind: 'not-found', address, model };
  if (status === 429 || status === 503) return { kind: 'busy', detail };
  if (status === 413) return { kind: 'too-long', detail };
  return refusal(status, detail, model);
}

function refusal(status: number, detail: string, model: string): BrainProblem {
  if (TOO_LONG.test(detail)) return { kind: 'too-long', detail };
  return NO_TOOLS.test(detail) ? { kind: 'no-tools', model, detail } : { kind: 'refused', status, detail };
}

/** Returns the text of `{ error: { message } }`, `{ error: 'text' }`, `{ message }` or `{ detail }`. */
function errorWords(json: unknown): string | undefined {
  const { error, message, detail, choices } = (json ?? {}) as Record<string, unknown>;
  if (choices !== undefined) return undefined;
  const inner = typeof error === 'object' && error !== null ? (error as { message?: unknown }).message : error;
  return [inner, message, detail].find((words) => typeof words === 'string');
}

/** Replaces the key, since some servers quote a wrong one, and shortens the text. */
function withoutKey(words: string, key: string): string {
  const clean = key === '' ? words : words.replaceAll(key, '…');
  return clean.replace(/\s+/g, ' ').trim().slice(0, LONGEST_DETAIL);
}
