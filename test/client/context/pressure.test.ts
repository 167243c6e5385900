// Texts that a request adds, and messages that it hides, only under pressure.
import { describe, expect, it } from 'vitest';
import { tokenScan } from '../../../src/ports/token-scan.ts';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import type { PrepareOptions } from '../../../src/api/context.ts';
import type { OpenOptions } from '../../../src/entries/index.ts';
import { Chat, shown, wholeText, words } from '../../support/messages/chat.ts';
import { openFixed } from '../../support/fixed-memory.ts';

const WRITE = { name: 'write', inputSchema: { properties: { path: {}, content: {} } } };
const COMPACT = { name: 'compact_history' };
const overview = (text: string): string => `# Working Memory\n\n## Current task\n\n${text}\n`;

async function opened(
  options: Partial<OpenOptions> = {},
  every: PrepareOptions = {},
): Promise<{ memory: WorkingMemory; chat: Chat }> {
  const memory = await openFixed({ tokenizer: tokenScan(), ...options });
  return { memory, chat: new Chat(memory, { tools: undefined, ...every }) };
}

describe('a request without need', () => {
  it('is the app’s list, byte for byte, also over many turns of small talk', async () => {
    const { chat } = await opened({ context: { window: 32_000 } }, { system: 'Be brief.' });
    for (let turn = 0; turn < 40; turn++) {
      const { messages, prefixChanged, cacheBreakpoints } = await chat.ask(`Question ${turn}: ${words(10)}`);
      expect(messages).toEqual(chat.messages);
      expect([prefixChanged, cacheBreakpoints]).toEqual([false, [messages.length - 1]]);
      chat.answer(`Answer ${turn}: ${words(10)}`);
    }
  });

  it('sends nothing of a template, also of one with structured state', async () => {
    for (const template of ['task', 'project', 'yaml'] as const) {
      const { chat } = await opened({ template });
      expect((await chat.ask('Hello.')).messages).toEqual(chat.messages);
    }
  });

  it('hides nothing when the model writes its overview, and does not repeat what the call shows', async () => {
    const { chat } = await opened();
    await chat.turns(6);
    await chat.ask('Note that the order is 4711.');
    await chat.call('write', { path: 'overview.md', content: overview('The order.') });
    await chat.prepare();
    chat.answer('Noted.');
    const { messages, hidden, epoch, prefixChanged } = await chat.ask('Go on.');
    expect(messages).toEqual(chat.messages);
    expect([hidden, epoch, prefixChanged]).toEqual([[], 1, false]);
  });

  it('pins an overview that was there before the session’s first request', async () => {
    const { memory, chat } = await opened();
    await memory.files.write('overview.md', overview('Paint the shed.'), { source: 'assistant', force: true });
    const { messages } = await chat.ask('Hello.');
    expect(messages).toHaveLength(2);
    expect(messages[0]?.content).toContain('| Paint the shed.');
  });

  it('keeps a large result whole while nothing has to go for it', async () => {
    const { chat } = await opened({ context: { window: 8000 } });
    await chat.ask('Look.');
    chat.called('look', {}, words(900));
    const { stubs, messages } = await chat.prepare();
    expect([stubs, messages]).toEqual([[], chat.messages]);
  });
});

describe('above foldAbove', () => {
  /** About this many tokens of history. */
  const filled = async (chat: Chat, turns: number): Promise<void> => {
    await chat.turns(turns, (turn) => words(71, `t${turn}w`));
  };

  it('the next user turn folds what the notes cover, and a later epoch pins them once the call is out of view', async () => {
    const { chat } = await opened({ context: { window: 8000 } });
    await filled(chat, 6);
    await chat.ask('Write it down.');
    await chat.call('write', { path: 'overview.md', content: overview('All of it.') });
    chat.answer('Written.');
    expect((await chat.ask('Go on.')).hidden).toEqual([]);
    chat.answer(words(700));
    const folded = await chat.ask('And now?');
    expect(folded).toMatchObject({ epochReason: 'overview-written', hidden: [{ from: 0, to: 10 }] });
    expect(wholeText(folded)).toContain('Messages 0–9 of this conversation are not shown');
    // The overview stands in the call, which is in view.
    expect(JSON.stringify(folded.messages).split('All of it.')).toHaveLength(2);
  });

  it('folds as well in an epoch that begins for another cause', async () => {
    const { chat } = await opened({ context: { window: 8000 } });
    await filled(chat, 9);
    await chat.ask('Write it down.');
    await chat.call('write', { path: 'overview.md', content: overview('All of it.') });
    chat.answer('Written.');
    const { epochReason, hidden } = await chat.ask('Go on.', { system: 'Be brief.', tools: [] });
    expect(epochReason).toBe('system-changed');
    expect(hidden).toMatchObject([{ why: 'overview-written' }]);
  });

  it('folds from a lower share on where the app sets one', async () => {
    const { chat } = await opened({ context: { window: 8000, foldAbove: 0.1 } });
    await filled(chat, 6);
    await chat.ask('Write it down.');
    await chat.call('write', { path: 'overview.md', content: overview('All of it.') });
    chat.answer('Written.');
    expect(await chat.ask('Go on.')).toMatchObject({ epochReason: 'overview-written' });
  });
});

