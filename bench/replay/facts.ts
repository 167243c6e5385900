// What a recorded tool call needed from earlier: literals in its arguments that a user or a tool had brought up.
import { type ChatCall, type ChatMessage, contentOf, type Run, systemEnd, textOf } from './chat.ts';

export interface Fact {
  readonly literal: string;
  readonly tool: string;
  /** Name of the innermost field that holds it. */
  readonly argument: string;
}

/** How an agent that misses a fact would ask for it: by tool, argument and last user message, or by its own thought. */
export type Asking = 'by-argument' | 'by-thought';

const SHORTEST_VALUE = 4;
/** Ids, dates, addresses and the like carry one of these; plain words do not. */
const TELLING = /[0-9_#@]/;
/** Paths with an ending, and names in camel case. */
const NAMES_IN_COMMANDS =
  /[\w./-]*[\w-]\/[\w./-]+\.\w{1,5}\b|\b[A-Z][a-z]+(?:[A-Z][a-z0-9]+)+\b|\b[a-z]+(?:[A-Z][a-z0-9]+)+\b/g;
const SHORTEST_NAME = 9;

/** Each literal of a call once. Empty where the arguments are no JSON. */
export function literals(call: ChatCall, native: boolean): Fact[] {
  const tool = call.function.name;
  const facts = new Map<string, Fact>();
  const note = (literal: string, argument: string): void => {
    if (!facts.has(literal)) facts.set(literal, { literal, tool, argument });
  };
  const values = strings(parsed(call.function.arguments), '');
  for (const [argument, value] of values) {
    if (native) {
      if (value.length >= SHORTEST_VALUE && TELLING.test(value)) note(value, argument);
    } else if (argument === 'command') {
      for (const [name] of value.matchAll(NAMES_IN_COMMANDS)) if (name.length >= SHORTEST_NAME) note(name, argument);
    }
  }
  return [...facts.values()];
}

/** The facts that the message at `at` needed, were its model to see nothing but the system prompt. */
export function neededFacts({ messages, native }: Run, at: number): Fact[] {
  const start = systemEnd(messages);
  const system = messages.slice(0, start).map(textOf);
  const sources = messages.slice(start, at).filter(({ role }) => role === 'user' || role === 'tool');
  const found = (messages[at]?.tool_calls ?? []).flatMap((call) => literals(call, native));
  const once = new Map(found.map((fact) => [fact.literal, fact]));
  return [...once.values()].filter(
    ({ literal }) =>
      !system.some((text) => text.includes(literal)) && sources.some((message) => contentOf(message).includes(literal)),
  );
}

/** The words that a search for the fact would be given. */
export function question(fact: Fact, messages: readonly ChatMessage[], at: number, asking: Asking): string {
  const thought = messages[at] ? contentOf(messages[at]).trim() : '';
  if (asking === 'by-thought' && thought !== '') return thought;
  const lastUser = messages
    .slice(0, at)
    .filter(({ role }) => role === 'user')
    .at(-1);
  const words = `${fact.tool} ${fact.argument}`.replaceAll('_', ' ');
  return `${words}: ${lastUser ? contentOf(lastUser) : ''}`;
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
