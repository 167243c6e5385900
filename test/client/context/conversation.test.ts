// A conversation that the app does not store: answers are recorded, and the list is restored.
import { describe, expect, it } from 'vitest';
import { memoryStorage, openWorkingMemory } from '../../../src/entries/index.ts';
import {
  aiSdkPrompt,
  anthropicMessages,
  openaiChat,
  type OpenAiChatMessage,
  openaiResponses,
  plainMessages,
} from '../../../src/entries/lenses.ts';
import type { Storage } from '../../../src/storage/port.ts';
import { countingIds, fakeClock } from '../../support/fakes/fakes.ts';

const opened = (storage: Storage = memoryStorage(), options: object = {}) =>
  openWorkingMemory({
    session: 'chat',
    worker: false,
    storage,
    clock: fakeClock(),
    ids: countingIds(),
    ...options,
  });

const user = (content: string) => ({ role: 'user' as const, content });
const answer = (content: string) => ({ role: 'assistant' as const, content });
const texts = async (memory: Awaited<ReturnType<typeof opened>>): Promise<string[]> =>
  (await memory.transcript.read()).map(({ text }) => text);

describe('record', () => {
  it('puts an answer into the transcript at once, where search finds it', async () => {
    const memory = await opened();
    await memory.context.prepare(openaiChat, [user('What is the parrot called?')]);
    expect(await memory.context.record(openaiChat, answer('The parrot is called Kiwi.'))).toEqual({
      count: 1,
      saved: true,
    });
    expect(await texts(memory)).toEqual(['What is the parrot called?', 'The parrot is called Kiwi.']);
    expect((await memory.files.search('Kiwi')).hits[0]).toMatchObject({ message: 1 });
  });

  it('stores each message once, recorded twice, alone, as a list, and prepared', async () => {
    const memory = await opened();
    const list = [user('One'), answer('Two')];
    await memory.context.record(openaiChat, list);
    await memory.context.record(openaiChat, answer('Two'));
    await memory.context.record(openaiChat, [...list, user('Three')]);
    await memory.context.prepare(openaiChat, [...list, user('Three')]);
    await memory.context.record(openaiChat, [answer('Four')]);
    await memory.context.prepare(openaiChat, [...list, user('Three'), answer('Four'), user('Five')]);
    expect(await texts(memory)).toEqual(['One', 'Two', 'Three', 'Four', 'Five']);
  });

  it('is no request: no step, no round, and the prefix stays', async () => {
    const memory = await opened();
    const first = await memory.context.prepare(openaiChat, [user('One')]);
    await memory.context.record(openaiChat, answer('Two'));
    const next = await memory.context.prepare(openaiChat, [user('One'), answer('Two'), user('Three')]);
    expect(next).toMatchObject({ epoch: first.epoch, prefixChanged: false });
    expect(next.messages.slice(0, first.messages.length)).toEqual(first.messages);
  });

  it('keeps the answer that was made anew, and the former one in the transcript alone', async () => {
    const memory = await opened();
    await memory.context.prepare(openaiChat, [user('One')]);
    await memory.context.record(openaiChat, answer('First try'));
    await memory.context.prepare(openaiChat, [user('One')]);
    await memory.context.record(openaiChat, answer('Second try'));
    expect(await memory.context.restore(openaiChat)).toEqual([user('One'), answer('Second try')]);
    expect(await texts(memory)).toEqual(['One', 'First try', 'Second try']);
  });

  it('knows a message that the last request held already', async () => {
    const memory = await opened();
    const late = answer('Two');
    await memory.context.prepare(openaiChat, [user('One'), late, user('Three')]);
    expect(await memory.context.record(openaiChat, late)).toEqual({ count: 0, saved: true });
  });

  it('takes the same words said again for new', async () => {
    const memory = await opened();
    const list: OpenAiChatMessage[] = [];
    for (let turn = 0; turn < 3; turn++) {
      list.push(user('ok'));
      await memory.context.prepare(openaiChat, [...list]);
      list.push(answer('Fine.'));
      await memory.context.record(openaiChat, answer('Fine.'));
    }
    expect(await memory.context.restore(openaiChat)).toEqual(list);
    expect(await memory.transcript.count()).toBe(6);
  });

  it('takes the same object said again for new, once it was recorded', async () => {
    const memory = await opened();
    const sorry = answer('Sorry, I cannot do that.');
    const list: OpenAiChatMessage[] = [];
    for (let turn = 0; turn < 3; turn++) {
      list.push(user(`Do it ${turn}`));
      await memory.context.prepare(openaiChat, list);
      list.push(sorry);
      expect(await memory.context.record(openaiChat, sorry)).toEqual({ count: 1, saved: true });
    }
    expect(await memory.context.restore(openaiChat)).toEqual(list);
  });

  it('takes nothing back, unless it is told that the list is whole', async () => {
    const storage = memoryStorage();
    const memory = await opened(storage);
    const list = [user('One'), answer('Two'), user('Three'), answer('Four')];
    await memory.context.record(openaiChat, list);
    await memory.context.record(openaiChat, list.slice(0, 2));
    expect(await memory.context.restore(openaiChat)).toEqual(list);
    expect(await memory.context.record(openaiChat, list.slice(0, 3), { whole: true })).toMatchObject({ count: 0 });
    expect(await memory.context.restore(openaiChat)).toEqual(list.slice(0, 3));
    await memory.close();
    const later = await opened(storage);
    expect(await later.context.restore(openaiChat)).toEqual(list.slice(0, 3));
    await later.context.record(openaiChat, answer('Another'));
    expect(await later.context.restore(openaiChat)).toEqual([...list.slice(0, 3), answer('Another')]);
    expect(await texts(later)).toEqual(['One', 'Two', 'Three', 'Four', 'Another']);
    expect(await later.context.branches()).toHaveLength(2);
  });

  it('begins anew with an empty list, and keeps what was said', async () => {
    const storage = memoryStorage();
    const memory = await opened(storage);
    await memory.context.record(openaiChat, [user('One'), answer('Two')]);
    expect(await memory.context.record(openaiChat, [], { whole: true })).toEqual({ count: 0, saved: true });
    expect(await memory.context.restore(openaiChat)).toEqual([]);
    await memory.close();
    const later = await opened(storage);
    expect(await later.context.restore(openaiChat)).toEqual([]);
    await later.context.record(openaiChat, [user('One'), answer('Three')], { whole: true });
    expect(await later.context.restore(openaiChat)).toEqual([user('One'), answer('Three')]);
    expect(await texts(later)).toEqual(['One', 'Two', 'Three']);
  });

  it('refuses what is no message, and stores nothing', async () => {
    const memory = await opened();
    await expect(memory.context.record(openaiChat, [] as OpenAiChatMessage[])).rejects.toMatchObject({
      code: 'invalid-input',
    });
    await expect(memory.context.record(openaiChat, [user('a'), { role: 'robot', content: 'b' }])).rejects.toMatchObject(
      {
        code: 'invalid-input',
        message: expect.stringContaining('messages[1]'),
      },
    );
    expect(await memory.transcript.count()).toBe(0);
  });
});

