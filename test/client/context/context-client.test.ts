// Options of an app's request, and the result of `prepare`.
import { describe, expect, it } from 'vitest';
import { tokenScan } from '../../../src/ports/token-scan.ts';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import type { PrepareOptions } from '../../../src/api/context.ts';
import type { OpenOptions } from '../../../src/entries/index.ts';
import { openaiChat } from '../../../src/entries/lenses.ts';
import { anthropicMemoryTool } from '../../../src/entries/tools.ts';
import { Chat, shown, words } from '../../support/messages/chat.ts';
import { openFixed } from '../../support/fixed-memory.ts';

async function opened(
  options: Partial<OpenOptions> = {},
  every: PrepareOptions = {},
): Promise<{ memory: WorkingMemory; chat: Chat; commits: () => number }> {
  const memory = await openFixed(options);
  let commits = 0;
  memory.subscribe(() => void commits++);
  return { memory, chat: new Chat(memory, every), commits: () => commits };
}

/** Steps of the agent so far. */
async function stepsOf(memory: WorkingMemory): Promise<number> {
  let step = 0;
  for await (const { event } of memory.items.audit()) if (event.type === 'step-advanced') step = event.step;
  return step;
}

const scanned = { tokenizer: tokenScan() };

describe('a request', () => {
  it('is named by its list when the app gives it no name, and counts once', async () => {
    const { memory, chat, commits } = await opened();
    const first = await chat.ask('Hello.');
    const before = commits();
    const second = await chat.prepare();
    expect(second).toMatchObject({ requestId: first.requestId, repeated: true, prefixChanged: false });
    expect(second.messages).toEqual(first.messages);
    expect(second.meta).toEqual(first.meta);
    expect([commits(), await stepsOf(memory)]).toEqual([before, 1]);
    chat.answer('Hi!');
    const third = await chat.ask('How are you?');
    expect(third.repeated).toBe(false);
    expect(third.requestId).not.toBe(first.requestId);
    expect(await stepsOf(memory)).toBe(2);
  });

  it('is another one under another system prompt or with other tools', async () => {
    const { chat } = await opened();
    const ids = [
      await chat.ask('Hello.'),
      await chat.prepare({ system: 'Be brief.' }),
      await chat.prepare({ system: 'Be long.' }),
      await chat.prepare({ system: 'Be long.', tools: [{ name: 'look' }] }),
    ].map(({ requestId, epochReason, repeated }) => ({ requestId, epochReason, repeated }));
    expect(new Set(ids.map(({ requestId }) => requestId)).size).toBe(4);
    expect(ids.map(({ epochReason }) => epochReason)).toEqual([
      'session-started',
      'system-changed',
      'system-changed',
      'system-changed',
    ]);
    expect(ids.some(({ repeated }) => repeated)).toBe(false);
  });

  it('that the app names is the same one also when its list has grown: it takes the rest in and counts nothing', async () => {
    const { memory, chat } = await opened();
    await chat.ask('Hello.', { requestId: 'turn-1' });
    chat.called('look', {}, 'Nothing.');
    const again = await chat.prepare({ requestId: 'turn-1' });
    expect(again).toMatchObject({ requestId: 'turn-1', repeated: false, prefixChanged: false });
    expect([await stepsOf(memory), await memory.transcript.count()]).toEqual([1, 3]);
    expect((await chat.prepare({ requestId: 'turn-1' })).repeated).toBe(true);
    expect((await chat.prepare({ requestId: 'turn-2' })).repeated).toBe(false);
    expect(await stepsOf(memory)).toBe(2);
  });

  it('may be asked for several times at once, and counts once', async () => {
    const { memory, chat } = await opened();
    chat.messages.push({ role: 'user', content: 'Hello.' });
    const all = await Promise.all([chat.prepare(), chat.prepare(), chat.prepare()]);
    expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(new Set(all.map(({ messages }) => JSON.stringify(messages))).size).toBe(1);
    expect([await stepsOf(memory), await memory.transcript.count()]).toEqual([1, 1]);
  });

  it('sends the app’s own objects, and only copies of those that carry something', async () => {
    const { memory, chat } = await opened({}, { system: 'Be brief.' });
    await memory.files.write('overview.md', '# Working Memory\n\nWork.\n');
    await chat.ask('Hello.');
    await memory.files.write('overview.md', '# Working Memory\n\nOther work.\n');
    chat.answer('Hi!');
    await chat.ask('Well?');
    chat.called('look', {}, 'Nothing.');
    const { messages } = await chat.prepare();
    expect(messages[0]).toBe(chat.messages[0]);
    expect(messages[1]?.content).toContain('| Work.');
    expect(messages[2]).toBe(chat.messages[1]);
    expect(messages[3]).toBe(chat.messages[2]);
    expect(messages[4]).not.toBe(chat.messages[3]);
    expect(messages[4]?.content).toContain('| Other work.');
    expect(messages.slice(5)).toEqual(chat.messages.slice(4));
  });

  it('of a list that ends with the assistant is sent as it is: nothing is put into its mouth', async () => {
    const { memory } = await opened();
    await memory.files.write('overview.md', '# Working Memory\n\nWork.\n');
    const list = [
      { role: 'user', content: 'Hello.' },
      { role: 'assistant', content: 'Hi.' },
    ] as const;
    const { messages } = await memory.context.prepare(openaiChat, list, { contextWindow: 1000, tokensUsed: 900 });
    expect(messages.at(-1)).toBe(list[1]);
    expect((await memory.transcript.read()).map(({ text }) => text)).toEqual(['Hello.', 'Hi.']);
  });
});

