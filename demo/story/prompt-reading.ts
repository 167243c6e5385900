// Reads a prompt like a model: the current turn, its calls, the notes, and how full the window is. Pure; knows nothing
// but the prompt.
import type { ChatMessage } from '../brain/brain.ts';

export interface DoneCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: string | undefined;
}

export interface PromptReading {
  /** Index of the user's newest message in the prompt; -1 where none is in view. */
  readonly at: number;
  /** The user's newest message: as in the story, or else with the memory's additions. */
  readonly user: string;
  /** Index of that turn in the story; -1 for none. */
  readonly turn: number;
  /** Calls of this turn, oldest first. */
  readonly done: readonly DoneCall[];
  /** Latest overview.md, shown or written, without the lines that the system maintains; empty where there is none. */
  readonly overview: string;
  /** Whether a reminder came after the newest write of overview.md. */
  readonly isReminded: boolean;
  /** Percent in the newest meter, if it came after the newest compaction; otherwise 0. */
  readonly percent: number;
  /** UTF-8 bytes before the newest three turns, which a compaction could hide. */
  readonly older: number;
  /** All text of the prompt. */
  readonly text: string;
}

export function readPrompt(messages: readonly ChatMessage[], turns: readonly string[]): PromptReading {
  const turnsAt = messages.flatMap((_, place) => (isUser(messages, place, turns) ? [place] : []));
  const at = turnsAt.at(-1) ?? -1;
  const newest = messages[at];
  const turn = newest ? turnOf(newest, turns) : -1;
  const written = lastPlace(messages, (message) => overviewWrites(message).length > 0);
  const reminded = lastPlace(messages, ({ role, content }) => role === 'user' && REMINDER.test(content ?? ''));
  const meter = lastPlace(messages, ({ role, content }) => role === 'user' && PERCENT.test(content ?? ''));
  const compacted = lastPlace(messages, (message) => calls(message).some(({ name }) => name === 'compact_history'));
  const [, percent] = PERCENT.exec(messages[meter]?.content ?? '') ?? [];
  return {
    at,
    user: turns[turn] ?? newest?.content ?? '',
    turn,
    done: doneIn(messages.slice(at + 1)),
    overview: overviewIn(messages),
    isReminded: reminded > written,
    percent: meter > compacted ? Number(percent ?? 0) : 0,
    older: new TextEncoder().encode(
      messages
        .slice(2, turnsAt.at(-KEPT_TURNS) ?? 0)
        .map(readable)
        .join(''),
    ).length,
    text: messages.map(readable).join('\n'),
  };
}

const REMINDER = /^⚠️ (?:WORKING MEMORY UPDATE NEEDED$|\d+ rounds? without|\S+ 已有)/m;
const PERCENT = /^(?:context: .* \(|上下文：已用 .*（)(\d+) ?%[)）]$/m;
const PINNED = /^working-memory\/overview\.md|^Messages? \d|^第 \d/;
const OVERVIEW = 'overview.md';
/** Least number of turns that a compaction keeps in view. */
const KEPT_TURNS = 3;

const turnOf = ({ role, content }: ChatMessage, turns: readonly string[]): number =>
  role === 'user' ? turns.findIndex((text) => content === text || content.startsWith(`${text}\n\n`)) : -1;

/** The memory's own user messages follow the system prompt (the overview) or a tool result; the user wrote the others. */
function isUser(messages: readonly ChatMessage[], at: number, turns: readonly string[]): boolean {
  const message = messages[at];
  if (message?.role !== 'user') return false;
  const before = messages[at - 1]?.role;
  if (turnOf(message, turns) >= 0) return true;
  return before === 'system' ? !PINNED.test(message.content) : before !== 'tool';
}

const calls = (message: ChatMessage): { id: string; name: string; input: Readonly<Record<string, unknown>> }[] =>
  message.role !== 'assistant'
    ? []
    : (message.tool_calls ?? []).map(({ id, function: { name, arguments: input } }) => ({
        id,
        name,
        input: JSON.parse(input) as Readonly<Record<string, unknown>>,
      }));

function doneIn(messages: readonly ChatMessage[]): DoneCall[] {
  const results = new Map(
    messages.flatMap((message) => (message.role === 'tool' ? [[message.tool_call_id, message.content] as const] : [])),
  );
  return messages.flatMap(calls).map(({ id, name, input }) => ({ name, input, result: results.get(id) }));
}

const overviewWrites = (message: ChatMessage): string[] =>
  calls(message).flatMap(({ name, input }) =>
    name === 'write' && input.path === OVERVIEW && typeof input.content === 'string' ? [input.content] : [],
  );

/** Returns the latest overview.md, shown by the memory or written by the agent, without the system's blocks. */
function overviewIn(messages: readonly ChatMessage[]): string {
  const fence = /<working_memory nonce="(\w+)">\n([\s\S]*?)\n<\/working_memory nonce="\1">/g;
  const shown = messages.flatMap((message) => {
    const fenced = message.role !== 'user' ? [] : [...message.content.matchAll(fence)].map(([, , text = '']) => text);
    // Fenced texts about only the system's blocks have no title.
    const whole = fenced.map((text) => text.replace(/^\| ?/gm, '')).filter((text) => /^# /m.test(text));
    return [...whole, ...overviewWrites(message)];
  });
  return (shown.at(-1) ?? '').replace(/<!-- working-memory:(\w+)[\s\S]*?<!-- \/working-memory:\1 -->/g, '');
}

const readable = (message: ChatMessage): string =>
  [message.content ?? '', ...calls(message).map(({ input }) => JSON.stringify(input))].join('\n');

const lastPlace = (messages: readonly ChatMessage[], wanted: (message: ChatMessage) => boolean): number =>
  messages.map(wanted).lastIndexOf(true);
