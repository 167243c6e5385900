// Spacing of all Chinese texts of page, inspector and model: one space beside Latin letters and digits.
import { describe, expect, it } from 'vitest';
import { EDITION as WEEK } from '../../demo/story/week/week-zh.ts';
import { frontZh } from '../../demo/words/zh-front.ts';
import { meaning } from '../../demo/words/zh-meaning.ts';
import { zh as page } from '../../demo/words/zh.ts';
import { EDITION as RELEASE } from '../../demo/story/zh/edition.ts';
import { zh as inspector } from '../../src/inspector/words/zh.ts';
import { openFixed } from '../support/fixed-memory.ts';
import { oddSpaces } from '../support/texts/chinese-spaces.ts';

/** All texts of a table; functions are called with numbers. What is no text of a person, such as a pattern, has none. */
function textsOf(table: unknown): string[] {
  if (typeof table === 'string') return [table];
  if (typeof table === 'function') return [String((table as (...values: number[]) => unknown)(1, 2, 3, 4, 5))];
  if (typeof table !== 'object' || table === null || table instanceof RegExp) return [];
  return Object.values(table).flatMap(textsOf);
}

const oddIn = (texts: readonly string[]): string[] => texts.flatMap(oddSpaces);

describe('the rule itself', () => {
  it.each(['超过百分之 2.5就回滚', '03:10之间', '用read 打开', '已用 60%的窗口', '在 5月8日发布', '共3 条'])(
    'sees %s',
    (text) => {
      expect(oddSpaces(text)).not.toEqual([]);
    },
  );

  it.each([
    '超过百分之 2.5 就回滚',
    '5月8日发布',
    '用 read 打开。',
    '已用 60%。',
    '（overview.md）：共 3 条',
    '用 a、b 或 c 查看',
  ])('lets %s be', (text) => {
    expect(oddSpaces(text)).toEqual([]);
  });
});

describe('the spaces beside Chinese', () => {
  it('are alike in the page and the inspector', () => {
    // Here a word stands where the test put a number.
    const said = textsOf({ page, frontZh, meaning, inspector }).map((text) => text.replace('按2排序', '按词语排序'));
    expect(said.length).toBeGreaterThan(400);
    expect(oddIn(said)).toEqual([]);
  });

  it('are alike in what is said in the stories, with the facts in it', () => {
    const { checks, tickets, clauses, facts, days, title, system, tools, found } = WEEK;
    const answers = facts.map(({ reply, truth }) => reply.replace('{fact}', truth));
    const draw = (most: number): number => most - 1;
    const asked = days.flatMap((day) => [0, 1, 2].map((variant) => checks(day, 'tiles', variant)));
    const material = [tickets('tiles', draw), clauses('tiles', draw)];
    const said = facts.map(({ planted, other, noted, question }) => ({ planted, other, noted, question }));
    expect(oddIn([...textsOf({ said, days, title, system, tools, found }), ...answers, ...asked, ...material])).toEqual(
      [],
    );
    expect(oddIn(RELEASE.scenes.map(({ user }) => user))).toEqual([]);
  });

  it.each(['minimal', 'standard', 'all'] as const)(
    'are alike in what a model is given with the tools %s',
    async (set) => {
      const memory = await openFixed({ locale: 'zh-CN' });
      const tools = (await memory.tools({ set })).map(({ description, inputSchema }) => ({ description, inputSchema }));
      const guides = [await memory.context.guide({ set }), await memory.context.guide({ set, full: true })];
      const { text } = await memory.files.read('overview.md');
      expect(oddIn([...textsOf(tools), ...guides, text])).toEqual([]);
      await memory.close();
    },
  );
});
