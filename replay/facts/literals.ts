// What a recorded tool call needed from earlier: literals in its arguments that a user or a tool had brought up.
import { type ChatCall, contentOf, type Run, systemEnd, textOf } from '../chat.ts';

export interface Literal {
  readonly literal: string;
  readonly tool: string;
  /** Name of the innermost field that holds it. */
  readonly argument: string;
}

const SHORTEST_VALUE = 4;
/** Ids, dates, addresses and the like carry one of these; plain words do not. */
const TELLING = /[0-9_#@]/;
/** Paths with an ending, and names in camel case. */
const NAMES_IN_COMMANDS =
  /[\w./-]*[\w-]\/[\w./-]+\.\w{1,5}\b|\b[A-Z][a-z]+(?:[A-Z][a-z0-9]+)+\b|\b[a-z]+(?:[A-Z][a-z0-9]+)+\b/g;
const SHORTEST_NAME = 9;

/** Each literal of a call once. Empty where the arguments are no JSON. */
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

/** The literals that the message at `at` needed, were its model to see nothing but the system prompt. */
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
    // Models write broken JSON at times; the recorded agent answered with an error, and nothing was looked for.
    return undefined;
  }
}