describe('restore', () => {
  it('gives the app’s own objects back after a reload, and the next request goes on', async () => {
    const storage = memoryStorage();
    const list: OpenAiChatMessage[] = [
      { role: 'system', content: 'Be kind.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'image_url', image_url: { url: 'data:,x' } },
        ] as never,
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{"at":1}' } }] as never,
      },
      { role: 'tool', tool_call_id: 'a', content: 'A heron' },
    ];
    const first = await opened(storage);
    const before = await first.context.prepare(openaiChat, list);
    await first.context.record(openaiChat, answer('It is a heron.'));
    await first.close();

    const second = await opened(storage);
    const restored = await second.context.restore(openaiChat);
    expect(restored).toEqual([...list, answer('It is a heron.')]);
    const after = await second.context.prepare(openaiChat, [...restored, user('Sure?')]);
    expect(after).toMatchObject({ epoch: before.epoch, prefixChanged: false });
    expect(after.messages.slice(0, before.messages.length)).toEqual(before.messages);
    expect(await second.transcript.count()).toBe(6);
  });

  it('keeps dates, addresses, bytes and holes of an object, and stores plain messages without it', async () => {
    const memory = await opened();
    const odd = {
      role: 'user',
      content: [
        { type: 'file', data: new Uint8Array([1, 2, 255]), mediaType: 'image/png' },
        { type: 'image', image: new URL('https://example.org/a.png') },
        { type: 'text', text: 'Look', providerOptions: { my: { at: new Date(5), big: 12n, not: Number.NaN } } },
      ],
    } as const;
    await memory.context.record(aiSdkPrompt, [
      odd,
      { role: 'assistant', content: [{ type: 'text', text: 'Yes' }] },
    ] as never);
    expect(await memory.context.restore(aiSdkPrompt)).toEqual([
      odd,
      { role: 'assistant', content: [{ type: 'text', text: 'Yes' }] },
    ]);
    expect((await memory.transcript.read()).map(({ original }) => original !== undefined)).toEqual([true, false]);
  });

  it('writes what it has no object of: another lens, a class, a cycle, too much', async () => {
    const memory = await opened(memoryStorage(), { transcript: { maxMessageLength: 200 } });
    const cyclic: Record<string, unknown> = { role: 'assistant', content: [{ type: 'text', text: 'Round' }] };
    cyclic['self'] = cyclic;
    class Said {
      role = 'user';
      content = 'Of a class';
    }
    const large = { role: 'user', content: 'Short', extra: 'x'.repeat(300) };
    await memory.context.record(openaiChat, [new Said(), cyclic, large] as never);
    const [said, round, short] = await memory.context.restore(openaiChat);
    expect(said).toEqual(user('Of a class'));
    expect(round).toBeDefined();
    expect(short).toEqual(user('Short'));
    expect(await memory.context.restore(anthropicMessages)).toContainEqual(user('Of a class'));
  });

  it('translates calls and results for another lens', async () => {
    const memory = await opened();
    await memory.context.record(anthropicMessages, [
      { role: 'user', content: 'Look' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' } as never,
          { type: 'tool_use', id: 'a', name: 'look', input: { at: 1 } } as never,
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'A heron' } as never] },
    ]);
    expect(await memory.context.restore(openaiChat)).toEqual([
      user('Look'),
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{"at":1}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'A heron' },
    ]);
    expect(await memory.context.restore(openaiResponses)).toEqual([
      { type: 'message', role: 'user', content: 'Look' },
      { type: 'message', role: 'assistant', content: 'I look.' },
      { type: 'function_call', call_id: 'a', name: 'look', arguments: '{"at":1}' },
      { type: 'function_call_output', call_id: 'a', output: 'A heron' },
    ]);
    expect(await memory.context.restore(aiSdkPrompt)).toMatchObject([
      { role: 'user', content: [{ text: 'Look' }] },
      { role: 'assistant', content: [{ text: 'I look.' }, { type: 'tool-call', toolName: 'look', input: { at: 1 } }] },
      { role: 'tool', content: [{ type: 'tool-result', toolName: 'look', output: { value: 'A heron' } }] },
    ]);
    expect(await memory.context.restore(plainMessages)).toHaveLength(3);
  });

  it('gives the list as edited last, also after a reload', async () => {
    const storage = memoryStorage();
    const memory = await opened(storage);
    await memory.context.prepare(openaiChat, [user('One'), answer('Two'), user('Three')]);
    await memory.context.record(openaiChat, answer('Four'));
    await memory.close();
    const again = await opened(storage);
    await again.context.prepare(openaiChat, [user('One'), answer('Two'), user('Other')]);
    expect(await again.context.restore(openaiChat)).toEqual([user('One'), answer('Two'), user('Other')]);
    expect(await texts(again)).toEqual(['One', 'Two', 'Three', 'Four', 'Other']);
  });
});
