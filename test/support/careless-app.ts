// App whose model never tidies up, over the public API: it answers, calls its tools, writes and rewrites files, and
// starts new conversations without ending the old ones.
import type { WorkingMemory } from '../../src/entries/index.ts';
import { plainMessages, type PlainMessage } from '../../src/entries/lenses.ts';
import type { MemoryTool } from '../../src/entries/tools.ts';
import { carelessText } from './careless-model.ts';
import type { FakeClock } from './fakes/fakes.ts';
import { generator } from './generator.ts';

/** Numbers of calls of each kind among 200. */
const SHARES = {
  request: 50,
  noteTool: 10,
  writeTool: 16,
  memorizeTool: 24,
  forgetTool: 3,
  erasure: 1,
  compaction: 1,
  memorize: 30,
  append: 45,
  record: 10,
  removal: 4,
  step: 6,
};
const CALLS = Object.entries(SHARES).flatMap(([name, share]) => Array<string>(share).fill(name));

/** Most messages before a conversation is abandoned. */
const LONGEST = 60;
/** Characters of a long tool result, one in thirty messages. */
const LONG_RESULT = 30_000;

export interface CarelessApp {
  /** Makes this many calls, refused ones included. Returns the number of refusals. */
  work(calls: number): Promise<number>;
}

export function carelessApp(
  memory: WorkingMemory,
  clock: FakeClock,
  { tools, seed }: { readonly tools: readonly MemoryTool[]; readonly seed: number },
): CarelessApp {
  const random = generator(seed);
  let count = 0;
  let list: PlainMessage[] = [];
  const text = (): string => carelessText(random, `operation ${count}`);
  const path = (): string => `detail/draft-${Math.floor(random() * 700)}.md`;
  const call = (name: string, input: object): Promise<unknown> => {
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw new Error(`no tool ${name}`);
    return tool.execute(input);
  };
  const speak = (): void => {
    if (list.length > LONGEST * random()) list = [];
    const role = list.length % 2 ? 'assistant' : 'user';
    list.push({ role, content: random() < 1 / 30 ? text().repeat(LONG_RESULT / 400) : text() });
  };
  const acts: Readonly<Record<string, () => Promise<unknown>>> = {
    request: () => {
      speak();
      return memory.context.prepare(plainMessages, list);
    },
    record: () => memory.context.record(plainMessages, { role: 'assistant', content: text() }),
    compaction: () => memory.context.compact.apply(),
    noteTool: () => call('note', { section: `Part ${Math.floor(random() * 40)}`, text: text() }),
    writeTool: () => call('write', { path: path(), content: text().repeat(3), force: true }),
    memorizeTool: () => call('memorize', { text: text(), importance: Math.floor(random() * 10) / 10 }),
    forgetTool: () => call('forget', { instruction: 'oldest' }),
    erasure: () => memory.items.forget('oldest', { mode: 'hard' }),
    memorize: () => memory.items.memorize(`short ${count}`),
    append: () => memory.transcript.append({ role: count % 2 ? 'user' : 'assistant', text: text() }),
    removal: () => memory.files.delete(path()),
    step: () => memory.items.step(),
  };
  return {
    async work(calls) {
      let refused = 0;
      for (const end = count + calls; count < end; count++) {
        clock.now += 60_000;
        const act = acts[CALLS[Math.floor(random() * CALLS.length)] ?? ''];
        await act?.().catch(() => refused++);
      }
      return refused;
    },
  };
}
