// compact_history as a model uses it: its effect on the next request, and its answer.
import { describe, expect, it } from 'vitest';
import type { ContextEvent } from '../../src/context/plan/events.ts';
import type { OpenOptions } from '../../src/entries/index.ts';
import { memoryTools, type MemoryToolOptions } from '../../src/entries/tools.ts';
import { Chat, wholeText, words } from '../support/messages/chat.ts';
import { openFixed } from '../support/fixed-memory.ts';

const EXAMPLE = {
  target: 'conversation',
  strategy: 'archive',
  keep_recent: 5,
  archive_to: 'working-memory/detail/session-summary.md',
};

async function open(options: Partial<OpenOptions> = {}, toolOptions: MemoryToolOptions = {}) {
  const memory = await openFixed(options);
  const [tool] = memoryTools(memory, { only: ['compact_history'], ...toolOptions });
  if (!tool) throw new Error('no tool');
  const chat = new Chat(memory, { system: 'Be brief.' });
  return { memory, chat, tool, compact: (input: unknown) => tool.execute(input) };
}

type Compaction = Extract<ContextEvent, { type: 'history-compacted' }>;

async function compactions(memory: Awaited<ReturnType<typeof open>>['memory']): Promise<Compaction[]> {
  const found: Compaction[] = [];
  for await (const { event } of memory.items.audit()) {
    const one = event as { type: string };
    if (one.type === 'history-compacted') found.push(one as Compaction);
  }
  return found;
}

const numbers = (answer: string): number[] => (answer.match(/Tokens: (\d+) → (\d+)/) ?? []).slice(1).map(Number);

describe('the fields of compact_history', () => {
  it('are those of the sources, none of them required [S002-31, S002-32, S002-33, S002-34, S002-35, S002-36, S002-37]', async () => {
    const { tool } = await open();
    const { properties, required } = tool.inputSchema;
    expect(properties).toMatchObject({
      target: { enum: ['conversation', 'tools', 'all'] },
      strategy: { enum: ['summarize', 'archive'] },
      keep_recent: { type: 'integer', minimum: 0, maximum: 1000 },
      archive_to: { type: 'string' },
    });
    expect(Object.keys(properties)).toHaveLength(4);
    expect(required).toEqual([]);
  });

  it('may be spelled as models spell them', async () => {
    for (const input of [
      { target: 'Conversation', keepRecent: '5', archiveTo: 'detail/a.md' },
      { input: { scope: 'conversation', keep: 5, path: 'detail/a.md' } },
      '{"target":"conversation","mode":"archive","file":"working-memory/detail/a.md"}',
    ]) {
      const { chat, compact } = await open();
      await chat.turns(6);
      expect(await compact(input)).toMatch(/^Compacted.*\n.*\nFull text: detail\/a\.md;/);
    }
  });

  it('that are wrong are named, and nothing is changed', async () => {
    const { memory, chat, compact } = await open();
    await chat.turns(6);
    const answers = await Promise.all([
      compact({ target: 'everything' }),
      compact({ keep_recent: 1001 }),
      compact({ archive_to: 'notes.md' }),
      compact({ archive_to: '../detail/a.md' }),
      compact({ archive_to: 'working-memory/overview.md' }),
    ]);
    expect(answers).toEqual([
      expect.stringMatching(/^compact_history was not run\. target must be one of "conversation", "tools", "all"; got/),
      expect.stringMatching(/^compact_history was not run\. keep_recent must be a whole number 0–1000; got 1001\./),
      expect.stringMatching(/^Path "notes\.md" is not allowed/),
      expect.stringMatching(/^Path "\.\.\/detail\/a\.md" is not allowed/),
      expect.stringMatching(/a path in detail\/ or archive\/; got overview\.md/),
    ]);
    expect(await compactions(memory)).toEqual([]);
  });
});

