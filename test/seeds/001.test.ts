// Document 001, the feedback loop: first its rules alone (rounds, conditions, levels and the three texts), then
// prepared requests (how a write of the overview is noticed, and how a reminder is sent).
import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../src/storage/memory.ts';
import type { PrepareOptions } from '../../src/api/context.ts';
import { optionsFromEnv } from '../../src/context/reminder/env-options.ts';
import { contextMeta } from '../../src/context/reminder/meter.ts';
import {
  afterReminder,
  compliance,
  countRound,
  INITIAL_REMINDER,
  markUpdated,
  reminderLevel,
  type ReminderLevel,
  type ReminderOptions,
  type ReminderState,
} from '../../src/context/reminder/reminder.ts';
import { type ReminderFormat, renderReminder, withReminder } from '../../src/context/reminder/render-reminder.ts';
import { contextWording } from '../support/messages/context-wording.ts';
import type { Prepared } from '../../src/context/plan/prepared.ts';
import { plainMessages } from '../../src/entries/lenses.ts';
import type { OpenOptions } from '../../src/entries/index.ts';
import { resolveSettings, type SettingsInput } from '../../src/options/options.ts';
import type { Storage } from '../../src/storage/port.ts';
import { faultyStorage } from '../support/fakes/faulty-storage.ts';
import { Chat, type ChatMessage, wholeText, words } from '../support/messages/chat.ts';
import { fakeClock } from '../support/fakes/fakes.ts';
import { openFixed, overviewOf } from '../support/fixed-memory.ts';

const CONTENT = '# Working Memory\n\n- Task: ship 2.4\n';
const SECOND = 1000;

const reminderOptions = (context: SettingsInput['context'] = {}): ReminderOptions =>
  resolveSettings({ session: 's', context }).context.reminder;

interface Load {
  readonly content: string;
  readonly rounds: number;
  readonly reminder: string | undefined;
  readonly level: ReminderLevel | undefined;
}

/** The functions of the document in terms of the rules: what is loaded for one request after another. */
function workingMemory(options = reminderOptions(), locale: 'en' | 'zh-CN' = 'zh-CN') {
  let state: ReminderState = INITIAL_REMINDER;
  let now = Date.UTC(2026, 0, 5);
  return {
    state: () => state,
    wait: (ms: number) => (now += ms),
    markUpdated: () => (state = markUpdated(state, now)),
    load({ percent = 10, messages = 8 } = {}): Load {
      state = countRound(state, { updated: false, now });
      const meta = contextMeta({
        tokensUsed: percent * 1280,
        tokensMax: 128_000,
        messagesInHistory: messages,
        workingMemorySize: 2400,
      });
      const level = reminderLevel(state, { ratio: meta.ratio, messages, writable: true }, options);
      const rounds = state.roundsSinceUpdate;
      const paths = { overviewPath: '/memory/overview.md', detailPath: '/memory/detail/' };
      const facts = level && { level, rounds, meta, date: '2026-01-05', ...paths };
      const reminder = facts && renderReminder(options.format, facts, contextWording(locale));
      if (level) state = afterReminder(state);
      return { content: withReminder(CONTENT, reminder), rounds, reminder, level };
    },
  };
}

const loads = (memory: ReturnType<typeof workingMemory>, count: number, given = {}): Load[] =>
  Array.from({ length: count }, () => memory.load(given));
const roundsOf = (all: readonly Load[]) => all.map(({ rounds }) => rounds);
const reminded = (all: readonly Load[]) =>
  all.filter(({ reminder }) => reminder !== undefined).map(({ rounds }) => rounds);