describe('the meter', () => {
  it('is one line at the edges of the bands from half on, and nothing in between', async () => {
    const { chat } = await opened({ context: { window: 10_000 } });
    const told: string[] = [];
    for (let turn = 0; turn < 14; turn++) {
      const prepared = await chat.ask(`Question ${turn}: ${words(236)}`);
      if (prepared.epoch > 1) break;
      const last = shown(prepared).at(-1) ?? '';
      const line = /\n\n(context: .*)$/.exec(last)?.[1];
      if (line) told.push(line);
      expect(last).not.toContain('context_meta');
      chat.answer('Yes.');
    }
    expect(told).toHaveLength(2);
    expect(told[0]).toMatch(/^context: 5,\d{3} of 10,000 tokens \(5\d %\)$/);
    expect(told[1]).toMatch(/^context: 6,\d{3} of 10,000 tokens \(6\d %\)$/);
  });

  it('says the same in Chinese', async () => {
    const { chat } = await opened({ locale: 'zh-CN', context: { window: 2000 } });
    expect(shown(await chat.ask(words(500))).at(-1)).toMatch(/\n\n上下文：已用 1,\d{3} \/ 2,000 tokens（\d\d%）$/);
  });

  it('is the block of the sources where the app asks for it', async () => {
    const { chat } = await opened({ context: { window: 2000, meter: 'block' } });
    expect(shown(await chat.ask(words(500))).at(-1)).toContain('"tokens_max": 2000');
    const { chat: other } = await opened({ context: { meter: 'block' } });
    expect((await other.ask('Hello.')).messages).toEqual(other.messages);
  });
});

describe('what is asked of a model', () => {
  const long = words(500);

  it('is nothing where it has nothing to fold, or no tool to act with', async () => {
    for (const tools of [undefined, [], [{ name: 'get_weather', inputSchema: { properties: { city: {} } } }]]) {
      const { chat } = await opened({ context: { window: 6000 } }, { tools });
      for (let turn = 0; turn < 12; turn++) {
        const prepared = await chat.ask(`Question ${turn}: ${words(60)}`);
        expect(prepared.reminder).toBeUndefined();
        expect(wholeText(prepared)).not.toContain('compact_history');
        chat.answer('Yes.');
      }
    }
    const { chat } = await opened({ context: { window: 2000 } }, { tools: [WRITE, COMPACT] });
    expect(wholeText(await chat.ask(long))).not.toContain('compact_history');
  });

  it('is asked with a tool that compacts and one that writes, its own or one of this memory', async () => {
    const own = { name: 'save_memory', inputSchema: { properties: { path: {}, content: {} } } };
    for (const tool of [WRITE, own]) {
      const { chat } = await opened({ context: { window: 6000 } }, { tools: [tool, COMPACT] });
      await chat.turns(4, (turn) => words(100, `t${turn}w`));
      expect(wholeText(await chat.ask('And now?'))).toContain('compact_history');
      chat.answer('Well.');
      await chat.turns(2, () => 'x');
      expect((await chat.ask('More?')).reminder).toBeUndefined();
    }
  });

  it('is asked with tools in the form of each provider', async () => {
    const parameters = { properties: { path: {}, content: {} } };
    const forms: readonly unknown[] = [
      [
        { type: 'function', function: { name: 'save', parameters } },
        { type: 'function', function: COMPACT },
      ],
      [{ name: 'save', input_schema: parameters }, COMPACT],
      { save: { inputSchema: parameters }, compact_history: {} },
      [{ googleSearch: {} }, { functionDeclarations: [{ name: 'save', parameters }, COMPACT] }],
      [{ functionDeclarations: [{ name: 'save', parametersJsonSchema: parameters }, COMPACT] }],
    ];
    for (const tools of forms) {
      const { chat } = await opened({ context: { window: 6000 } }, { tools });
      await chat.turns(4, (turn) => words(100, `t${turn}w`));
      expect(wholeText(await chat.ask('And now?')), JSON.stringify(tools)).toContain('compact_history');
    }
    const reading = { name: 'save', parametersJsonSchema: { properties: { path: {} } } };
    const { chat } = await opened(
      { context: { window: 6000 } },
      { tools: [{ functionDeclarations: [reading, COMPACT] }] },
    );
    await chat.turns(4, (turn) => words(100, `t${turn}w`));
    expect(wholeText(await chat.ask('And now?'))).not.toContain('compact_history');
  });

  it('names no tool that it was not given', async () => {
    const minimal = ['note', 'memorize', 'recall', 'forget'].map((name) => ({ name }));
    const { chat } = await opened({ context: { window: 4000, reminder: { format: 'plain' } } }, { tools: minimal });
    const said: string[] = [];
    for (let turn = 0; turn < 30; turn++) {
      said.push(wholeText(await chat.ask(`Question ${turn}`)));
      chat.answer(`Answer ${turn}: ${words(150, `t${turn}w`)}`);
    }
    const all = said.join('\n');
    expect(all).toContain('not shown. Full text: archive/');
    expect(all).toContain('; use recall');
    expect(all).toMatch(/Use note to update: \S+overview\.md/);
    expect(all).not.toMatch(/compact_history|use read|search|write tool/);
  });
});