describe('prepare', () => {
  const refused = async (list: unknown, options: object = {}): Promise<string> => {
    const { memory, commits } = await opened();
    const before = commits();
    const error = await memory.context.prepare(openaiChat, list as never, options).then(
      () => 'nothing',
      (reason: { code: string; message: string }) => `${reason.code}: ${reason.message}`,
    );
    expect(commits()).toBe(before);
    return error;
  };
  const user = { role: 'user', content: 'Hello.' };

  it('refuses lists that cannot be sent', async () => {
    expect(await refused([])).toMatch(/^invalid-input: messages must be a list with at least one message/);
    expect(await refused([{ role: 'system', content: 'Be brief.' }])).toMatch(/^invalid-input/);
    expect(await refused('Hello.')).toBe(
      'invalid-input: messages must be a list of messages; got string. Nothing was changed.',
    );
    expect(await refused(undefined)).toMatch(/^invalid-input: messages must be a list/);
  });

  it('refuses messages that the lens cannot place, by their index', async () => {
    expect(await refused([user, { role: 'narrator', content: 'x' }])).toBe(
      'invalid-input: messages[1] must be a message of the format openai-chat with a known role; got role "narrator". Nothing was changed.',
    );
    expect(await refused([null])).toMatch(/messages\[0\] .* got null/);
    expect(await refused([{ content: 'x' }])).toMatch(/messages\[0\] .* neither role nor type/);
  });

  it('refuses options of another form', async () => {
    expect(await refused([user], { contextWindow: 0 })).toMatch(/contextWindow must be a whole number .* got 0/);
    expect(await refused([user], { contextWindow: 1000.5 })).toMatch(/contextWindow/);
    expect(await refused([user], { tokensUsed: -1 })).toMatch(/tokensUsed must be a number/);
    expect(await refused([user], { tokensUsed: Number.NaN })).toMatch(/tokensUsed/);
    expect(await refused([user], { requestId: '' })).toMatch(/requestId must be a text of 1 to 200 characters/);
    expect(await refused([user], { requestId: 'x'.repeat(201) })).toMatch(/requestId/);
  });

  it('refuses a window that the newest message does not fit into', async () => {
    expect(await refused([{ role: 'user', content: words(900) }], { contextWindow: 800 })).toMatch(
      /^window-too-small: The request needs about \d+ tokens, but the window has 800/,
    );
  });
});

describe('the meter', () => {
  it('is there after the first request, and is that of the latest one', async () => {
    const { memory, chat } = await opened(scanned);
    expect(memory.context.meter()).toBeUndefined();
    memory.context.observe({ inputTokens: 100 });
    const first = await chat.ask('Hello.');
    expect(memory.context.meter()).toEqual(first.meta);
    chat.answer(words(200));
    const second = await chat.ask('Well?');
    expect(memory.context.meter()).toEqual(second.meta);
    expect(second.meta.tokensUsed).toBeGreaterThan(first.meta.tokensUsed + 200);
  });

  it('counts system prompt and tools that are no messages', async () => {
    const { chat } = await opened(scanned);
    const { meta } = await chat.ask('Hello.');
    const text = words(300);
    const more = await chat.prepare({ system: text, tools: [{ name: 'look', description: text }] });
    expect(more.meta.tokensUsed - meta.tokensUsed).toBeGreaterThan(2 * (tokenScan().count(text) as number) - 20);
  });

  it('believes the tokens that the app names', async () => {
    const { chat } = await opened({ ...scanned, context: { placement: 'literal' } });
    const { meta } = await chat.ask('Hello.', { tokensUsed: 64_000 });
    expect(meta).toMatchObject({ tokensUsed: 64_000, tokensMax: 128_000, ratio: 0.5, pressure: 'medium' });
    expect(shown(await chat.prepare()).at(-1)).toContain('"tokens_used": 64000');
  });

  it('measures against the window of the request, else of the session', async () => {
    const { chat } = await opened({ ...scanned, context: { window: 40_000 } });
    expect((await chat.ask('Hello.')).meta.tokensMax).toBe(40_000);
    chat.answer('Hi!');
    expect((await chat.ask('Well?', { contextWindow: 9000 })).meta.tokensMax).toBe(9000);
    chat.answer('Hi!');
    expect((await chat.ask('Well?')).meta.tokensMax).toBe(40_000);
  });

  it('is corrected by what the provider counted, from the next request on', async () => {
    const { memory, chat } = await opened(scanned, { system: words(2000) });
    const first = await chat.ask('Hello.');
    memory.context.observe({ inputTokens: Math.round(first.meta.tokensUsed * 1.5) });
    expect(memory.context.meter()).toEqual(first.meta);
    chat.answer('Hi!');
    const second = await chat.ask('Well?');
    expect(second.meta.tokensUsed / first.meta.tokensUsed).toBeGreaterThan(1.4);
    expect(second.meta.tokensUsed / first.meta.tokensUsed).toBeLessThan(1.6);
    // It has learned the ratio, not the number.
    chat.answer('Hi!');
    const third = await chat.ask('Well?');
    expect(third.meta.tokensUsed / second.meta.tokensUsed).toBeLessThan(1.1);
  });

  it('refuses counts that are none', async () => {
    const { memory, chat } = await opened();
    await chat.ask('Hello.');
    for (const inputTokens of [0, -5, Number.NaN, Number.POSITIVE_INFINITY, '7' as unknown as number]) {
      expect(() => memory.context.observe({ inputTokens })).toThrow('inputTokens must be a number of tokens above 0');
    }
  });
});

