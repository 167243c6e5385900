// Events of a conversation beside the moves of its agent, and histories in which every kind occurs.
import fc from 'fast-check';
import type { MemoryTool } from '../../../src/api/tools.ts';
import { memoryTools } from '../../../src/entries/tools.ts';
import type { AgentApp } from './agent-app.ts';
import { type Course, type Move, play } from './agent-moves.ts';

/** Events of the app's list and its session; the run adds requests with another window and of another tab. */
type OfTheApp =
  | Move
  /** The app regenerates the newest answer, and the user continues from it. */
  | { readonly what: 'regenerate'; readonly answer: string; readonly text: string }
  | { readonly what: 'fork' }
  /** The model reads the largest file of the session with this library's tool. */
  | { readonly what: 'page' };
export type Happening =
  | OfTheApp
  | { readonly what: 'window'; readonly times: number }
  | { readonly what: 'other-tab'; readonly text: string };

const look = (share: number) => ({ what: 'look', share }) as const;

/** One event of each kind, placed at random in a history. */
const KINDS: readonly Happening[] = [
  { what: 'ask', text: 'Look at this.', image: btoa('a picture'), answer: 'Half of an ans' },
  { what: 'work', text: 'Both.', reasoning: 'Two files.', calls: [look(0.1), look(0.2)] },
  { what: 'stop', text: 'One moment.', calls: [look(0.02), look(0.1), look(0.02)], answered: 1, said: 'No, stop.' },
  { what: 'stop', text: '', calls: [look(0.1)], answered: 0, said: 'Never mind.' },
  { what: 'edit', at: 1 },
  { what: 'edit', at: 4 },
  { what: 'cut', at: 5 },
  { what: 'regenerate', answer: 'Said another way.', text: 'Better.' },
  { what: 'regenerate', answer: 'And once more.', text: 'Thank you.' },
  { what: 'compact', request: { target: 'all', keepRecent: 1 } },
  { what: 'fork' },
  { what: 'window', times: 2 },
  { what: 'window', times: 0.8 },
  { what: 'other-tab', text: 'Asked elsewhere.' },
  { what: 'page' },
  { what: 'reopen' },
];

export const eachKindAmong = (moves: fc.Arbitrary<readonly Move[]>): fc.Arbitrary<readonly Happening[]> =>
  fc.tuple(moves, fc.tuple(...KINDS.map(() => fc.nat(40)))).map(([all, places]) => {
    const history: Happening[] = [...all];
    for (const [index, kind] of KINDS.entries())
      history.splice((places[index] as number) % (history.length + 1), 0, kind);
    return history;
  });

export async function happen(app: AgentApp, happening: OfTheApp, course: Course): Promise<void> {
  if (happening.what === 'fork') return app.fork();
  if (happening.what === 'page') return readPage(app, course);
  if (happening.what !== 'regenerate') return play(app, happening, course);
  const { script } = app;
  const newest = script.reduce((found, entry, at) => (entry.role === 'assistant' && !entry.calls ? at : found), 0);
  if (newest > 0) script.length = newest;
  script.push({ role: 'assistant', text: happening.answer }, { role: 'user', text: happening.text });
}

async function readPage({ memory, script }: AgentApp, course: Course): Promise<void> {
  const files = (await memory.files.list()).filter(({ path }) => path !== 'overview.md');
  const [largest] = [...files].sort((one, other) => other.bytes - one.bytes);
  if (!largest) return;
  const read = memoryTools(memory).find(({ name }) => name === 'read') as MemoryTool;
  const id = `call_${++course.calls}`;
  const input = { path: largest.path, fromLine: 4, lines: 6 };
  script.push(
    { role: 'assistant', text: '', calls: [{ id, name: 'read', arguments: JSON.stringify(input) }] },
    { role: 'tool', results: [{ id, text: await read.execute(input) }] },
  );
}