describe('a small window', () => {
  it('carries fourteen turns of small talk', async () => {
    const { chat } = await opened({ context: { window: 2048 } }, { system: 'You are kind.', tools: [WRITE] });
    for (let turn = 0; turn < 14; turn++) {
      const { meta } = await chat.ask(`Question ${turn}: ${words(15)}?`);
      expect(meta.tokensUsed).toBeLessThan(2048);
      chat.answer(`Answer ${turn}: ${words(15)}.`);
    }
  });

  it('is measured by what can be folded: a large prompt is no pressure', async () => {
    const { chat } = await opened({ context: { window: 4000 } }, { system: words(1000), tools: [WRITE] });
    const { meta, messages } = await chat.ask('Hello.');
    expect(meta.ratio).toBeGreaterThan(0.5);
    expect(meta.pressure).toBe('normal');
    expect(messages).toEqual(chat.messages);
  });

  it('is not locked by a large overview: the pin shows headings and how sections begin', async () => {
    const { memory, chat } = await opened({ context: { window: 4000 } });
    const text = ['Task', 'Facts', 'Open'].map((heading) => `## ${heading}\n\n${words(350, heading)}\n`).join('\n');
    await memory.files.write('overview.md', text, { source: 'assistant', force: true });
    const { messages, meta } = await chat.ask('Hello.');
    const pin = messages[0]?.content ?? '';
    for (const heading of ['## Task', '## Facts', '## Open']) expect(pin).toContain(heading);
    for (const start of ['Task0', 'Facts0', 'Open0']) expect(pin).toContain(start);
    expect(pin).toMatch(/read working-memory\/overview\.md/);
    expect(meta.tokensUsed).toBeLessThan(900);
  });

  it('cuts the pin for a message that needs the room, and says that the prefix changes', async () => {
    const { memory, chat } = await opened({ context: { window: 4000 } });
    await memory.files.write('overview.md', overview(words(350)), { source: 'assistant', force: true });
    const before = await chat.ask('Hello.');
    expect([before.epoch, before.meta.tokensUsed > 500]).toEqual([1, true]);
    chat.answer('Hello.');
    const { epoch, epochReason, prefixChanged, messages, meta } = await chat.ask(words(1480, 'x'));
    expect({ epoch, epochReason, prefixChanged }).toEqual({
      epoch: 2,
      epochReason: 'fallback-compaction',
      prefixChanged: true,
    });
    expect(messages[0]?.content).toMatch(/read working-memory\/overview\.md/);
    expect(meta.tokensUsed).toBeLessThanOrEqual(4000);
  });

  it('may shrink from request to request', async () => {
    const { memory, chat } = await opened({}, { system: 'Be brief.' });
    await memory.files.write('overview.md', overview(words(900)), { source: 'assistant', force: true });
    await chat.turns(40);
    for (const contextWindow of [128_000, 8000, 4000, 2000]) {
      const { meta, messages } = await chat.ask('And now?', { contextWindow });
      expect(meta.tokensUsed).toBeLessThan(contextWindow);
      expect(messages.at(-1)?.content).toContain('And now?');
      chat.answer('Well.');
    }
  });
});

describe('a large result', () => {
  it('that alone would force a fold is cut at once, with its beginning and its end in view', async () => {
    const { memory, chat } = await opened({ context: { window: 6000 } });
    await chat.ask('Look.');
    const text = words(2000);
    chat.called('look', {}, text);
    const { stubs, epoch, messages } = await chat.prepare();
    expect(stubs).toMatchObject([{ why: 'oversized', path: 'archive/result-2.md' }]);
    expect(epoch).toBe(1);
    expect(messages.at(-1)?.content).toMatch(/word0 [\s\S]*word1999/);
    expect((await memory.files.search('word1000')).hits[0]?.path).toBe('archive/result-2.md');
  });

  it('is archived once, in files as large as they may be', async () => {
    const { memory, chat } = await opened({ context: { window: 6000 } });
    await chat.ask('Look.');
    const line = `${'x'.repeat(79)}\n`;
    chat.called('look', {}, line.repeat(6250));
    await chat.prepare();
    await chat.turns(8, (turn) => words(120, `t${turn}w`));
    await chat.ask('And now?');
    await memory.context.compact.apply({ keepRecent: 0 });
    const files = await memory.files.list();
    const large = files.filter(({ path }) => path !== 'overview.md' && !path.includes('conversation'));
    expect(large.map(({ path }) => path)).toEqual(['archive/result-2-part-1.md', 'archive/result-2-part-2.md']);
    for (const { path } of files.filter(({ path }) => path.includes('conversation'))) {
      const { text } = await memory.files.read(path);
      expect(text.length).toBeLessThan(20_000);
    }
  });
});
