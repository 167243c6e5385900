// Literals in the arguments of a recorded tool call that a user or a tool had mentioned before: facts that the call
// needed.
import { type ChatCall, contentOf, type Run, systemEnd, textOf } from '../chat.ts';

export interface Literal {
  readonly literal: string;
  readonly tool: string;
  /** Name of the innermost field around the literal. */
  readonly argument: string;
}

const SHORTEST_VALUE = 4;
/** Ids, dates and addresses contain one of these; plain words do not. */
const TELLING = /[0-9_#@]/;
/** Paths with a file extension, and names in camel case. */
const NAMES_IN_COMMANDS =
  /[\w./-]*[\w-]\/[\w./-]+\.\w{1,5}\b|\b[A-Z][a-z]+(?:[A-Z][a-z0-9]+)+\b|\b[a-z]+(?:[A-Z][a-z0-9]+)+\b/g;
const SHORTEST_NAME = 9;

/** Returns each literal of a call once; none where the arguments are not JSON. */
export function literals(call: ChatCall, native: boolean): Literal[] {
  const tool = call.function.name;
  const found = new Map<string, Literal>();
  const note = (literal: string, argument: string): void => {
    if (!found.has(literal)) found.set(literal, { literal, tool, argument });
  };
  const values = strings(parsed(call.function.arguments), '');
  for (const [argument, value] of values) {
    if (native) {
      if (value.length >= SHORTEST_VALUE && TELLING.test(value)) note(value, argument);
    } else if (argument === 'command') {
      for (const [name] of value.matchAll(NAMES_IN_COMMANDS)) if (name.length >= SHORTEST_NAME) note(name, argument);
    }
  }
  return [...found.values()];
}

/**
 * Returns the literals that the message at `at` needed from earlier messages: those that the system prompt does not
 * hold.
 */
export function neededLiterals({ messages, native }: Run, at: number): Literal[] {
  const start = systemEnd(messages);
  const system = messages.slice(0, start).map(textOf);
  const sources = messages.slice(start, at).filter(({ role }) => role === 'user' || role === 'tool');
  const found = (messages[at]?.tool_calls ?? []).flatMap((call) => literals(call, native));
  const once = new Map(found.map((one) => [one.literal, one]));
  return [...once.values()].filter(
    ({ literal }) =>
      !system.some((text) => text.includes(literal)) && sources.some((message) => contentOf(message).includes(literal)),
  );
}

function* strings(value: unknown, field: string): Generator<readonly [field: string, value: string]> {
  if (typeof value === 'string') yield [field, value];
  else if (Array.isArray(value)) for (const part of value) yield* strings(part, field);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) yield* strings(part, name);
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // Models sometimes write broken JSON; the recorded run shows an error then, and the call needed nothing.
    return undefined;
  }
}
