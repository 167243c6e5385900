import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { fenced } from '../../../src/context/view/fence.ts';
import type { Pressure } from '../../../src/context/reminder/pressure.ts';
import { BANDS, actionHintOf } from '../../../src/context/reminder/pressure.ts';
import { REMINDER_LEVELS } from '../../../src/context/reminder/reminder.ts';
import { type GuideFacts, toolsByUse } from '../../../src/context/words/guide.ts';
import { guideText } from '../../../src/context/words/guide-text.ts';
import { contextWording } from '../../support/messages/context-wording.ts';
import { type ContextWording, DETAIL_FOLDER, OVERVIEW_PATH } from '../../../src/context/words/wording.ts';
import { ROLES } from '../../../src/tree/transcript/transcript.ts';

const LOCALES = ['en', 'zh-CN'] as const;
const AUTONOMIES = ['llm', 'assisted', 'auto'] as const;
const PRESSED = BANDS.map(({ pressure }) => pressure).filter((pressure) => pressure !== 'normal');

const NONCE = 'k3f9q2m7x8w1';
const FILE = 'archive/turns-3.md';

const TOOLS = 'note read write edit list search memorize recall forget compact_history'.split(' ');
const FACTS: Omit<GuideFacts, 'autonomy'> = {
  fallbackPercent: 80,
  showsBlock: true,
  full: true,
  tools: toolsByUse(TOOLS),
};

const guides = (locale: (typeof LOCALES)[number]): string[] =>
  AUTONOMIES.map((autonomy) => guideText(locale, { ...FACTS, autonomy }));

/** Every sentence with the numbers and names that it must show. */
function sentences(
  locale: 'en' | 'zh-CN',
  { reminder, stub, archive, summary, ...top }: ContextWording,
): [text: string, shows: string[]][] {
  const { list } = reminder;
  return [
    [top.metaReminder(false), [OVERVIEW_PATH]],
    [top.metaReminder(true), [OVERVIEW_PATH]],
    ...AUTONOMIES.map((autonomy): [string, string[]] => [guideText(locale, { ...FACTS, autonomy }), ['80%']]),
    [top.pinnedOverview(NONCE), [OVERVIEW_PATH, NONCE, '| ']],
    [top.changedOverview(NONCE), [OVERVIEW_PATH, NONCE, '| ']],
    [top.refusedWrite(NONCE), [OVERVIEW_PATH, NONCE, '| ']],
    [top.folded(3, 12, FILE), ['3–12', FILE, 'read', 'search']],
    [top.folded(3, 12, undefined), ['3–12', 'messages/3', 'messages/12', 'search']],
    [top.folded(7, 7, FILE), ['7', FILE]],
    ...PRESSED.map((pressure): [string, string[]] => [
      top.askToCompact(pressure, 42),
      ['42%', actionHintOf(pressure), OVERVIEW_PATH, 'compact_history'],
    ]),
    [stub.offloaded(12_000, FILE), ['12000', FILE, 'read', 'search']],
    [stub.offloaded(12_000, 'results/4.2'), ['12000', 'results/4.2', 'read']],
    [
      stub.pageOffloaded({ tokens: 12_000, path: FILE, first: 3, last: 42, fewer: 20 }),
      ['12000', FILE, '3–42', 'fromLine 3', 'lines 20'],
    ],
    [stub.excerpt, []],
    [stub.gap(340), ['340']],
    [summary.said, []],
    [summary.names, []],
    [archive.conversation(3, 12, '2026-01-05'), ['3–12', '2026-01-05']],
    [archive.conversation(3, 3, '2026-01-05'), ['3', '2026-01-05']],
    ...ROLES.map((role): [string, string[]] => [archive.message(7, role), ['7']]),
    [archive.result('read_page', 12_000, '2026-01-05'), ['read_page', '12000', '2026-01-05']],
    [reminder.rounds(6), ['6']],
    [reminder.percent(65), ['65%']],
    [reminder.contextState, []],
    [list.rounds(6), ['6']],
    [list.tokens('65%'), ['65%']],
    [list.messages(42), ['42']],
    [list.size('2.34'), ['2.34 KB']],
    ...REMINDER_LEVELS.map((level): [string, string[]] => [reminder.advice(level, DETAIL_FOLDER), [DETAIL_FOLDER]]),
    ...REMINDER_LEVELS.map((level): [string, string[]] => [reminder.steps(level), []]),
    ...reminder.plainSteps(FILE).map((step, index): [string, string[]] => [step, index === 0 ? [FILE] : []]),
    ...reminder
      .commentSteps(DETAIL_FOLDER)
      .map((step, index): [string, string[]] => [step, index === 0 ? [DETAIL_FOLDER] : []]),
    [reminder.instruction(OVERVIEW_PATH), ['write tool', OVERVIEW_PATH]],
    [reminder.nextRequest, []],
  ];
}