describe('the size of a result', () => {
  it('is counted as a request counts it, against its share of the latest window, else of the session’s', async () => {
    const { memory, chat } = await opened({ ...scanned, context: { window: 40_000, stubAbove: 0.1 } });
    const text = words(300);
    const tokens = tokenScan().count(text);
    expect(await memory.context.measure(text)).toEqual({ tokens, maxTokens: 4000 });
    await chat.ask('Hello.', { contextWindow: 9000 });
    expect(await memory.context.measure(text)).toEqual({ tokens, maxTokens: 900 });
  });

  it('that enters whole, however full the window: those above it are cut where there is no room', async () => {
    const { memory, chat } = await opened({ ...scanned, context: { window: 8000 } });
    const { maxTokens } = await memory.context.measure('');
    await chat.ask(`Look: ${' tea'.repeat(5000)}`);
    for (const [text, isWhole] of [
      [' tea'.repeat(3000), false],
      [' tea'.repeat(2000), true],
    ] as const) {
      expect((await memory.context.measure(text)).tokens <= maxTokens).toBe(isWhole);
      chat.called('look', {}, text);
      const { stubs } = await chat.prepare();
      expect(stubs.filter(({ why }) => why === 'oversized').length === 0).toBe(isWhole);
      chat.messages.splice(1);
    }
  });
});

describe('the guide', () => {
  it('is the same for a whole session, and speaks of its settings', async () => {
    const { memory, chat } = await opened({ context: { autonomy: 'auto', fallbackAt: 0.8 } });
    const options = { set: 'all' } as const;
    const before = await memory.context.guide(options);
    await chat.turns(3);
    await memory.files.write('overview.md', '# Mine\n\n## Task\n\nWork.\n', { source: 'assistant' });
    expect(await memory.context.guide(options)).toBe(before);
    expect(before).toContain('from 80% the system compacts for you');
    expect(before).not.toBe(await (await openFixed()).context.guide(options));
  });

  it('speaks the language of the session, unless the app asks for another', async () => {
    const { memory } = await opened({ locale: 'zh-CN' });
    expect(await memory.context.guide()).toMatch(/\p{Script=Han}/u);
    expect(await memory.context.guide({ locale: 'en' })).not.toMatch(/\p{Script=Han}/u);
  });

  it('speaks of the tools of its set, by default the one that tools() returns', async () => {
    const { memory } = await opened();
    const { guide } = memory.context;
    expect(await guide()).toBe(await guide({ tools: await memory.tools() }));
    for (const set of ['minimal', 'standard', 'all'] as const) {
      expect(await guide({ set })).toBe(await guide({ tools: await memory.tools({ set }) }));
    }
    expect(await guide({ set: 'minimal' })).not.toContain('search');
    expect(await guide({ tools: [anthropicMemoryTool(memory)] })).toContain('/memories/overview.md');
    expect(await guide({ tools: [{ name: 'recall' }, { name: 'send_mail' }] })).not.toMatch(/overview\.md|send_mail/);
  });

  it('is the full text with all tools and with literal placement, or when the app asks', async () => {
    const { guide } = (await opened()).memory.context;
    const isFull = async (text: Promise<string>): Promise<boolean> => (await text).includes('light_compression');
    expect(await isFull(guide({ set: 'all' }))).toBe(true);
    expect(await isFull(guide({ set: 'all', full: false }))).toBe(false);
    expect(await isFull(guide())).toBe(false);
    expect(await isFull(guide({ full: true }))).toBe(true);
    const literal = (await opened({ context: { placement: 'literal' } })).memory.context;
    expect(await isFull(literal.guide())).toBe(true);
    expect(await literal.guide()).toContain('context_meta');
  });

  it('refuses options it does not know', async () => {
    const { guide } = (await opened()).memory.context;
    for (const options of [
      { set: 'most' },
      { tools: ['read'] },
      { tools: [null] },
      { full: 1 },
      { locale: 'de' },
      'all',
    ]) {
      await expect(guide(options as never)).rejects.toMatchObject({ code: 'invalid-option' });
    }
    await expect(guide({ tool: [] } as never)).rejects.toThrow(/Did you mean guide\.tools\?/);
  });
});
