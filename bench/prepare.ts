// Measures the cost of preparing a request of a long conversation where only the end is new.
import { memoryStorage, type Storage } from 'working-memory';
import type { ContextEngine, ContextMemory } from '../replay/memory/context-engine.ts';
import { type Timing, timing } from './measure.ts';
import type { ChatMessage } from '../replay/chat.ts';
import { makeCorpus } from './texts.ts';

export interface PrepareBench {
  /** Requests whose list is one call and its result longer than the one before. */
  readonly next: Timing;
  /** The first request, whose whole list is new. */
  readonly first: Timing;
  /** Shares of the time of the next requests that pass in the lens and waiting for storage. */
  readonly shares: { readonly lens: number; readonly storage: number };
}

const MESSAGES = 200;
/** UTF-16 units. */
const CHARACTERS = 400_000;
const SESSIONS = 10;
const NEXT = 20;
/** Window so large that nothing is ever folded. */
const WINDOW = 1_000_000;

export async function benchPrepare(engine: ContextEngine): Promise<PrepareBench> {
  const list = conversation(MESSAGES + 2 * NEXT);
  const first: number[] = [];
  const next: number[] = [];
  for (let session = 0; session < SESSIONS; session++) {
    const times = await prepareGrowing(engine, memoryStorage(), list);
    first.push(times[0] as number);
    next.push(...times.slice(1));
  }
  return { first: timing(first), next: timing(next), shares: await sharesOf(engine, list) };
}

export interface RecalledBench {
  /** Time of a user's next turn. */
  readonly next: Timing;
  /** Recalled texts per turn. */
  readonly noted: number;
}

/** Measures user turns in a long conversation, each about one of `items` items. */
export async function benchRecalled({ open, lens }: ContextEngine, items: number): Promise<RecalledBench> {
  const { texts } = makeCorpus('English', items, 1);
  const context = { window: WINDOW };
  const memory = await open({
    session: 'bench recalled',
    worker: false,
    storage: memoryStorage(),
    deadlineMs: 600_000,
    limits: { maxItems: items, maxTokens: 100_000_000 },
    context,
  });
  await memory.items.memorize(texts);
  const list = conversation(MESSAGES);
  await memory.context.prepare(lens, list, { contextWindow: WINDOW });
  const times: number[] = [];
  for (let turn = 0; turn < 2 * NEXT; turn++) {
    const words = (texts[(turn * 37) % items] ?? '').split(' ').slice(0, 8).join(' ');
    list.push({ role: 'assistant', content: 'Done.' }, { role: 'user', content: `What do I know about ${words}?` });
    const start = performance.now();
    await memory.context.prepare(lens, list, { contextWindow: WINDOW });
    times.push(performance.now() - start);
  }
  const noted = (await memory.context.recalled()).length;
  await memory.close();
  return { next: timing(times), noted: noted / times.length };
}

/** Measures restoring a chat of `messages` messages after a reload, from rows to the app's own objects, ms. */
export async function benchRestore({ open, lens }: ContextEngine, messages: number): Promise<Timing> {
  const storage = memoryStorage();
  const opening = () =>
    open({ session: 'bench restore', worker: false, storage, deadlineMs: 600_000, context: { window: WINDOW } });
  const writer = await opening();
  await writer.context.record(lens, conversation(messages));
  await writer.close();
  const times: number[] = [];
  for (let session = 0; session < SESSIONS; session++) {
    const memory = await opening();
    // Waits until the background has made the transcript searchable.
    await memory.files.search('nothing');
    const start = performance.now();
    await memory.context.restore(lens);
    times.push(performance.now() - start);
    await memory.close();
  }
  return timing(times);
}

/** Measured apart from the others, because reading the clock on every call takes time as well. */
async function sharesOf(engine: ContextEngine, list: readonly ChatMessage[]): Promise<PrepareBench['shares']> {
  const spent = { lens: 0, storage: 0 };
  const watched = { ...engine, lens: timed(engine.lens, (ms) => (spent.lens += ms)) };
  const storage = timed(memoryStorage(), (ms) => (spent.storage += ms));
  const times = await prepareGrowing(watched, storage, list, () => Object.assign(spent, { lens: 0, storage: 0 }));
  const total = times.slice(1).reduce((sum, ms) => sum + ms, 0);
  return { lens: spent.lens / total, storage: spent.storage / total };
}

/** Times each call, ms; `afterFirst` runs between the first call and the next ones. */
async function prepareGrowing(
  { open, lens }: ContextEngine,
  storage: Storage,
  list: readonly ChatMessage[],
  afterFirst = (): void => {},
): Promise<number[]> {
  const memory: ContextMemory = await open({
    session: 'bench prepare',
    worker: false,
    storage,
    deadlineMs: 600_000,
    context: { window: WINDOW },
  });
  const times: number[] = [];
  for (let end = MESSAGES; end <= list.length; end += 2) {
    const messages = list.slice(0, end);
    const start = performance.now();
    await memory.context.prepare(lens, messages, { contextWindow: WINDOW });
    times.push(performance.now() - start);
    if (end === MESSAGES) afterFirst();
  }
  await memory.close();
  return times;
}

/**
 * Returns a system prompt and a user message, then calls with results and occasional new turns; the last is a result.
 */
function conversation(length: number): ChatMessage[] {
  const { texts } = makeCorpus('English', 4000, 0);
  const size = CHARACTERS / MESSAGES;
  let at = 0;
  const text = (): string => {
    let all = '';
    while (all.length < size) all += `${texts[at++ % texts.length]}\n`;
    return all.slice(0, size);
  };
  const messages: ChatMessage[] = [
    { role: 'system', content: text() },
    { role: 'user', content: text() },
  ];
  while (messages.length < length) {
    const id = `call_${messages.length}`;
    // A turn ends after some steps, but not among the last messages, which grow by pairs.
    if (messages.length % 20 === 0 && messages.length < MESSAGES) {
      messages.push({ role: 'assistant', content: text() }, { role: 'user', content: text() });
    } else {
      const call = { id, type: 'function', function: { name: 'read_file', arguments: '{"path":"notes.md"}' } } as const;
      messages.push(
        { role: 'assistant', content: text(), tool_calls: [call] },
        { role: 'tool', tool_call_id: id, content: text() },
      );
    }
  }
  return messages;
}

/** Wraps an object so that its methods report their time; for a promise, the time until it settles. */
function timed<T extends object>(object: T, spend: (ms: number) => void): T {
  return new Proxy(object, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        const start = performance.now();
        const end = (): void => spend(performance.now() - start);
        const result: unknown = Reflect.apply(member, target, args);
        if (result instanceof Promise) return result.finally(end);
        end();
        return result;
      };
    },
  });
}