describe('the tracking state', () => {
  it('starts with nothing known, and nothing due [S001-07, S001-08, S001-09]', () => {
    expect(workingMemory().state()).toMatchObject({
      lastUpdateTime: undefined,
      lastCheckTime: undefined,
      roundsSinceUpdate: 0,
    });
  });

  it('has the limits of the document as its defaults [S001-10, S001-11, S001-55, S001-56, S001-57, S001-58]', () => {
    expect(reminderOptions()).toMatchObject({ maxRounds: 5, minRounds: 3, tokenThreshold: 70, enabled: true });
  });

  it('is reset by a write of the overview: the time is kept, the rounds begin anew [S001-12, S001-13, S001-32, S001-62]', () => {
    const memory = workingMemory();
    loads(memory, 4);
    expect(memory.state().roundsSinceUpdate).toBe(4);
    memory.wait(7 * SECOND);
    const time = memory.wait(0);
    memory.markUpdated();
    expect(memory.state()).toMatchObject({ lastUpdateTime: time, roundsSinceUpdate: 0 });
    memory.wait(SECOND);
    memory.markUpdated();
    expect(memory.state()).toMatchObject({ lastUpdateTime: time + SECOND, roundsSinceUpdate: 0 });
  });

  it('is a value that nothing changes in place, so that two who hold it cannot disturb each other [S001-32, S001-33]', () => {
    const state = Object.freeze({ ...INITIAL_REMINDER, roundsSinceUpdate: 6, rounds: 6 });
    const before = JSON.stringify(state);
    for (const change of [
      () => markUpdated(state, 1),
      () => countRound(state, { updated: true, now: 1 }),
      () => afterReminder(state),
    ]) {
      expect(change()).not.toBe(state);
    }
    expect(reminderLevel(state, { ratio: 0.1, messages: 1, writable: true }, reminderOptions())).toBe('hint');
    expect(JSON.stringify(state)).toBe(before);
  });
});

describe('a check', () => {
  it('is silent and makes it round 1 the first time, then adds one and keeps its time [S001-34, S001-35]', () => {
    const memory = workingMemory();
    const first = memory.wait(0);
    expect(memory.load({ percent: 99 })).toMatchObject({ rounds: 1, reminder: undefined });
    expect(memory.state().lastCheckTime).toBe(first);
    const second = memory.wait(3 * SECOND);
    expect(memory.load().rounds).toBe(2);
    expect(memory.state().lastCheckTime).toBe(second);
  });

  it('is a round by being made, not by the time that went by [S001-82]', () => {
    const hurried = workingMemory();
    expect(roundsOf(loads(hurried, 7))).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const slow = workingMemory();
    slow.load();
    slow.wait(24 * 3600 * SECOND);
    expect(slow.load()).toMatchObject({ rounds: 2, reminder: undefined });
  });

  it('stays silent below the minimum of rounds, whatever else is exceeded [S001-11, S001-36, S001-63]', () => {
    const memory = workingMemory(reminderOptions({ reminder: { maxRounds: 1 } }));
    expect(reminded(loads(memory, 4, { percent: 99 }))).toEqual([3, 4]);
  });

  it('answers with the reminder above the maximum of rounds [S001-20, S001-33, S001-37, S001-63]', () => {
    const [sixth] = loads(workingMemory(), 6).slice(-1);
    expect(sixth?.reminder).toContain('WORKING MEMORY UPDATE NEEDED');
    expect(sixth?.level).toBe('hint');
  });

  it('answers with it above 70 % and 3 rounds as well [S001-21, S001-38, S001-63]', () => {
    expect(reminded(loads(workingMemory(), 6, { percent: 71 }))).toEqual([4, 5, 6]);
  });

  it('answers with it above a number of messages where one is set; by default none is [S001-22]', () => {
    const options = reminderOptions({ reminder: { maxMessages: 40 } });
    expect(reminded(loads(workingMemory(options), 5, { messages: 41 }))).toEqual([4, 5]);
    expect(reminded(loads(workingMemory(options), 5, { messages: 40 }))).toEqual([]);
    expect(reminded(loads(workingMemory(), 5, { messages: 100_000 }))).toEqual([]);
  });

  it('answers with nothing in every other case: at exactly 5 rounds, 70 %, or 3 rounds [S001-39, S001-63, S001-84]', () => {
    expect(reminded(loads(workingMemory(), 5))).toEqual([]);
    expect(reminded(loads(workingMemory(), 5, { percent: 70 }))).toEqual([]);
    expect(reminded(loads(workingMemory(), 3, { percent: 99 }))).toEqual([]);
  });
});

