// Checks the messages that an app appends to the transcript. Pure.
import { invalidInput, kindOf } from '../../errors.ts';
import { oneOfNames } from '../../options/nearest.ts';
import { type Source, SOURCES } from '../../options/provenance.ts';
import { checkParts } from './parts.ts';
import {
  type CheckedMessage,
  type Role,
  ROLES,
  type SentMessage,
  type ToolCall,
  type ToolResult,
} from './transcript.ts';

const SOURCE_OF_ROLE: Record<Role, Source> = { system: 'system', user: 'user', assistant: 'assistant', tool: 'tool' };

/** Returns a copy with the known fields only. @throws invalid-input */
export function checkMessage(message: SentMessage, longest: number): CheckedMessage {
  if (typeof message !== 'object' || message === null) throw invalidInput('message', 'an object with role and text');
  const {
    role,
    text,
    name,
    calls,
    results,
    original,
    format,
    parts,
    at,
    trust,
    source = SOURCE_OF_ROLE[role],
  } = message;
  if (!ROLES.includes(role)) throw invalidInput('role', oneOfNames(role, ROLES));
  if (!SOURCES.includes(source)) throw invalidInput('source', oneOfNames(source, SOURCES));
  checkText('text', text, longest);
  if (name !== undefined) checkText('name', name, 200);
  if (format !== undefined) checkText('format', format, 200);
  if (at !== undefined && !(Number.isFinite(at) && at >= 0))
    throw invalidInput('at', 'milliseconds since 1970', kindOf(at));
  if (calls !== undefined) {
    if (!Array.isArray(calls)) throw invalidInput('calls', 'an array of { id, name, arguments }');
    for (const call of calls as readonly ToolCall[]) {
      for (const field of ['id', 'name', 'arguments'] as const) checkText(`calls.${field}`, call?.[field], longest);
    }
  }
  if (results !== undefined) {
    if (!Array.isArray(results)) throw invalidInput('results', 'an array of { id, text }');
    for (const result of results as readonly ToolResult[]) {
      for (const field of ['id', 'text'] as const) checkText(`results.${field}`, result?.[field], longest);
    }
  }
  return {
    role,
    text,
    source,
    ...(name !== undefined && { name }),
    ...(calls !== undefined && {
      calls: calls.map(({ id, name: tool, arguments: args }) => ({ id, name: tool, arguments: args })),
    }),
    ...(results !== undefined && { results: results.map(({ id, text: answer }) => ({ id, text: answer })) }),
    ...(original !== undefined && { original }),
    ...(format !== undefined && { format }),
    ...(parts !== undefined && { parts: checkParts(parts) }),
    ...(at !== undefined && { at }),
    ...(trust !== undefined && { trust }),
  };
}

function checkText(argument: string, value: unknown, longest: number): void {
  if (typeof value !== 'string') throw invalidInput(argument, 'a text');
  if (value.length > longest) throw invalidInput(argument, `at most ${longest} characters; it has ${value.length}`);
  if (!value.isWellFormed()) throw invalidInput(argument, 'well-formed Unicode; it holds half of a surrogate pair');
}
