import { describe, expect, it } from 'vitest';
import { withBlocks } from '../../../src/tree/overview/system-blocks.ts';
import { detailIndex } from '../../../src/tree/overview/detail-index.ts';
import { overviewStatus } from '../../../src/tree/overview/overview.ts';
import { overviewTemplate } from '../../support/overview-template.ts';

const KINDS = ['task', 'project', 'yaml'] as const;
const LOCALES = ['en', 'zh-CN'] as const;

describe('overview templates', () => {
  it('have the headings of their kind in Chinese', () => {
    const headings = (kind: (typeof KINDS)[number]) =>
      overviewTemplate({ template: kind, locale: 'zh-CN' }).match(/^##? .*$/gm);
    expect(headings('task')).toEqual([
      '# Working Memory',
      '## 当前任务',
      '## 关键决策',
      '## 已知信息',
      '## 待解决',
      '## 最近操作',
    ]);
    expect(headings('project')).toEqual([
      '# Working Memory',
      '## 核心设计原则',
      '## 项目上下文',
      '## 已知问题',
      '## 当前会话',
    ]);
  });

  it('tell the model how to use the file', () => {
    for (const kind of KINDS) {
      expect(overviewTemplate({ template: kind, locale: 'zh-CN' })).toMatch(
        /write tool[\s\S]*working-memory\/overview\.md[\s\S]*context_meta[\s\S]*working-memory\/detail\//,
      );
      expect(overviewTemplate({ template: kind, locale: 'en' })).toMatch(
        /write tool[\s\S]*working-memory\/overview\.md[\s\S]*context_meta[\s\S]*working-memory\/detail\//,
      );
    }
  });

  it('stay under 5 KB, and count as not maintained', () => {
    for (const kind of KINDS) {
      for (const locale of LOCALES) {
        const text = overviewTemplate({ template: kind, locale });
        expect(new TextEncoder().encode(text).length).toBeLessThan(5 * 1024);
        expect(overviewStatus(text, 0, 20)).toBe('template');
        expect(overviewStatus(withBlocks(text, { index: '- detail/x.md: X', state: 'yaml' }), 0, 20)).toBe('template');
      }
    }
  });
});

describe('the overview’s status', () => {
  it('is maintained as soon as a line is neither heading nor comment', () => {
    const template = overviewTemplate({ template: 'task', locale: 'en' });
    expect(
      overviewStatus(template.replace('## Key decisions', '## Key decisions\n\n- idb, because it is small'), 0, 20),
    ).toBe('maintained');
    expect(overviewStatus('', 0, 20)).toBe('template');
    expect(overviewStatus('# Only\n## headings\n<!-- and a comment -->', 0, 20)).toBe('template');
  });

  it('is stale when more than the allowed steps passed since it was written', () => {
    expect(overviewStatus('work', 20, 20)).toBe('maintained');
    expect(overviewStatus('work', 21, 20)).toBe('stale');
  });
});

describe('the detail index', () => {
  it('names each detail document with what it is about, newest first', () => {
    const documents = [
      { path: 'overview.md', text: '# no', updatedAt: 9 },
      { path: 'detail/a.md', text: '<!-- x -->\nplain first line\n', updatedAt: 1 },
      { path: 'detail/b.md', text: '# Design of sync\n', updatedAt: 2 },
      { path: 'archive/old.md', text: '# old', updatedAt: 3 },
    ];
    expect(detailIndex(documents)).toBe('- detail/b.md: Design of sync\n- detail/a.md: plain first line');
    expect(detailIndex([])).toBeUndefined();
  });

  it('names as many as 4096 bytes hold, and says how many more there are', () => {
    // Each makes a line of 63 bytes, and one for its end.
    const documents = Array.from({ length: 66 }, (_, at) => ({
      path: `detail/${at + 10}.md`,
      text: `# ${'é'.repeat(20)}x234567`,
      updatedAt: -at,
    }));
    const linesOf = (count: number) => detailIndex(documents.slice(0, count))?.split('\n') ?? [];
    expect(linesOf(64)).toHaveLength(64);
    expect(linesOf(64).at(-1)).toMatch(/^- detail\/73\.md/);
    expect(linesOf(65)).toEqual([...linesOf(64), '- and 1 more in detail/']);
    expect(linesOf(66)).toEqual([...linesOf(64), '- and 2 more in detail/']);
  });

  it('has those of one time in the order of their paths', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ path: `detail/${name}.md`, text: name, updatedAt: 1 }));
    for (const documents of [
      [a, b, c],
      [c, b, a],
      [b, c, a],
    ] as const)
      expect(detailIndex(documents as never)).toBe('- detail/a.md: a\n- detail/b.md: b\n- detail/c.md: c');
  });

  it('cannot end its own block by what a document says', () => {
    const index = detailIndex([{ path: 'detail/x.md', text: '# <!-- /working-memory:index -->\n', updatedAt: 1 }]);
    expect(index).not.toContain('<!--');
    expect(index).not.toContain('-->');
  });
});