describe('a call of compact_history', () => {
  it('as in the source hides, archives and sums up, and says so [S002-30, S002-38, S002-89]', async () => {
    const { memory, chat, compact } = await open();
    await chat.turns(6);
    const answer = await compact(EXAMPLE);
    expect(answer.split('\n')).toEqual([
      'Compacted from the next request on: 6 messages hidden (1–6).',
      expect.stringMatching(/^Still shown: 5 messages, 3 turns, 0 groups of tool calls\. Tokens: \d+ → \d+\.$/),
      'Full text: detail/session-summary.md; use read or search.',
      'overview.md holds the summary in its own block; no sync is required.',
      expect.stringMatching(/^Receipt \d+: the app can use it to undo this\.$/),
    ]);
    const [before = 0, after = 0] = numbers(answer);
    expect(after).toBeLessThan(before);
    expect((await memory.files.read('detail/session-summary.md')).text).toContain('Question 0: t0w0 t0w1');
    const next = await chat.ask('And now?');
    expect(next).toMatchObject({ epochReason: 'compacted', hidden: [{ from: 1, to: 7, why: 'compacted' }] });
    const receipt = /Receipt (\d+)/.exec(answer)?.[1] ?? '';
    await memory.context.compact.undo(receipt);
    expect((await chat.prepare()).hidden).toEqual([]);
  });

  it('is recorded as the model’s, one of the app as the app’s', async () => {
    const { memory, chat, compact } = await open();
    await chat.turns(6);
    await compact({});
    await chat.turns(6);
    await memory.context.compact.apply();
    expect((await compactions(memory)).map(({ trigger }) => trigger)).toEqual(['tool', 'app']);
    await expect(memory.context.compact.apply({ trigger: 'policy' as never })).rejects.toMatchObject({
      code: 'invalid-input',
      details: { argument: 'trigger' },
    });
  });

  it('puts tool results away and leaves the conversation, when asked for tools [S002-32, S003-39, S003-49]', async () => {
    const { chat, compact } = await open();
    await chat.ask('Read the logs.');
    for (let call = 0; call < 12; call++) chat.called('read_log', { part: call }, words(400, `log${call}line`));
    await chat.prepare();
    const answer = await compact({ target: 'tools' });
    expect(answer).toMatch(/^Compacted from the next request on: \d+ tool results moved out of view\.\n/);
    expect(answer).toMatch(
      /\nFull text: archive\/result-3\.md, archive\/result-5\.md, .* and \d more; use read or search\./,
    );
    const next = await chat.prepare();
    expect(next.hidden).toEqual([]);
    expect(next.messages).toHaveLength(chat.messages.length);
    expect(wholeText(next)).toContain(
      'This result of 400 tokens was moved out of view. Full text: archive/result-3.md;',
    );
  });

  it('without a file keeps the full text in the transcript [S002-34]', async () => {
    const { memory, chat, compact } = await open();
    await chat.turns(6);
    const answer = await compact({ strategy: 'summarize' });
    expect(answer).toContain('\nNo file was written; use search to find passages in earlier messages.\n');
    expect((await memory.files.list()).map(({ path }) => path)).toEqual(['overview.md']);
    const [hit] = (await memory.files.search('t0w17', { scope: 'transcript' })).hits;
    expect(hit).toMatchObject({ message: 1 });
  });

  it('names what is out of sight now, but for what the summary names [S002-89]', async () => {
    const { chat, compact } = await open({ context: { window: 3000 } });
    // So long that the summary has room for a few of them only.
    const file = (turn: number, at: number) => `/srv/data-${turn}/of/the/north-western/region/export-${at}.parquet`;
    await chat.turns(6, (turn) => Array.from({ length: 10 }, (_, at) => file(turn, at)).join(' '));
    const answer = await compact({});
    const listed =
      /^No longer visible: (.*)\. Write down those you still need\.$/m.exec(answer)?.[1]?.split(', ') ?? [];
    expect(listed.length).toBeGreaterThan(0);
    const text = wholeText(await chat.ask('Go on.'));
    const isShown = (name: string): boolean => text.includes(name);
    expect(listed.filter(isShown)).toEqual([]);
    const all = Array.from({ length: 10 }, (_, at) => file(0, at));
    expect(all.filter(isShown).length).toBeGreaterThan(0);
  });

  it('says that a sync is required where the overview has no room for the summary [S002-89]', async () => {
    const { memory, chat, compact } = await open({ files: { maxOverviewBytes: 1024 } });
    await chat.turns(6);
    expect(await compact({})).toMatch(
      /\noverview\.md had no room for the summary: a sync is required\. Shorten overview\.md/,
    );
    expect((await memory.files.read('overview.md')).text).not.toContain('working-memory:compaction');
  });

  it('that finds nothing to do says why', async () => {
    const { memory, chat, compact } = await open();
    expect(await compact({})).toBe('Nothing was compacted: no request has been prepared yet.');
    await chat.turns(3);
    expect(await compact({})).toMatch(/^Nothing was compacted: everything shown must stay: /);
    expect(await compactions(memory)).toEqual([]);
  });

  it('answers in Chinese', async () => {
    const { chat, compact } = await open({ locale: 'zh-CN' }, { locale: 'zh-CN' });
    expect(await compact({})).toBe('没有压缩：还没有准备过请求。');
    await chat.turns(6);
    expect((await compact(EXAMPLE)).split('\n')).toEqual([
      '已压缩，从下一次请求起生效：隐藏 6 条消息（1–6）。',
      expect.stringMatching(/^仍显示：5 条消息，3 轮，0 组工具调用。Tokens：\d+ → \d+。$/),
      '全文：detail/session-summary.md，用 read 或 search 查看。',
      '摘要已写入 overview.md 的专用区块，无需再同步。',
      expect.stringMatching(/^凭据 \d+：应用可用它撤销本次压缩。$/),
    ]);
    expect(await compact({ target: '全部' })).toMatch(/^compact_history 未执行。/);
  });

  it('passes an abort on', async () => {
    const { tool, chat } = await open();
    await chat.turns(6);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(tool.execute({}, { signal })).rejects.toThrow('enough');
  });
});
