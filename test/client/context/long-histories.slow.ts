// A history of thousands of messages at once: read, summarized and stored in slices.
import { describe, expect, it } from 'vitest';
import type { ContextProgress } from '../../../src/api/context.ts';
import { ContextClient } from '../../../src/client/context/context-client.ts';
import { contextWords } from '../../../src/context/words/en.ts';
import { branchRows } from '../../../src/client/on-demand/branches.ts';
import { ReadTexts } from '../../../src/context/reading/read-texts.ts';
import { memoryStorage, openWorkingMemory } from '../../../src/entries/index.ts';
import { openaiChat, type OpenAiChatMessage } from '../../../src/entries/lenses.ts';
import { testEngine } from '../../support/engine.ts';
import { fakeClock } from '../../support/fakes/fakes.ts';

const MESSAGES = 5000;
/** 128 messages of no length at most, and fewer of some. */
const MOST_PER_SLICE = 128;

const history = Array.from({ length: MESSAGES - 1 }, (_, index): OpenAiChatMessage => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: `Message ${index}: the ticket T-${1000 + index} was decided on Friday in ${index % 3 ? 'Lyon' : 'Berlin'}.`,
}));
const list: OpenAiChatMessage[] = [{ role: 'system', content: 'Be brief.' }, ...history];

/** A client whose scheduler notes what was done in each slice. */
async function sliced() {
  const { engine, settings } = await testEngine({ context: { window: 8000 } });
  let read = 0;
  const slices: number[] = [];
  const between = async (): Promise<void> => {
    slices.push(read);
    read = 0;
  };
  const lens = {
    ...openaiChat,
    role: (message: OpenAiChatMessage) => {
      read++;
      return openaiChat.role(message);
    },
  };
  return {
    engine,
    lens,
    slices,
    client: new ContextClient({ settings, between, salt: (await engine.status()).salt }, contextWords),
  };
}

describe('5,000 messages at once', () => {
  it('are taken in slices of at most 128 in every step, and each step tells how far it is', async () => {
    const { engine, client, lens, slices } = await sliced();
    const told: ContextProgress[] = [];
    const prepared = await client.prepare(engine, lens, list, { onProgress: (progress) => told.push(progress) });
    expect(prepared.compaction?.archivedTo.length).toBeGreaterThan(0);
    expect(Math.max(...slices)).toBeLessThanOrEqual(MOST_PER_SLICE);
    for (const step of ['read', 'sum-up', 'store'] as const) {
      const done = told.filter((progress) => progress.step === step).map((progress) => progress.done);
      expect(done.length).toBeGreaterThanOrEqual((list.length / MOST_PER_SLICE) * 0.9);
      const steps = done.map((count, at) => count - (done[at - 1] ?? 0));
      expect(Math.max(...steps)).toBeLessThanOrEqual(MOST_PER_SLICE);
      expect(Math.min(...steps.slice(1))).toBeGreaterThan(0);
    }
    expect(told.every(({ total }) => total === list.length)).toBe(true);
    expect(await engine.countMessages()).toBe(list.length);
  });

  it('are planned in steps, with pauses in between', async () => {
    const { engine, settings } = await testEngine({ context: { window: 8000 } });
    let [pauses, read, stored] = [0, 0, 0];
    const client = new ContextClient(
      { settings, between: async () => void pauses++, salt: (await engine.status()).salt },
      contextWords,
    );
    const onProgress = ({ step }: ContextProgress): void => {
      if (step === 'sum-up') read = pauses;
      if (step === 'store' && stored === 0) stored = pauses;
    };
    await client.prepare(engine, openaiChat, list, { onProgress });
    // Names are ranked, found again, and said in a summary: each over all messages.
    expect(stored - read).toBeGreaterThan(40);
  });

  it('are summed up by stretches, each with the file in which it begins, after a second compaction, too', async () => {
    const { engine, client } = await sliced();
    const long = list.map((message) => ({ ...message, content: `${message.content} ${'And so on. '.repeat(12)}` }));
    const more = long.slice(1).map((message) => ({ ...message, content: `Later, ${String(message.content)}` }));
    for (const messages of [long, [...long, ...more]]) {
      const { compaction } = await client.prepare(engine, openaiChat, messages);
      expect(compaction?.archivedTo.length).toBeGreaterThan(2);
      const { text } = await engine.readFile('overview.md');
      const stretches = [...text.matchAll(/^- messages (\d+)–\d+ \(from (\S+)\)/gm)];
      expect(stretches).toHaveLength(8);
      for (const [, first, path = ''] of stretches) {
        expect((await engine.readFile(path)).text).toContain(`## Message ${first}, `);
      }
    }
  });

  it('are recorded in slices, too, and come back', async () => {
    const { engine, client, lens, slices } = await sliced();
    const told: string[] = [];
    await client.conversation.record(engine, lens, list, client.slices({ onProgress: ({ step }) => told.push(step) }));
    expect(Math.max(...slices)).toBeLessThanOrEqual(MOST_PER_SLICE);
    expect(new Set(told)).toEqual(new Set(['read', 'store']));
    expect(await client.conversation.restore(engine, lens, undefined, branchRows)).toEqual(list);
  });

  it('are left alone when the call is aborted between two slices', async () => {
    const { engine, client, lens } = await sliced();
    for (const step of ['read', 'sum-up', 'store'] as const) {
      const aborting = new AbortController();
      const onProgress = (progress: ContextProgress): void => {
        if (progress.step === step) aborting.abort(new Error(`at ${step}`));
      };
      await expect(client.prepare(engine, lens, list, { onProgress, signal: aborting.signal })).rejects.toThrow(step);
      expect(await engine.countMessages()).toBe(0);
    }
    await client.prepare(engine, lens, list);
    expect(await engine.countMessages()).toBe(list.length);
  });

  it('reject with `aborted` where the app calls, and the next call takes them', async () => {
    const memory = await openWorkingMemory({ session: 'long', worker: false, storage: memoryStorage() });
    const aborting = new AbortController();
    const onProgress = (): void => aborting.abort();
    const recording = memory.context.record(openaiChat, list, { onProgress, signal: aborting.signal });
    await expect(recording).rejects.toMatchObject({ code: 'aborted' });
    await memory.context.record(openaiChat, list);
    expect(await memory.context.restore(openaiChat)).toEqual(list);
    await memory.close();
  });
});

