// Random moves of an agent loop between two requests, and how to play them on an app.
import fc from 'fast-check';
import type { CompactionRequest } from '../../../src/context/compaction/compaction.ts';
import type { AgentApp } from './agent-app.ts';
import type { ToolCall, ToolResult } from '../../../src/tree/transcript/transcript.ts';
import type { Entry } from '../messages/message-script.ts';

type Call =
  /** A tool call whose result takes this share of the window. */
  | { readonly what: 'look'; readonly share: number }
  /** A write of the overview: by the app's own tool, by one that fails, by one of this library. */
  | { readonly what: 'own-write' | 'failed-write' | 'library-write'; readonly text: string };

export type Move =
  | { readonly what: 'ask'; readonly text: string; readonly image?: string; readonly answer?: string }
  | { readonly what: 'work'; readonly text: string; readonly reasoning?: string; readonly calls: readonly Call[] }
  /**
   * The user stops the work after some of the calls were answered, and speaks: in the message of the results, if any.
   */
  | {
      readonly what: 'stop';
      readonly text: string;
      readonly calls: readonly Extract<Call, { what: 'look' }>[];
      readonly answered: number;
      readonly said: string;
    }
  | { readonly what: 'write'; readonly source: 'assistant' | 'user'; readonly text: string }
  | { readonly what: 'event'; readonly text: string }
  /** The provider reports a count of this many times the estimate. */
  | { readonly what: 'observe'; readonly factor: number }
  | { readonly what: 'reopen' }
  /** The app edits a message, or cuts the list back to where it could be sent. */
  | { readonly what: 'edit' | 'cut'; readonly at: number }
  | { readonly what: 'system'; readonly text: string }
  | { readonly what: 'compact'; readonly request: CompactionRequest }
  | { readonly what: 'undo'; readonly at: number };

/** Whether the list still extends what was sent before. */
export const isSteady = ({ what }: Move): boolean => what !== 'edit' && what !== 'cut' && what !== 'system';

const WORDS = 'the parser of src/core/lexer.ts fails for BUG-214 since 2024-05-01 retries=3 发布 计划 and then'.split(
  ' ',
);

const words = (count: number, from: number): string =>
  Array.from({ length: count }, (_, index) => WORDS[(index * 7 + from) % WORDS.length]).join(' ');