describe('the scenarios', () => {
  it('1: a load, an update, a load: no reminder, and 0 rounds at the end [S001-59]', () => {
    const memory = workingMemory();
    expect(memory.load()).toMatchObject({ rounds: 1, content: CONTENT });
    memory.markUpdated();
    expect(memory.load()).toMatchObject({ rounds: 0, content: CONTENT });
    expect(memory.state().roundsSinceUpdate).toBe(0);
  });

  it('2: five loads are silent, the sixth reminds [S001-60]', () => {
    const six = loads(workingMemory(), 6);
    expect(roundsOf(six)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(reminded(six)).toEqual([6]);
    expect(six[5]?.reminder).toMatch(/\b6\b/);
  });

  it('3: silent at 45, 52 and 68 %, a reminder in round 4 at 73 % [S001-61]', () => {
    const memory = workingMemory();
    const four = [45, 52, 68, 73].map((percent) => memory.load({ percent }));
    expect(reminded(four)).toEqual([4]);
    expect(four[3]?.reminder).toContain('73%');
  });
});

describe('what is loaded', () => {
  it('is the content with the reminder behind it when one is due, else the content [S001-14]', () => {
    const six = loads(workingMemory(), 6);
    for (const { content } of six.slice(0, 5)) expect(content).toBe(CONTENT);
    expect(six[5]?.content).toBe(`${CONTENT}\n\n${six[5]?.reminder}`);
  });

  it('is the content alone while reminders are switched off, and rounds are counted on [S001-58, S001-86]', () => {
    const options = reminderOptions(optionsFromEnv({ WM_ENABLE_REMINDER: 'false' }).context);
    const all = loads(workingMemory(options), 30, { percent: 99, messages: 1000 });
    for (const { content } of all) expect(content).toBe(CONTENT);
    expect(all.at(-1)?.rounds).toBe(30);
  });
});

describe('settings', () => {
  it('come from environment variables or from the options [S001-54, S001-55, S001-56, S001-57, S001-58]', () => {
    const env = { WM_MAX_ROUNDS: '2', WM_MIN_ROUNDS: '1', WM_TOKEN_THRESHOLD: '50', WM_ENABLE_REMINDER: 'true' };
    const given = { maxRounds: 2, minRounds: 1, tokenThreshold: 50, enabled: true };
    const fromEnv = reminderOptions(optionsFromEnv(env).context);
    expect(fromEnv).toEqual(reminderOptions({ reminder: given }));
    expect(reminded(loads(workingMemory(fromEnv), 4))).toEqual([3, 4]);
    expect(reminded(loads(workingMemory(fromEnv), 2, { percent: 51 }))).toEqual([2]);
    expect(reminded(loads(workingMemory(fromEnv), 2, { percent: 50 }))).toEqual([]);
  });
});

describe('the text', () => {
  const textOf = (format: ReminderFormat, { percent = 65, messages = 42 } = {}) => {
    const memory = workingMemory(reminderOptions({ reminder: { format } }));
    loads(memory, 5);
    return memory.load({ percent, messages }).content.slice(CONTENT.length);
  };

  it('inline: after a blank line five comments, with rounds, percent, advice and path [S001-15, S001-16, S001-17, S001-18, S001-19, S001-64]', () => {
    expect(textOf('inline').split('\n')).toEqual([
      '',
      '',
      '<!-- ⚠️ WORKING MEMORY REMINDER -->',
      expect.stringMatching(/^<!-- .* 6 轮没有更新.* -->$/),
      expect.stringMatching(/^<!-- .*tokens.* 65%.* -->$/),
      expect.stringMatching(/^<!-- .*完成的任务.*detail\/.*精简.* -->$/),
      expect.stringMatching(/^<!-- .*write tool.*\/memory\/overview\.md -->$/),
    ]);
  });

  it('plain: title, three numbers, four steps, the path at the end [S001-23, S001-24, S001-25, S001-26, S001-27, S001-28, S001-29, S001-30, S001-31, S001-64]', () => {
    expect(textOf('plain').trim().split('\n')).toEqual([
      '⚠️ WORKING MEMORY UPDATE NEEDED',
      '',
      expect.stringMatching(/^- .*6 轮$/),
      expect.stringMatching(/^- Token.*65%$/),
      expect.stringMatching(/^- .*历史.*42 条/),
      '',
      expect.stringMatching(/：$/),
      expect.stringMatching(/^1\. .*完成的任务.*detail\/completed-2026-01-05\.md$/),
      expect.stringMatching(/^2\. .*当前任务/),
      expect.stringMatching(/^3\. 删/),
      expect.stringMatching(/^4\. .*近期决策.*关键问题/),
      '',
      expect.stringMatching(/write tool.*\/memory\/overview\.md$/),
    ]);
  });

  it('comment: one comment after a blank line, with the state of the context in full [S001-40, S001-41, S001-42, S001-43, S001-44, S001-45, S001-46, S001-47, S001-48, S001-49, S001-64]', () => {
    expect(textOf('comment').split('\n')).toEqual([
      '',
      '',
      '<!--',
      '⚠️ WORKING MEMORY UPDATE NEEDED',
      '',
      expect.stringMatching(/连续 6 轮没有更新/),
      expect.stringMatching(/上下文.*：$/),
      expect.stringMatching(/^- Token.*65% \(83200 \/ 128000\)$/),
      expect.stringMatching(/^- .*历史.*42 条/),
      expect.stringMatching(/^- .*2\.34 KB$/),
      '',
      expect.stringMatching(/：$/),
      expect.stringMatching(/^1\. .*完成的任务.*\/memory\/detail\/$/),
      expect.stringMatching(/^2\. .*当前任务.*状态和进展/),
      expect.stringMatching(/^3\. 删.*近期决策/),
      expect.stringMatching(/^4\. .*讨论.*detail\/$/),
      '',
      expect.stringMatching(/write tool.*\/memory\/overview\.md$/),
      expect.stringMatching(/下一次请求/),
      '-->',
    ]);
  });

  it('names the folder for details and the overview, each in its own place [S001-85]', () => {
    const lines = textOf('comment').split('\n');
    expect(lines.filter((line) => line.includes('/memory/detail/'))).toEqual([expect.stringMatching(/^1\. /)]);
    expect(lines.filter((line) => line.includes('/memory/overview.md'))).toEqual([
      expect.stringContaining('write tool'),
    ]);
  });
});

describe('a reminder', () => {
  const levels = (options: ReminderOptions, count: number) =>
    loads(workingMemory(options), count)
      .map(({ level }) => level)
      .filter((level) => level !== undefined);

  it('is mild at first and firmer when nothing follows [S001-69, S001-70]', () => {
    expect(levels(reminderOptions(), 9)).toEqual(['hint', 'firm', 'firm', 'firm']);
  });

  it('holds the request back in a severe case, where the app wants that [S001-71]', () => {
    expect(levels(reminderOptions({ reminder: { pause: true } }), 10)).toEqual([
      'hint',
      'firm',
      'firm',
      'pause',
      'pause',
    ]);
  });
});

describe('compliance with reminders', () => {
  it('is recorded: how often the model updates, by itself and after a reminder [S001-76]', () => {
    const memory = workingMemory();
    loads(memory, 3);
    memory.markUpdated();
    loads(memory, 8);
    memory.markUpdated();
    memory.load();
    // Reminders in the seventh and eighth load of the second stretch: its first one reports 0.
    expect(compliance(memory.state())).toEqual({
      rounds: 12,
      reminders: 2,
      promptedUpdates: 1,
      unpromptedUpdates: 1,
      heededShare: 0.5,
      roundsPerUpdate: 6,
      roundsToHeed: 1,
      outcomes: [1, 0, 0, 0],
      ignored: 0,
    });
  });
});

interface PlainMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** Returns the stored tracking state. */
async function trackingOf(storage: Storage): Promise<ReminderState> {
  const { rows } = await storage.load({ workspace: '/', session: 'test' }, ['ledger']);
  const now = rows.find(({ key }) => key === 'now')?.value as { readonly reminder?: ReminderState } | undefined;
  return now?.reminder ?? INITIAL_REMINDER;
}

/** A model must have a tool to act on a reminder with. */
const WRITER = [{ name: 'write' }];

/** An app whose loop only prepares: every round its user says something new. */
async function app(options: Partial<OpenOptions> = {}) {
  const clock = fakeClock();
  const storage = faultyStorage(memoryStorage());
  const memory = await openFixed({ storage, clock, locale: 'zh-CN', ...options });
  const messages: PlainMessage[] = [];
  let writes = 0;

  const state = () => trackingOf(storage);
  const prepare = (given: PrepareOptions = {}): Promise<Prepared<PlainMessage>> =>
    memory.context.prepare(plainMessages, messages, { tools: WRITER, ...given });

  async function load({ percent, ...given }: PrepareOptions & { readonly percent?: number } = {}) {
    messages.push({ role: 'user', content: `round ${messages.length}` });
    const prepared = await prepare({ ...given, ...(percent !== undefined && { tokensUsed: percent * 1280 }) });
    messages.push({ role: 'assistant', content: 'noted' });
    const said = prepared.messages.map(({ content }) => content);
    const loaded = said.find((content) => content.includes('<working_memory')) ?? '';
    return {
      prepared,
      rounds: (await state()).roundsSinceUpdate,
      isReminded: said.some((content) => content.includes('WORKING MEMORY UPDATE NEEDED')),
      /** The overview as it stands in the request; its nonce is another one each time. */
      content: loaded.replaceAll(/nonce="\w+"|带 \w+ 的/g, ''),
    };
  }
  return {
    memory,
    messages,
    storage,
    state,
    prepare,
    load,
    wait: (ms: number) => (clock.now += ms),
    now: () => clock.now,
    markUpdated: () =>
      memory.files.write('overview.md', `# Working Memory\n\n- 第 ${++writes} 次更新\n`, { source: 'assistant' }),
    async loads(count: number, given: Parameters<typeof load>[0] = {}) {
      const all = [];
      for (let round = 0; round < count; round++) all.push(await load(given));
      return all;
    },
  };
}

describe.each(['literal', 'epochs'] as const)('the scenarios in requests, placement %s', (placement) => {
  const open = () => app({ context: { placement } });

  it('1: a load, an update, a load: no reminder, and 0 rounds at the end [S001-59, S001-65, S001-66]', async () => {
    const { load, markUpdated, state } = await open();
    expect(await load()).toMatchObject({ rounds: 1, isReminded: false });
    await markUpdated();
    expect(await load()).toMatchObject({ rounds: 0, isReminded: false });
    expect((await state()).roundsSinceUpdate).toBe(0);
  });

  it('2: five loads are silent, the sixth reminds [S001-10, S001-20, S001-60, S001-65]', async () => {
    const six = await (await open()).loads(6);
    expect(six.map(({ rounds }) => rounds)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(six.map(({ isReminded }) => isReminded)).toEqual([false, false, false, false, false, true]);
    expect(six.map(({ prepared }) => prepared.reminder)).toEqual([
      ...Array.from({ length: 5 }, () => undefined),
      'hint',
    ]);
    expect(JSON.stringify(six[5]?.prepared.messages)).toContain('连续 6 轮没有更新');
  });

  it('3: silent at 45, 52 and 68 %, a reminder in round 4 at 73 % [S001-11, S001-21, S001-38, S001-61, S001-65]', async () => {
    const { load } = await open();
    const four = [];
    for (const percent of [45, 52, 68, 73]) four.push(await load({ percent }));
    expect(four.map(({ isReminded }) => isReminded)).toEqual([false, false, false, true]);
    expect(JSON.stringify(four[3]?.prepared.messages)).toContain('73% (93440 / 128000)');
  });
});

describe('a load to the letter', () => {
  const open = (reminder: NonNullable<SettingsInput['context']>['reminder'] = {}) =>
    app({ context: { placement: 'literal', reminder } });

  it('is the content, with the reminder behind it when one is due [S001-14, S001-40, S001-50]', async () => {
    const { loads } = await open();
    const [first, ...later] = await loads(6);
    const [sixth] = later.slice(-1);
    for (const { content } of later.slice(0, -1)) expect(content).toBe(first?.content);
    expect(sixth?.content.startsWith(`${first?.content}\n\n<!--\n⚠️ WORKING MEMORY UPDATE NEEDED\n`)).toBe(true);
    expect(sixth?.content.endsWith('\n-->')).toBe(true);
  });

  it.each(['inline', 'plain', 'comment'] as const)('has it in the form %s where the app wants that', async (format) => {
    const { loads, load } = await open({ format });
    const [first] = await loads(5);
    const reminder = (await load()).content.slice((first?.content.length ?? 0) + 2);
    expect(reminder.split('\n')[0]).toBe(
      {
        inline: '<!-- ⚠️ WORKING MEMORY REMINDER -->',
        plain: '⚠️ WORKING MEMORY UPDATE NEEDED',
        comment: '<!--',
      }[format],
    );
  });

  it('is the content alone with WM_ENABLE_REMINDER=false, while rounds are counted on [S001-58, S001-86]', async () => {
    const { context } = optionsFromEnv({ WM_ENABLE_REMINDER: 'false' });
    const all = await (await open(context.reminder)).loads(20, { percent: 74 });
    for (const { content } of all) expect(content).toBe(all[0]?.content);
    expect(all.at(-1)).toMatchObject({ rounds: 20, isReminded: false });
  });

  it('that fails gives nothing and counts nothing [S001-50]', async () => {
    const { loads, prepare, storage, messages, state } = await open();
    await loads(3);
    const before = await state();
    messages.push({ role: 'user', content: 'one more' });
    storage.failNextCommit(new Error('the disk is gone'));
    await expect(prepare()).rejects.toThrow('the disk is gone');
    expect(await state()).toEqual(before);
    await prepare();
    expect((await state()).roundsSinceUpdate).toBe(4);
  });
});

describe('a round', () => {
  it('is a request, not a reading: neither the file nor the same request again counts [S001-34, S001-35, S001-51, S001-82]', async () => {
    const { memory, load, prepare, messages, wait, now, state } = await app();
    await load();
    expect(await state()).toMatchObject({ roundsSinceUpdate: 1, lastCheckTime: now(), lastUpdateTime: undefined });
    messages.pop();
    for (let again = 0; again < 10; again++) {
      wait(60_000);
      expect((await prepare()).repeated).toBe(true);
      await overviewOf(memory);
      await memory.context.guide();
      memory.context.meter();
    }
    expect(await state()).toMatchObject({ roundsSinceUpdate: 1, rounds: 1 });
    await load();
    expect(await state()).toMatchObject({ roundsSinceUpdate: 2, lastCheckTime: now() });
  });

  it('is counted once by the id that the app gives it [S001-82]', async () => {
    const { load, messages, prepare, state } = await app();
    await load({ requestId: 'first' });
    messages.push({ role: 'user', content: 'more, in the same request' });
    expect(await prepare({ requestId: 'first' })).toMatchObject({ requestId: 'first' });
    expect((await state()).rounds).toBe(1);
    expect(await prepare({ requestId: 'second' })).toMatchObject({ requestId: 'second' });
    expect((await state()).rounds).toBe(2);
  });

  it('keeps its limits to the letter: exactly 70 %, 5 rounds or 3 rounds at 74 % call for nothing [S001-36, S001-39, S001-84]', async () => {
    expect((await (await app()).loads(5)).some(({ isReminded }) => isReminded)).toBe(false);
    expect((await (await app()).loads(5, { percent: 70 })).some(({ isReminded }) => isReminded)).toBe(false);
    expect((await (await app()).loads(3, { percent: 74 })).some(({ isReminded }) => isReminded)).toBe(false);
    expect((await (await app()).loads(4, { percent: 71 })).map(({ isReminded }) => isReminded)).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it('with more messages than a number that the app set calls for a reminder as well [S001-22]', async () => {
    const { loads } = await app({ context: { reminder: { maxMessages: 6 } } });
    // Messages in view: 1, 3, 5, 7.
    expect((await loads(4)).map(({ isReminded }) => isReminded)).toEqual([false, false, false, true]);
  });

  it('has the limits of the environment [S001-54, S001-55, S001-56, S001-57]', async () => {
    const env = { WM_MAX_ROUNDS: '2', WM_MIN_ROUNDS: '1', WM_TOKEN_THRESHOLD: '50' };
    const open = () => app(optionsFromEnv(env));
    expect((await (await open()).loads(3)).map(({ isReminded }) => isReminded)).toEqual([false, false, true]);
    const full = await (await open()).loads(2, { percent: 51 });
    expect(full.map(({ isReminded }) => isReminded)).toEqual([false, true]);
  });
});

describe('a write of the overview', () => {
  const OVERVIEW = '# Working Memory\n\n## 当前任务\n\n- 发布 2.4\n';

  it('by the write tool of this memory counts, and its time is kept [S001-06, S001-07, S001-08, S001-09, S001-12, S001-13, S001-32, S001-52, S001-66]', async () => {
    const clock = fakeClock();
    const storage = memoryStorage();
    const memory = await openFixed({ storage, clock });
    const chat = new Chat(memory);
    const state = () => trackingOf(storage);
    await chat.turns(4);
    expect(await state()).toMatchObject({ roundsSinceUpdate: 4, lastUpdateTime: undefined });
    clock.now += 5000;
    await chat.ask('Note that.');
    await chat.call('write', { path: 'working-memory/overview.md', content: OVERVIEW, force: true });
    await chat.prepare();
    expect(await state()).toMatchObject({ roundsSinceUpdate: 0, lastUpdateTime: clock.now, unpromptedUpdates: 1 });
    chat.answer('Done.');
    await chat.turns(5);
    expect((await chat.ask('And now?')).reminder).toBe('hint');
  });

  const CALLS: readonly (readonly [what: string, tool: string, input: object])[] = [
    ['write with a path', 'write', { path: 'working-memory/overview.md', content: OVERVIEW }],
    ['an absolute path', 'write', { path: '/home/me/.ai/sessions/s/working-memory/overview.md', content: OVERVIEW }],
    ['other names for tool and fields', 'create_file', { file_path: './overview.md', contents: OVERVIEW }],
  ];

  it.each(CALLS)(
    'by a tool of the app’s own counts and reaches the tree: %s [S001-52, S001-53]',
    async (_, tool, input) => {
      const memory = await openFixed();
      const chat = new Chat(memory);
      await chat.turns(5);
      chat.messages.push({ role: 'user', content: 'Note that.' });
      chat.called(tool, input, 'ok');
      expect((await chat.prepare()).reminder).toBeUndefined();
      expect(await overviewOf(memory)).toBe(OVERVIEW);
      expect((await memory.files.read('overview.md')).source).toBe('assistant');
    },
  );

  it('that changes a part is read from where the app keeps the file [S001-53]', async () => {
    const files: Record<string, string> = { 'overview.md': OVERVIEW };
    const memory = await openFixed({ onFile: (path) => files[path] });
    const chat = new Chat(memory);
    await chat.turns(5);
    chat.messages.push({ role: 'user', content: 'Version 2.5, please.' });
    files['overview.md'] = OVERVIEW.replace('2.4', '2.5');
    chat.called('str_replace', { path: 'overview.md', old_str: '2.4', new_str: '2.5' }, 'edited');
    expect((await chat.prepare()).reminder).toBeUndefined();
    expect(await overviewOf(memory)).toBe(files['overview.md']);
  });

  const NOT_WRITES: readonly (readonly [what: string, tool: string, input: object, result: string])[] = [
    ['a read', 'read', { path: 'working-memory/overview.md' }, OVERVIEW],
    ['a write of another file', 'write', { path: 'working-memory/detail/overview.md', content: OVERVIEW }, 'ok'],
    ['a write that failed', 'write', { path: 'overview.md', content: OVERVIEW }, 'Error: permission denied'],
  ];

  it.each(NOT_WRITES)('is not seen where there was none: %s [S001-52]', async (_, tool, input, result) => {
    const memory = await openFixed();
    const chat = new Chat(memory);
    await chat.turns(5);
    chat.messages.push({ role: 'user', content: 'Go on.' });
    chat.called(tool, input, result);
    expect((await chat.prepare()).reminder).toBe('hint');
    expect(await overviewOf(memory)).not.toContain('发布');
  });
});

describe('a reminder in a request', () => {
  it('stands behind the newest message and never in the file [S001-83, S001-85]', async () => {
    const { memory, loads } = await app();
    const before = await overviewOf(memory);
    const [sixth] = (await loads(6)).slice(-1);
    const said = sixth?.prepared.messages.map(({ content }) => content) ?? [];
    const [reminded, ...more] = said.filter((content) => content.includes('WORKING MEMORY UPDATE NEEDED'));
    expect(more).toEqual([]);
    expect(reminded).toBe(said.at(-1));
    expect(reminded).toMatch(/^round 10\n\n<!--\n⚠️ WORKING MEMORY UPDATE NEEDED\n/);
    expect(reminded).toMatch(/\n1\. .*working-memory\/detail\/\n/);
    expect(reminded).toMatch(/write tool.*working-memory\/overview\.md\n/);
    expect(await overviewOf(memory)).toBe(before);
  });

  it('grows firmer, and holds the request back in the end where the app wants that [S001-69, S001-70, S001-71]', async () => {
    const { loads } = await app({ context: { placement: 'literal', reminder: { pause: true } } });
    const all = (await loads(10)).slice(5).map(({ prepared }) => prepared);
    expect(all.map(({ reminder }) => reminder)).toEqual(['hint', 'firm', 'firm', 'pause', 'pause']);
    expect(all.map(({ pause }) => pause)).toEqual([false, false, false, true, true]);
  });

  it('comes later each time that none was heeded: in an epoch the former ones still stand there [S001-77]', async () => {
    const all = await (await app()).loads(22);
    const levels = all.flatMap(({ prepared, rounds }) => (prepared.reminder ? [[rounds, prepared.reminder]] : []));
    expect(levels).toEqual([
      [6, 'hint'],
      [11, 'firm'],
      [21, 'firm'],
    ]);
    // The first says all of it, the later ones a line.
    const said =
      all
        .at(-1)
        ?.prepared.messages.map(({ content }) => content)
        .join('\n') ?? '';
    expect(said.split('WORKING MEMORY UPDATE NEEDED')).toHaveLength(2);
    expect(said.match(/^⚠️ .*overview\.md 已有 \d+ 轮未更新.*$/gm)).toHaveLength(2);
  });

  it('brings no tool along, and is spared a model that could not act on it [S001-68]', async () => {
    const names = async (enabled: boolean) => {
      const { memory } = await app({ context: { reminder: { enabled } } });
      return (await memory.tools()).map(({ name }) => name);
    };
    expect(await names(true)).toEqual(await names(false));
    for (const tools of [[], undefined, [{ name: 'get_weather', inputSchema: { properties: { city: {} } } }]]) {
      expect((await (await app()).loads(12, { tools })).some(({ isReminded }) => isReminded)).toBe(false);
    }
  });

  it('leaves a record: how often the model was reminded and how often it wrote [S001-76]', async () => {
    const { memory, loads, markUpdated, state } = await app();
    await loads(3);
    await markUpdated();
    await loads(8);
    await markUpdated();
    await loads(1);
    expect(compliance(await state())).toMatchObject({
      rounds: 12,
      reminders: 1,
      promptedUpdates: 1,
      unpromptedUpdates: 1,
    });
    const reminders: unknown[] = [];
    for await (const { event } of memory.items.audit()) {
      const { reminder } = event as { reminder?: string };
      if (reminder !== undefined) reminders.push(reminder);
    }
    expect(reminders).toEqual(['hint']);
  });
});

describe('what helps the model to act on a reminder', () => {
  it('an overview that has fallen behind is recognised [S001-72]', async () => {
    const { memory, load, loads, markUpdated } = await app();
    expect((await load()).prepared.phase).toEqual({ phase: 1, reason: 'template' });
    await markUpdated();
    expect((await load()).prepared.phase).toEqual({ phase: 2, reason: 'maintained' });
    const [last] = (await loads(21)).slice(-1);
    expect(last?.prepared.phase).toEqual({ phase: 1, reason: 'stale' });
    expect((await memory.files.overviewStatus()).status).toBe('stale');
  });

  it('the history is looked at for what could be compacted, and what that would win [S001-74]', async () => {
    const memory = await openFixed();
    const chat = new Chat(memory);
    await chat.turns(6);
    const plan = await memory.context.compact.plan();
    expect(plan).toMatchObject({ possible: true, kept: { messages: 5, turns: 3 } });
    expect(plan.hide).toEqual([
      { from: 0, to: 2 },
      { from: 2, to: 4 },
      { from: 4, to: 6 },
    ]);
    expect(plan.tokens.after).toBeLessThan(plan.tokens.before);
    expect((await memory.files.list()).map(({ path }) => path)).toEqual(['overview.md']);
  });

  it('a draft for detail/ is made of it, with a digest for the overview [S001-75]', async () => {
    const memory = await openFixed();
    const chat = new Chat(memory);
    await chat.turns(6, (turn) => `we decided to use plan ${turn}, ${words(20, `t${turn}w`)}`);
    const { archivedTo, summary } = await memory.context.compact.apply();
    expect(archivedTo).toEqual(['detail/conversation-0-5.md']);
    expect((await memory.files.read('detail/conversation-0-5.md')).text).toContain(
      'we decided to use plan 2, t2w0 t2w1',
    );
    expect(summary).toContain('we decided to use plan 2');
    const next: Prepared<ChatMessage> = await chat.ask('Go on.');
    expect(wholeText(next)).toContain('detail/conversation-0-5.md');
  });
});