describe.each(LOCALES)('the wording, %s', (locale) => {
  const wording = contextWording(locale);

  it('shows every number and name it is given, and no hole', () => {
    for (const [text, shows] of sentences(locale, wording)) {
      expect(text.trim()).toBe(text);
      expect(text).not.toBe('');
      expect(text).not.toMatch(/undefined|NaN|\[object|\$\{/);
      for (const shown of shows) expect(text).toContain(shown);
    }
  });

  it('is written in its language', () => {
    for (const [text] of sentences(locale, wording)) {
      if (locale === 'en') expect(text).not.toMatch(/\p{Script=Han}|[，。：；“”]/u);
      else expect(text).toMatch(/\p{Script=Han}/u);
    }
  });

  it('holds no tag or comment of its own: those belong to whoever renders', () => {
    for (const [text] of sentences(locale, wording)) expect(text).not.toMatch(/<|-->/);
  });

  it('is one line each, but for the guide', () => {
    const several = sentences(locale, wording).filter(([text]) => text.includes('\n'));
    expect(several.map(([text]) => text)).toEqual(
      AUTONOMIES.map((autonomy) => guideText(locale, { ...FACTS, autonomy })),
    );
  });

  it('describes the fence around the overview as it is', () => {
    const lines = fenced('one\ntwo', { name: 'working_memory', nonce: NONCE }).split('\n');
    for (const text of [wording.pinnedOverview(NONCE), wording.changedOverview(NONCE), wording.refusedWrite(NONCE)]) {
      const prefix = /["“]([^"”]+)["”]/.exec(text)?.[1] ?? 'none';
      expect(lines.filter((line) => line.includes(NONCE))).toEqual([lines[0], lines.at(-1)]);
      for (const line of lines.slice(1, -1)) expect(line.startsWith(prefix)).toBe(true);
    }
  });

  it('is firmer where the window is more than half full [S003-65]', () => {
    expect(wording.metaReminder(true)).not.toBe(wording.metaReminder(false));
    expect(wording.metaReminder(true)).toMatch(/now|现在/);
  });

  it('asks with the advice of the band that was entered [S002-62]', () => {
    const asks = PRESSED.map((pressure) => wording.askToCompact(pressure, 42));
    expect(new Set(asks).size).toBe(PRESSED.length);
    const adviceOf = (pressure: Pressure) =>
      new RegExp(`${actionHintOf(pressure)}[:：] ?([^;；\\n]+)`).exec(guides(locale)[0] ?? '')?.[1];
    for (const [index, pressure] of PRESSED.entries()) expect(asks[index]).toContain(adviceOf(pressure));
  });
});

describe.each(LOCALES)('the full guide, %s', (locale) => {
  const sameFor = (pattern: RegExp) => {
    for (const guide of guides(locale)) expect(guide).toMatch(pattern);
  };
  const lineWith = (start: string) =>
    guides(locale)[0]
      ?.split('\n')
      .find((line) => line.startsWith(start)) ?? '';

  it('says what the memory is, where what goes, and whose job it is [S003-57]', () => {
    sameFor(/your job|你的职责/);
    expect(lineWith('- overview.md')).toMatch(/every request|每次请求/);
    expect(lineWith('- detail/')).toMatch(/archive\/.*(Neither is shown|都不显示).*read.*search/);
  });

  it('says how the overview is written [S002-77, S002-78, S002-79]', () => {
    const line = lineWith('- overview.md');
    expect(line).toMatch(/Bullet points, not paragraphs|要点而非长段落/);
    expect(line).toMatch(/Delete what is out of date|删掉过时内容/);
    expect(line).toMatch(/detail\//);
  });

  it('says when to update it [S002-69, S002-70, S002-71, S002-72, S002-73]', () => {
    const line = locale === 'en' ? lineWith('Update overview.md when') : lineWith('以下情况更新');
    for (const moment of [
      /task starts, advances or ends|任务开始、推进或完成/,
      /important design decision|重要设计决策/,
      /problem or limit|问题或限制/,
      /dependency, command, path|依赖、命令、路径/,
      /after compacting|压缩之后/,
    ]) {
      expect(line).toMatch(moment);
    }
  });

  it('says when not to [S002-74, S002-75, S002-76]', () => {
    sameFor(/Not for small talk and simple questions|闲聊和简单问答/);
    sameFor(/debugging attempts without a major finding|没有重大发现的调试尝试/);
    sameFor(/nor to repeat what it says|已写过的信息不必更新/);
  });

  it('names the tools', () => {
    for (const tool of TOOLS) sameFor(new RegExp(`\\b${tool}\\b`));
  });

  it('has the whole strategy, band by band [S003-36, S003-40, S003-41, S003-42, S003-43, S003-44, S003-51]', () => {
    sameFor(/context_meta.*tokens_percent.*action_hint/);
    const bands = (guides(locale)[0] ?? '').split('\n').filter((line) => /^- .*\d%/.test(line));
    expect(bands).toEqual([
      expect.stringMatching(/20%.*(compact nothing|不压缩)/),
      expect.stringMatching(/20–40%.*light_compression.*(finished tasks.*tool output|已完成的任务.*工具输出)/),
      expect.stringMatching(/40–60%.*medium_compression.*detail\/.*(old tool results|较早的工具结果)/),
      expect.stringMatching(/60–75%.*heavy_compression.*(key decisions and the current task|关键决策和当前任务)/),
      expect.stringMatching(/75%.*emergency_compression.*80%.*(system|系统)/),
    ]);
  });

  it('says what always stays, and what may [S003-45, S003-46, S003-47, S003-48, S002-39, S002-40, S002-41]', () => {
    const rule = guides(locale)[0]?.split('\n').at(-1);
    expect(rule).toMatch(/3–5/);
    expect(rule).toMatch(/state of the task with its next step|任务状态与下一步/);
    expect(rule).toMatch(/key decisions with their reasons|关键决策及理由/);
    expect(rule).toMatch(/recent tool results as long as|最近的工具结果视需要/);
  });

  it('says what compact_history hides, and that tool output is worth less soon [S003-38, S003-39]', () => {
    sameFor(/compact_history hides conversation, or tool results|compact_history 可隐藏对话或工具结果/);
    sameFor(/large and quickly outdated|体积大、很快过时/);
    // The schema of the tool describes its parameters.
    for (const parameter of ['target', 'strategy', 'keep_recent', 'archive_to']) {
      for (const guide of guides(locale)) expect(guide).not.toContain(parameter);
    }
  });

  it('asks to compact before the system does, from whatever percentage it does', () => {
    const lineAt = (fallbackPercent: number) =>
      guideText(locale, { ...FACTS, autonomy: 'llm', fallbackPercent })
        .split('\n')
        .find((line) => line.includes('emergency_compression'));
    expect(lineAt(80)).toMatch(/compact now; from 80% the system compacts for you|立即压缩；到 80% 系统会代为压缩/);
    expect(lineAt(75)).toMatch(
      /: the system compacts for you, less well; compact before that$|：系统会代为压缩，效果较差，请在此之前压缩$/,
    );
    expect(lineAt(60)).toMatch(/the system compacts for you from 60%|系统会代为压缩（60% 起）/);
    for (const at of [60, 75]) expect(lineAt(at)).not.toMatch(/compact now|立即压缩/);
  });

  it('says who decides, by autonomy [S003-35]', () => {
    const [llm = '', assisted = '', auto = ''] = guides(locale);
    expect(llm).toMatch(/your decision\.|由你决定。/);
    expect(assisted).toMatch(/your decision; you are asked|由你决定；.*询问你/);
    expect(auto).toMatch(/system compacts when|系统会压缩/);
    expect(auto).not.toMatch(/your decision|由你决定/);
  });

  it('costs little of the window', () => {
    // Tokens of o200k. Chinese names the same English tools, so it is not shorter.
    for (const guide of guides(locale)) expect(countTokens(guide)).toBeLessThanOrEqual(locale === 'en' ? 420 : 470);
  });
});

describe.each(LOCALES)('the guide for some of the tools, %s', (locale) => {
  const guideFor = (names: readonly string[], facts: Partial<GuideFacts> = {}): string =>
    guideText(locale, { ...FACTS, autonomy: 'assisted', full: false, ...facts, tools: toolsByUse(names) });
  /** The tools that a text names, as words of their own. */
  const named = (text: string): string[] =>
    TOOLS.filter((tool) => new RegExp(`(?<![\\w-])${tool}(?![\\w-])`).test(text));

  it('names only tools that are given, and all of them in the full text', () => {
    fc.assert(
      fc.property(fc.subarray(TOOLS), fc.boolean(), fc.constantFrom(...AUTONOMIES), (names, full, autonomy) => {
        const guide = guideFor(names, { full, autonomy });
        const asTools = named(guide);
        for (const tool of asTools) expect(names).toContain(tool);
        if (!full) return;
        for (const tool of names) expect(asTools).toContain(tool);
      }),
    );
  });

  it('is short, and speaks of no file where there is no tool for files', () => {
    const guide = guideFor(['note', 'memorize', 'recall', 'forget']);
    expect(guide).toMatch(/overview\.md.*note/);
    expect(guide).not.toMatch(/detail\/|archive\/|search|compact|%/);
    expect(guide.split('\n')).toHaveLength(6);
    expect(guideFor(['search'])).toMatch(/detail\/.*archive\/.*search/);
    expect(guideFor(['search'])).not.toContain('overview.md');
  });

  it('says who compacts, and when', () => {
    const all = TOOLS.filter((name) => name !== 'edit');
    expect(guideFor(all)).toMatch(/your decision; from 80% the system does it|由你决定；到 80% 系统会代为压缩/);
    expect(guideFor(all, { autonomy: 'auto' })).toMatch(/The system compacts as|系统会压缩/);
    expect(guideFor(all, { autonomy: 'auto' })).not.toMatch(/your decision|由你决定/);
    expect(guideFor(['note'])).not.toMatch(/your decision|由你决定|%/);
  });

  it('names the paths of Anthropic’s memory tool where that is the tool for files', () => {
    for (const full of [false, true]) {
      const guide = guideFor(['memory'], { full });
      expect(guide).toMatch(/\/memories\/overview\.md.*working-memory\/overview\.md/);
      expect(guide).toMatch(/\/memories\/detail\/.*\/memories\/archive\/.*memory/);
      expect(guideFor(['memory', 'read'], { full })).not.toContain('/memories/');
    }
  });

  it('stands without any tool', () => {
    expect(guideFor([]).split('\n')).toHaveLength(3);
    expect(guideFor([], { full: true })).not.toMatch(/overview\.md|detail\/|Tools|工具：/);
  });

  it('names context_meta only where requests show it', () => {
    expect(guideFor(TOOLS, { full: true })).toContain('context_meta');
    expect(guideFor(TOOLS, { full: true, showsBlock: false })).not.toContain('context_meta');
    expect(guideFor(TOOLS)).not.toContain('context_meta');
  });
});
