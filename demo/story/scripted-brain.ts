// Brain that plays a story as a pure function of its messages. It takes every fact from the prompt, and says so where
// one is missing.
import type { AssistantMessage, Brain, ChatMessage, ToolDefinition } from '../brain/brain.ts';
import { notesFrom } from './notes.ts';
import { type DoneCall, type PromptReading, readPrompt } from './prompt-reading.ts';
import type { Act, Find, Scene, Wording } from './scene.ts';
import type { Story } from './story.ts';

/** Percent of the window from which the brain compacts. */
const HEAVY_PERCENT = 60;
/** Least number of bytes that a compaction must be able to hide. */
const WORTHWHILE = 2200;
/** Most characters of the user's first sentence, which is the task in the notes and the query of a look-up. */
const LONGEST_TITLE = 160;

interface Call {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

interface Decision {
  readonly say?: string;
  readonly calls?: readonly Call[];
}

export interface Telling {
  /** Awaited before each answer: the page's pause, step and speed. */
  readonly pace?: (signal: AbortSignal) => Promise<void>;
}

export function scriptedBrain(story: Story, { pace }: Telling = {}): Brain {
  return {
    kind: 'scripted',
    name: story.title,
    async answer({ messages, tools, signal }) {
      await pace?.(signal);
      signal.throwIfAborted();
      return { message: spoken(decision(story, messages, tools), messages) };
    },
  };
}

/** Numbers the calls on from the highest id in the prompt, so that equal prompts get equal answers. */
function spoken({ say, calls = [] }: Decision, messages: readonly ChatMessage[]): AssistantMessage {
  if (calls.length === 0) return { role: 'assistant', content: say ?? '' };
  const used = messages.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []));
  const highest = Math.max(0, ...used.map(({ id }) => Number(/^call-(\d+)$/.exec(id)?.[1] ?? 0)));
  return {
    role: 'assistant',
    content: say ?? null,
    tool_calls: calls.map(({ name, input }, place) => ({
      id: `call-${highest + 1 + place}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    })),
  };
}

function decision(
  { scenes, turns, wording }: Story,
  messages: readonly ChatMessage[],
  tools: readonly ToolDefinition[],
): Decision {
  const reading = readPrompt(messages, turns);
  const notes = (): Call => ({
    name: 'write',
    input: {
      path: 'overview.md',
      content: notesFrom(reading.overview, messages, firstSentence(reading.user), wording.notes),
      force: true,
    },
  });
  if (reading.isReminded) return { say: wording.reminded, calls: [notes()] };
  const upkeep = madeRoom(reading, wording);
  if (upkeep) return upkeep;
  const scene = scenes[reading.turn];
  const canSearch = tools.some(({ function: { name } }) => name === 'search');
  return scene ? played(scene, reading, wording, notes, canSearch) : looked(reading, wording);
}

function madeRoom({ percent, older }: PromptReading, { compacting }: Wording): Decision | undefined {
  if (percent < HEAVY_PERCENT || older < WORTHWHILE) return undefined;
  return { say: compacting(percent), calls: [{ name: 'compact_history', input: { keep_recent: 5 } }] };
}

const isNotes = ({ name, input }: DoneCall): boolean => name === 'write' && input.path === 'overview.md';

function played(
  scene: Scene,
  reading: PromptReading,
  wording: Wording,
  notes: () => Call,
  canSearch: boolean,
): Decision {
  const { finds = {}, acts = [], reply } = scene;
  const found = (name: string): string | undefined => {
    const find = finds[name];
    if (!find) return undefined;
    const { like } = find;
    const guess = canSearch || !like ? undefined : [...reading.text.matchAll(new RegExp(like, 'gm'))].at(-1)?.[1];
    return foundBy(find, reading, wording.listSeparator) ?? guess;
  };
  // Steps before a visible call are done, even if the memory has hidden their calls since.
  const steps = acts.map((act) => [act].flat());
  const reached = steps
    .map((step) => step.some((act) => act.tool !== 'notes' && reading.done.some((call) => isOf(act, call))))
    .lastIndexOf(true);
  for (const step of steps.slice(Math.max(0, reached))) {
    const open = step.flatMap((one) => (isDue(one, reading, found) ? [filledAct(one, found, notes)] : []));
    const calls = open.filter((call) => call !== undefined);
    if (calls.length > 0) return { calls };
  }
  const { text, missing } = filled(reply, found);
  if (missing.length === 0) return { say: text };
  const queries = missing.flatMap((name) => finds[name]?.search ?? []);
  const query = canSearch ? queries.find((one) => !reading.done.some(({ input }) => input.query === one)) : undefined;
  return query === undefined
    ? { say: canSearch ? wording.missing(missing) : wording.unseen }
    : { calls: [{ name: 'search', input: { query, limit: 3 } }] };
}

function isDue(act: Act, { done }: PromptReading, found: (name: string) => string | undefined): boolean {
  if (act.unless !== undefined && found(act.unless) !== undefined) return false;
  return !done.some((call) => isOf(act, call));
}

/** Whether a call is that of the act. Compares only fixed texts: the prompt fills templates. */
const isOf = ({ tool, input = {} }: Act, call: DoneCall): boolean =>
  tool === 'notes'
    ? isNotes(call)
    : call.name === tool &&
      Object.entries(input).every(([key, value]) => isTemplate(value) || call.input[key] === value);

const isTemplate = (value: unknown): boolean => typeof value !== 'string' || value.includes('{');

/** Returns the act's call; undefined where the prompt lacks a fact that the call needs. */
function filledAct(
  { tool, input = {} }: Act,
  found: (name: string) => string | undefined,
  notes: () => Call,
): Call | undefined {
  if (tool === 'notes') return notes();
  const fields = Object.entries(input).map(([key, value]) => {
    if (typeof value !== 'string') return { key, value, missing: [] };
    const { text, missing } = filled(value, found);
    return { key, value: text, missing };
  });
  if (fields.some(({ missing }) => missing.length > 0)) return undefined;
  return { name: tool, input: Object.fromEntries(fields.map(({ key, value }) => [key, value])) };
}

function filled(template: string, found: (name: string) => string | undefined): { text: string; missing: string[] } {
  const missing: string[] = [];
  const text = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = found(name);
    if (value === undefined && !missing.includes(name)) missing.push(name);
    return value ?? '';
  });
  return { text, missing };
}

function foundBy(
  { pattern, where = 'turn', as = 'first' }: Find,
  { user, done, text }: PromptReading,
  separator: string,
): string | undefined {
  const read = where === 'prompt' ? text : [user, ...done.map(({ result = '' }) => result)].join('\n');
  const all = [...read.matchAll(new RegExp(pattern, [...new Set(`${pattern.flags}gm`)].join('')))];
  const matches = all.map(([whole, group]) => group ?? whole);
  if (matches.length === 0) return undefined;
  if (as === 'count') return String(new Set(matches).size);
  if (as === 'sum') return String(matches.reduce((sum, match) => sum + Number(match), 0));
  return as === 'list' ? [...new Set(matches)].join(separator) : matches[0];
}

/** Searches files and items for a message outside of the story; in the transcript it would find itself. */
function looked({ user, done }: PromptReading, { found }: Wording): Decision {
  const query = firstSentence(user);
  const searches = done.filter(({ name, input }) => name === 'search' && input.query === query);
  if (searches.length > 0) return { say: found(searches.map(({ result = '' }) => result).join('\n\n')) };
  return { calls: ['detail', 'items'].map((scope) => ({ name: 'search', input: { query, scope, limit: 3 } })) };
}

const firstSentence = (text: string): string =>
  /^.+?(?:[.?!](?= |$)|[。？！]|$)/m.exec(text)?.[0].slice(0, LONGEST_TITLE) ?? '';
