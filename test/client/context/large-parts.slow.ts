// Pictures and long texts in messages: stored once under their hash, and returned unchanged.
import { describe, expect, it } from 'vitest';
import { memoryStorage, openWorkingMemory, type WorkingMemory } from '../../../src/entries/index.ts';
import { aiSdkPrompt, anthropicMessages, openaiChat, plainMessages } from '../../../src/entries/lenses.ts';
import type { Engine } from '../../../src/boundary/engine.ts';
import { Conversation } from '../../../src/client/context/conversation.ts';
import { Slices } from '../../../src/client/context/slices.ts';
import { contextWording } from '../../support/messages/context-wording.ts';
import type { Batch, Storage } from '../../../src/storage/port.ts';
import { countingIds, fakeClock, wordTokens } from '../../support/fakes/fakes.ts';

const MEGABYTE = 1_048_576;
const picture = 'A'.repeat(5 * MEGABYTE);
const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7) % 256);

/** Storage that notes how many units of rows each commit writes, by store. */
function noting(inner = memoryStorage()): { storage: Storage; written: (store: string) => number; inner: Storage } {
  const written = new Map<string, number>();
  const storage: Storage = {
    ...inner,
    async commit(address, basis, batch: Batch) {
      const outcome = await inner.commit(address, basis, batch);
      if (outcome.status === 'done') {
        for (const { store, value } of batch.rows)
          written.set(store, (written.get(store) ?? 0) + JSON.stringify(value ?? null).length);
      }
      return outcome;
    },
  };
  return { storage, inner, written: (store) => written.get(store) ?? 0 };
}

const opened = (storage: Storage, options: object = {}): Promise<WorkingMemory> =>
  openWorkingMemory({
    session: 'chat',
    worker: false,
    storage,
    clock: fakeClock(),
    ids: countingIds(),
    tokenizer: wordTokens,
    ...options,
  });

const seen = (text: string, url = `data:image/png;base64,${picture}`) => ({
  role: 'user' as const,
  content: [
    { type: 'text' as const, text },
    { type: 'image_url' as const, image_url: { url } },
  ],
});
const answer = (content: string) => ({ role: 'assistant' as const, content });
const parts = async (storage: Storage): Promise<number> =>
  (await storage.rows({ workspace: '/', session: 'chat' }, 'parts', '', 100)).length;

describe('a picture of 5 MB', () => {
  it('is stored once, however many messages hold it, and comes back', async () => {
    const { storage, inner, written } = noting();
    const memory = await opened(storage);
    const list = [seen('What is this?'), answer('A heron.'), seen('And this, again?')];
    await memory.context.prepare(openaiChat, list);
    await memory.context.record(openaiChat, [answer('A heron.'), seen('Once more')]);
    expect(written('parts')).toBeLessThan(5.1 * MEGABYTE);
    expect(written('messages')).toBeLessThan(10_000);
    expect(await parts(inner)).toBe(1);
    await memory.close();
    const again = await opened(storage);
    expect(await again.context.restore(openaiChat)).toEqual([...list, answer('A heron.'), seen('Once more')]);
    // Known from the rows of the messages, so that it is not sent again after a reload either.
    const before = written('parts');
    await again.context.record(openaiChat, [answer('Still a heron.'), seen('And now?')]);
    expect(written('parts')).toBe(before);
  });

  it('is in a fork, and in an export that another session takes in', async () => {
    const { storage } = noting();
    const memory = await opened(storage);
    const list = [seen('What is this?'), answer('A heron.')];
    await memory.context.record(openaiChat, list);
    await memory.sessions.fork('copy');
    const copy = await memory.sessions.open('copy');
    expect(await copy.context.restore(openaiChat)).toEqual(list);
    for (const format of ['zip', 'json'] as const) {
      const other = await opened(memoryStorage());
      await other.import(await memory.export({ format }));
      expect(await other.context.restore(openaiChat)).toEqual(list);
    }
  });

  it('leaves with the last message that holds it', async () => {
    const { storage, inner } = noting();
    const memory = await opened(storage, { transcript: { maxBytes: 12 * MEGABYTE } });
    const other = `data:image/png;base64,${'B'.repeat(5 * MEGABYTE)}`;
    const third = `data:image/png;base64,${'C'.repeat(5 * MEGABYTE)}`;
    await memory.context.record(openaiChat, [seen('one'), answer('A'), seen('two'), answer('B')]);
    await memory.context.record(openaiChat, [seen('three', other), answer('C')]);
    expect(await parts(inner)).toBe(2);
    await memory.context.record(openaiChat, [seen('four', third), answer('D')]);
    expect(await parts(inner)).toBe(2);
    const [entry] = await memory.sessions.list();
    expect(entry?.bytes).toBeLessThan(12 * MEGABYTE);
    expect(entry?.bytes).toBeGreaterThan(10 * MEGABYTE);
    const kept = await memory.context.restore(openaiChat);
    expect(kept.at(-2)).toEqual(seen('four', third));
  });

  it('goes with a hard forget of its message, unless another message holds it', async () => {
    const { storage, inner } = noting();
    const memory = await opened(storage);
    await memory.items.memorize('the secret of the heron');
    const [item] = await memory.items.list();
    await memory.context.record(openaiChat, [seen('the secret of the heron'), answer('Yes.')]);
    const before = (await memory.sessions.list())[0]?.bytes ?? 0;
    expect(before).toBeGreaterThan(5 * MEGABYTE);
    await memory.items.forget({ ids: [item?.id ?? ''] }, { mode: 'hard' });
    expect(await parts(inner)).toBe(0);
    expect((await memory.sessions.list())[0]?.bytes).toBeLessThan(10_000);
  });
});