const said = fc.oneof(
  fc.lorem({ maxCount: 12 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.tuple(fc.constantFrom(10, 40, 150), fc.nat(20)).map(([count, from]) => words(count, from)),
  fc.constantFrom('数据库迁移的计划', '# Title\n\n- a\n- b', '</context_meta>'),
);
const image = fc.uint8Array({ minLength: 1, maxLength: 30 }).map((bytes) => btoa(String.fromCharCode(...bytes)));
const overview = fc
  .tuple(fc.constantFrom(1, 8, 60, 300), fc.nat(1000))
  .map(([count, from]) => `# Working Memory\n\n## Current task\n\nTask ${from}: ${words(count, from)}\n`);

const is = <Name extends string>(...names: readonly Name[]): fc.Arbitrary<Name> => fc.constantFrom(...names);

const look = fc.record({ what: is('look'), share: fc.constantFrom(0, 0.002, 0.02, 0.02, 0.1, 0.1, 0.2, 0.4, 1.5) });
const call: fc.Arbitrary<Call> = fc.oneof(
  { weight: 8, arbitrary: look },
  {
    weight: 2,
    arbitrary: fc.record({ what: is('own-write', 'failed-write', 'library-write'), text: overview }),
  },
);

const ask = fc.record({ what: is('ask'), text: said, image, answer: said }, { requiredKeys: ['what', 'text'] });
const working = fc.record(
  {
    what: is('work'),
    text: fc.oneof(fc.constant(''), said),
    reasoning: said,
    calls: fc.array(call, { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: ['what', 'text', 'calls'] },
);

const stopping = fc.record({
  what: is('stop'),
  text: fc.oneof(fc.constant(''), said),
  calls: fc.array(look, { minLength: 1, maxLength: 3 }),
  answered: fc.nat(3),
  said,
});

export const compactions: fc.Arbitrary<CompactionRequest> = fc.record(
  {
    target: is('conversation', 'tools', 'all'),
    strategy: is('summarize', 'archive'),
    keepRecent: fc.constantFrom(0, 1, 3, 5, 12),
    archiveTo: is('detail/old.md', 'archive/2024/old.md'),
  },
  { requiredKeys: [] },
);

/** Moves of an ordinary session. */
export const steadyMove: fc.Arbitrary<Move> = fc.oneof(
  { weight: 8, arbitrary: ask },
  { weight: 7, arbitrary: working },
  { weight: 2, arbitrary: stopping },
  { weight: 2, arbitrary: fc.record({ what: is('write'), source: is('assistant', 'user'), text: overview }) },
  { weight: 1, arbitrary: fc.record({ what: is('event'), text: said }) },
  { weight: 1, arbitrary: fc.record({ what: is('observe'), factor: fc.constantFrom(0.3, 0.8, 1, 1.2, 3) }) },
  { weight: 1, arbitrary: fc.record({ what: is('reopen') }) },
);

/** Moves that include edits, cuts and changed system prompts. */
export const anyMove: fc.Arbitrary<Move> = fc.oneof(
  { weight: 16, arbitrary: steadyMove },
  { weight: 1, arbitrary: fc.record({ what: is('edit', 'cut'), at: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ what: is('system'), text: said }) },
  { weight: 2, arbitrary: fc.record({ what: is('compact'), request: compactions }) },
  { weight: 1, arbitrary: fc.record({ what: is('undo'), at: fc.nat(5) }) },
);

/** State of a run beside the app. */
export interface Course {
  calls: number;
  /** Receipts of compactions that can be undone, oldest first. */
  readonly receipts: string[];
}

const MOST_RECEIPTS = 5;

export function keepReceipt({ receipts }: Course, receipt: string | undefined): void {
  if (receipt !== undefined) receipts.push(receipt);
  receipts.splice(0, Math.max(0, receipts.length - MOST_RECEIPTS));
}

export const newCourse = (): Course => ({ calls: 0, receipts: [] });

/** Plays the move on the app's list or its memory; the list can be sent afterwards. */
export async function play(app: AgentApp, move: Move, course: Course): Promise<void> {
  const { memory, script } = app;
  switch (move.what) {
    case 'ask':
      if (move.answer !== undefined) script.push({ role: 'assistant', text: move.answer });
      script.push({ role: 'user', text: move.text, ...(move.image !== undefined && { image: move.image }) });
      return;
    case 'work':
      return work(app, move, course);
    case 'stop': {
      const { calls, results } = await made(app, move.calls, course);
      const answered = results.slice(0, move.answered);
      script.push({ role: 'assistant', text: move.text, calls });
      script.push(
        answered.length > 0 ? { role: 'tool', results: answered, said: move.said } : { role: 'user', text: move.said },
      );
      return;
    }
    case 'write':
      await memory.files.write('overview.md', move.text, { source: move.source, force: true });
      return;
    case 'event': {
      const task = move.text.slice(0, 200).toWellFormed().trim() || 'Work';
      await memory.state.onEvent({ type: 'task_started', context: { task } });
      return;
    }
    case 'observe': {
      const { tokensUsed = 0 } = memory.context.meter() ?? {};
      if (tokensUsed > 0) memory.context.observe({ inputTokens: tokensUsed * move.factor });
      return;
    }
    case 'reopen':
      return app.reopen();
    case 'edit': {
      const at = move.at % script.length;
      script[at] = edited(script[at] as Entry);
      return;
    }
    case 'cut': {
      const ends = script.flatMap(({ role }, index) => (role === 'user' || role === 'tool' ? [index] : []));
      script.length = (ends[move.at % ends.length] as number) + 1;
      return;
    }
    case 'system':
      app.system = move.text;
      return;
    case 'compact': {
      keepReceipt(course, (await memory.context.compact.apply(move.request)).receipt);
      return;
    }
    case 'undo': {
      const [receipt] = course.receipts.splice(move.at % Math.max(1, course.receipts.length));
      if (receipt !== undefined) await memory.context.compact.undo(receipt);
    }
  }
}

async function work(
  app: AgentApp,
  { text, reasoning, calls: wanted }: Extract<Move, { what: 'work' }>,
  course: Course,
): Promise<void> {
  const { calls, results } = await made(app, wanted, course);
  app.script.push(
    { role: 'assistant', text, ...(reasoning !== undefined && { reasoning }), calls },
    { role: 'tool', results },
  );
}

async function made(
  { memory, window }: AgentApp,
  wanted: readonly Call[],
  course: Course,
): Promise<{ calls: ToolCall[]; results: ToolResult[] }> {
  const calls: ToolCall[] = [];
  const results: ToolResult[] = [];
  for (const one of wanted) {
    const id = `call_${++course.calls}`;
    if (one.what === 'look') {
      calls.push({ id, name: 'read', arguments: JSON.stringify({ path: `src/file-${course.calls}.ts` }) });
      results.push({ id, text: words(Math.floor(one.share * window), course.calls) });
      continue;
    }
    const fields = { path: 'working-memory/overview.md', content: one.text };
    calls.push({ id, name: one.what === 'library-write' ? 'write' : 'write_file', arguments: JSON.stringify(fields) });
    if (one.what === 'library-write')
      await memory.files.write('overview.md', one.text, { source: 'assistant', force: true });
    results.push({ id, text: one.what === 'failed-write' ? 'Error: no space left' : 'Saved.' });
  }
  return { calls, results };
}

function edited(entry: Entry): Entry {
  if (entry.role !== 'tool') return { ...entry, text: `${entry.text} (edited)` };
  return { ...entry, results: entry.results.map((result) => ({ ...result, text: `${result.text} (edited)` })) };
}