describe('a message of a megabyte', () => {
  const huge = Array.from({ length: 20_000 }, (_, at) => `Line ${at} of the log names src/file-${at}.ts, no more.\n`);
  const messages: OpenAiChatMessage[] = [
    { role: 'user', content: huge.join('') },
    { role: 'assistant', content: 'Read.' },
    { role: 'user', content: 'And now?' },
  ];

  it('is counted and read in pieces of at most 32,768 units, with a pause after each', async () => {
    const { engine, settings } = await testEngine({ context: { window: 8000 } });
    const slices: number[] = [];
    let counted = 0;
    const between = async (): Promise<void> => {
      slices.push(counted);
      counted = 0;
    };
    const tokenizer = {
      count: (text: string): number => {
        counted += text.length;
        return Math.ceil(text.length / 4);
      },
    };
    const client = new ContextClient(
      { settings, between, tokenizer, salt: (await engine.status()).salt },
      contextWords,
    );
    const { compaction } = await client.prepare(engine, openaiChat, messages);
    expect(compaction?.archivedTo.length).toBeGreaterThan(1);
    expect(Math.max(...slices)).toBeLessThan(2 * 32_768);
    // Once for its tokens, once for its names, once for its words.
    expect(slices.length).toBeGreaterThan((3 * huge.join('').length) / 32_768);
  });

  it('is planned in steps as well, with a pause for each of its files at least', async () => {
    const { engine, settings } = await testEngine({ context: { window: 8000 }, files: { maxFileBytes: 100_000 } });
    let [pauses, before, after] = [0, 0, 0];
    const noting = {
      ...engine,
      contextBasis: (...given: Parameters<typeof engine.contextBasis>) => {
        before = pauses;
        return engine.contextBasis(...given);
      },
      commitContext: (...given: Parameters<typeof engine.commitContext>) => {
        after = pauses;
        return engine.commitContext(...given);
      },
    };
    const client = new ContextClient(
      { settings, between: async () => void pauses++, salt: (await engine.status()).salt },
      contextWords,
    );
    const { compaction } = await client.prepare(noting, openaiChat, messages);
    const files = compaction?.archivedTo.length ?? 0;
    expect(files).toBeGreaterThan(8);
    expect(after - before).toBeGreaterThan(files);
  });
});

describe('a short list', () => {
  it('is one slice: no pause, and nothing to tell', async () => {
    const { engine, client, lens, slices } = await sliced();
    const told: ContextProgress[] = [];
    const short = [...history.slice(0, 20), { role: 'user', content: 'And now?' }];
    await client.prepare(engine, lens, short, { onProgress: (progress) => told.push(progress) });
    expect([slices, told]).toEqual([[], []]);
  });
});

describe('what is read of a text for summaries', () => {
  it('is read once while requests use it', () => {
    const read = new ReadTexts();
    const text = 'We decided to use port 50515. The deadline is 2026-01-05.';
    const [names, statements] = [read.namesIn(text), read.statementsIn(text, 'user')];
    expect(names).toContain('2026-01-05');
    read.turn();
    expect(read.namesIn(text)).toBe(names);
    expect(read.statementsIn(text, 'user')).toBe(statements);
    expect(read.statementsIn(text, 'assistant')).not.toBe(statements);
    read.turn();
    read.turn();
    expect(read.namesIn(text)).not.toBe(names);
    expect(read.namesIn(text)).toEqual(names);
  });
});

describe('the date of a message', () => {
  it('is taken from the fields in which apps keep it, and is never later than now', async () => {
    const now = Date.UTC(2026, 0, 5);
    const memory = await openWorkingMemory({
      session: 'dated',
      worker: false,
      storage: memoryStorage(),
      clock: fakeClock(now),
    });
    const at = Date.UTC(2025, 2, 1, 12);
    const dates = [
      { createdAt: at },
      { createdAt: new Date(at) },
      { created_at: '2025-03-01T12:00:00Z' },
      { timestamp: at / 1000 },
      { metadata: { createdAt: at } },
    ];
    const unknown = [{}, { createdAt: 'yesterday' }, { createdAt: now + 1000 }, { timestamp: Number.NaN }];
    const said = [...dates, ...unknown].map((date, index) => ({ role: 'user', content: `Said ${index}`, ...date }));
    await memory.context.record(openaiChat, said as OpenAiChatMessage[]);
    const times = (await memory.transcript.read()).map(({ time }) => time);
    expect(times).toEqual([...dates.map(() => at), ...unknown.map(() => now)]);
    expect(await memory.context.restore(openaiChat)).toEqual(said);
    await memory.close();
  });
});