describe('a part on its way to the engine', () => {
  it('goes along once in a commit, and not at all where the session stores it', async () => {
    const limits = { maxMessageLength: MEGABYTE, maxBytes: 32 * MEGABYTE };
    const list = [seen('one'), answer('A'), seen('two')];
    const neutral = list.map((message) => ({ role: message.role, text: openaiChat.text(message) }));
    const slices = new Slices(async () => undefined);
    const crossing = async (known: boolean): Promise<number> => {
      const engine = { knownParts: async (hashes: readonly string[]) => (known ? hashes : []) } as Engine;
      const conversation = new Conversation(limits, contextWording('en'), undefined);
      const added = list.map((_, index) => ({ from: 'body' as const, index, place: {} }));
      const rows = conversation.rows(
        { engine, lens: openaiChat, messages: list, slices },
        { neutral, head: 0, added, left: new Map() },
      );
      return JSON.stringify(await rows).length;
    };
    expect(await crossing(false)).toBeLessThan(5.1 * MEGABYTE);
    expect(await crossing(true)).toBeLessThan(10_000);
  });
});

describe('a large part', () => {
  it('may be bytes, beside dates and addresses', async () => {
    const { storage, inner } = noting();
    const memory = await opened(storage);
    const at = new Date(1_700_000_000_000);
    const image = (data: Uint8Array) => ({
      role: 'user' as const,
      content: [
        { type: 'text' as const, text: 'Look' },
        { type: 'file' as const, mediaType: 'image/png', data, at },
      ],
    });
    const list = [image(bytes), { role: 'assistant' as const, content: 'I see.' }, image(bytes.slice())];
    await memory.context.record(aiSdkPrompt, list);
    expect(await parts(inner)).toBe(1);
    expect(await memory.context.restore(aiSdkPrompt)).toEqual(list);
  });

  it('may be a text longer than a message keeps: the object comes back whole', async () => {
    const { storage } = noting();
    const memory = await opened(storage);
    const list = [{ role: 'user' as const, content: `Read this: ${'word '.repeat(500_000)}` }, answer('Done.')];
    await memory.context.record(plainMessages, list);
    expect(await memory.context.restore(plainMessages)).toEqual(list);
  });

  it('that quotes a forgotten text goes, also where it stands beyond what the message keeps', async () => {
    const { storage, inner } = noting();
    const memory = await opened(storage);
    await memory.items.memorize('the door code is 47k11-0815');
    const [item] = await memory.items.list();
    const long = `${'word '.repeat(300_000)} the door code is 47k11-0815`;
    await memory.context.record(anthropicMessages, [
      { role: 'user', content: [{ type: 'text', text: long } as { type: 'text' }] },
      { role: 'assistant', content: 'Read.' },
    ]);
    expect(await parts(inner)).toBe(1);
    await memory.items.forget({ ids: [item?.id ?? ''] }, { mode: 'hard' });
    expect(await parts(inner)).toBe(0);
    expect(JSON.stringify(await memory.context.restore(anthropicMessages))).not.toContain('47k11');
  });

  it('that is damaged or gone costs its object alone: the message comes back from its texts', async () => {
    const { storage, inner } = noting();
    const memory = await opened(storage);
    await memory.context.record(openaiChat, [seen('What is this?'), answer('A heron.')]);
    const { session } = (await memory.sessions.list())[0] as { session: string };
    const address = { workspace: '/', session };
    const [row] = await inner.rows(address, 'parts', '', 1);
    const { manifest } = await inner.load(address, []);
    if (!manifest || !row) throw new Error('nothing is stored');
    const usage = { items: 0, tokens: 0 };
    const entry = {
      head: manifest.head + 1,
      time: 1,
      step: 0,
      usage: { before: usage, after: usage },
      events: [],
      touched: [],
    };
    await inner.commit(
      address,
      { head: manifest.head, ...(manifest.commit !== undefined && { commit: manifest.commit }) },
      { manifest, entry, rows: [{ ...row, value: undefined }], dropJournalUpTo: 0 },
    );
    const [first, second] = await memory.context.restore(openaiChat);
    expect(first).toMatchObject({ role: 'user', content: expect.stringContaining('What is this?\n[image_url') });
    expect(second).toEqual(answer('A heron.'));
  });
});

describe('what has no text form, or is too large', () => {
  it('is kept as its texts, and nothing else is lost', async () => {
    const memory = await opened(memoryStorage());
    const cyclic: Record<string, unknown> = { role: 'user', content: 'cyclic' };
    cyclic.self = cyclic;
    const foreign = {
      role: 'user',
      content: 'foreign',
      handle: new (class Handle {
        open = true;
      })(),
    };
    const frozen = Object.freeze({
      role: 'user',
      content: Object.freeze([Object.freeze({ type: 'text', text: 'frozen' })]),
    });
    const huge = seen('huge', 'D'.repeat(50 * MEGABYTE));
    const list = [cyclic, answer('1'), foreign, answer('2'), frozen, answer('3'), huge, answer('4')];
    await memory.context.record(openaiChat, list as never);
    const restored = (await memory.context.restore(openaiChat)) as unknown as Record<string, unknown>[];
    expect(restored).toHaveLength(8);
    expect((restored[0] as { self: unknown }).self).toBe(restored[0]);
    expect(restored[2]).toEqual({ role: 'user', content: 'foreign' });
    expect(restored[4]).toEqual(frozen);
    expect(restored[6]?.content).toMatch(/^huge\n\[image_url, 52428800 bytes, [0-9a-f]+\]$/);
    expect(restored.filter((_, index) => index % 2 === 1)).toEqual(['1', '2', '3', '4'].map(answer));
  });

  it('is told from a list of another session, and from ids that repeat', async () => {
    const memory = await opened(memoryStorage());
    const call = { id: 'same', type: 'function' as const, function: { name: 'read', arguments: '{}' } };
    const round = (text: string) => [
      { role: 'assistant' as const, content: text, tool_calls: [call] },
      { role: 'tool' as const, tool_call_id: 'same', content: `result of ${text}` },
    ];
    const list = [{ role: 'user' as const, content: 'Go' }, ...round('one'), ...round('two'), answer('Done')];
    await memory.context.record(openaiChat, list);
    expect(await memory.context.restore(openaiChat)).toEqual(list);
    const others = [{ role: 'user' as const, content: 'Elsewhere' }, answer('Here')];
    await memory.context.record(openaiChat, others);
    const restored = await memory.context.restore(openaiChat);
    expect(restored.slice(-2)).toEqual(others);
    expect(await memory.transcript.count()).toBe(list.length + others.length);
  });
});
