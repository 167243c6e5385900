import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { missingEnd, sections } from '../../../src/recall/sections.ts';
import { overviewTemplate } from '../../support/overview-template.ts';
import { withSection } from '../../../src/tree/overview/section.ts';
import { freeText, readBlocks, withBlocks } from '../../../src/tree/overview/system-blocks.ts';

const OVERVIEW = '# Mine\n\n## Task\n\n- ship\n\n### Steps\n\n- one\n\n## Decisions\n\n- idb\n';

/** The text after the change, or why there is none. */
const after = (overview: string, name: string, body: string): string => {
  const change = withSection(overview, name, body);
  return 'text' in change ? change.text : change.outcome;
};

describe('writing one section', () => {
  it('replaces its text with all that is below it, and nothing else', () => {
    expect(withSection(OVERVIEW, 'Task', '- rest')).toEqual({
      outcome: 'replaced',
      heading: 'Task',
      text: '# Mine\n\n## Task\n- rest\n\n## Decisions\n\n- idb\n',
      sections: ['Task', 'Decisions'],
    });
    expect(after(OVERVIEW, 'Steps', '- two')).toBe(OVERVIEW.replace('\n- one', '- two'));
  });

  it.each(['task', ' TASK ', '## Task', 'Task:', 'ta_sk', 'Ｔａｓｋ'])(
    'finds the heading under the name %j',
    (name) => {
      expect(after(OVERVIEW, name, '- rest')).toContain('## Task\n- rest\n');
    },
  );

  it('takes the same letters for the heading before those that only look alike', () => {
    expect(after('## Go To\n\n1\n\n## goto\n\n2\n', 'goto', '3')).toBe('## Go To\n\n1\n\n## goto\n3\n');
  });

  it('takes the section that stands highest of several with one name', () => {
    expect(after('## A\n\n### Status\n\n1\n\n## Status\n\n2\n', 'status', '3')).toBe(
      '## A\n\n### Status\n\n1\n\n## Status\n3\n',
    );
  });

  it('adds a section of a new name at the end, before the blocks of the system', () => {
    expect(withSection(OVERVIEW, 'Open questions', 'why?')).toMatchObject({
      outcome: 'added',
      text: `${OVERVIEW}\n## Open questions\nwhy?\n`,
      sections: ['Task', 'Steps', 'Decisions', 'Open questions'],
    });
    const kept = withBlocks(OVERVIEW, { index: '- detail/a.md: A', compaction: 's' });
    const noted = withBlocks(after(kept, 'New', 'x'), readBlocks(kept));
    expect(noted).toBe(withBlocks(`${OVERVIEW}\n## New\nx\n`, readBlocks(kept)));
    expect(after('', 'First', 'x')).toBe('## First\nx\n');
    expect(after('# A\n\n# B\n', 'C', 'x')).toBe('# A\n\n# B\n\n# C\nx\n');
  });

  it('removes a section whose new text is empty, and says when there is none', () => {
    expect(withSection(OVERVIEW, 'task', ' \n')).toMatchObject({
      outcome: 'removed',
      text: '# Mine\n\n## Decisions\n\n- idb\n',
      sections: ['Decisions'],
    });
    expect(withSection(OVERVIEW, 'Tusk', '')).toEqual({
      outcome: 'unknown',
      heading: 'Tusk',
      sections: ['Task', 'Steps', 'Decisions'],
    });
  });

  it('replaces under the title only what stands before the first section', () => {
    expect(after(OVERVIEW, 'Mine', 'hello\n# New\nworld')).toBe(
      OVERVIEW.replace('# Mine\n', '# Mine\nhello\n**New**\nworld\n'),
    );
  });

  it('fills the sections of every template', () => {
    const template = overviewTemplate({ template: 'task', locale: 'zh-CN' });
    const noted = after(template, '当前任务', '- 发布');
    expect(noted).toContain('## 当前任务\n- 发布\n\n## 关键决策\n');
    expect(noted.length).toBeLessThan(template.length);
  });

  it.each(['', ' ', '##', '_', '<!-- -->', 'x'.repeat(101)])('knows that %j is no heading', (name) => {
    expect(withSection(OVERVIEW, name, 'x')).toMatchObject({ outcome: 'no-heading' });
  });

  it('makes one line of a heading', () => {
    expect(after('', 'A\n## B <!--', 'x')).toBe('## A ## B\nx\n');
    expect(after('', 'C#', 'x')).toBe('## C#\nx\n');
  });
});

describe('the new text of a section', () => {
  it('may repeat its heading', () => {
    expect(after(OVERVIEW, 'Task', '## Task\n\n- rest\n')).toContain('## Task\n- rest\n\n## Decisions');
  });

  it('keeps its headings below the one of the section', () => {
    expect(after('## A\n\n## B\n', 'A', '# x\n\n1\n\n### y\n')).toBe('## A\n### x\n\n1\n\n##### y\n\n## B\n');
    expect(after('###### A\n\n###### B\n', 'A', 'a\n## x ##\n')).toBe('###### A\na\n**x**\n\n###### B\n');
    // Those that are below it stay as they are.
    for (const deep of ['### x\n\n1\n\n#### y', '#### x\n\n### y', '1\n###### x'])
      expect(after('## A\n\n## B\n', 'A', `${deep}\n`)).toBe(`## A\n${deep}\n\n## B\n`);
  });

  it('takes no heading in a code fence or comment for one', () => {
    const text = '## A\n\n```\n## B\n```\n\n<!--\n## C\n-->\n\n## D\n\nd\n';
    expect(withSection(text, 'B', 'x')).toMatchObject({ outcome: 'added' });
    expect(after(text, 'A', '```sh\n# not\n```')).toBe('## A\n```sh\n# not\n```\n\n## D\n\nd\n');
  });

  it('ends what it opens, so that no later section is swallowed', () => {
    expect(after('## A\n\n## B\n', 'A', '~~~~\ncode')).toBe('## A\n~~~~\ncode\n~~~~\n\n## B\n');
    expect(after('## A\n\n## B\n', 'A', 'see <!-- this')).toBe('## A\nsee <!-- this\n-->\n\n## B\n');
    expect(after('## A\n\n```\ncode', 'B', 'x')).toBe('## A\n\n```\ncode\n```\n\n## B\nx\n');
  });

  it('holds no block of the system, and drops none', () => {
    const kept = withBlocks('## A\n\na\n\n', { index: '## no heading' }).concat('\n## B\n\nb\n');
    const forged = 'x\n<!-- working-memory:index -->\nforged\n<!-- /working-memory:index -->\ny';
    const noted = withBlocks(after(kept, 'A', forged), readBlocks(kept));
    expect(readBlocks(noted)).toEqual(readBlocks(kept));
    expect(noted).toMatch(/^## A\nx\ny\n\n<!-- working-memory:index .*\n## no heading\n.*\n\n## B\n\nb\n$/);
    expect(withSection(kept, 'no heading', '')).toMatchObject({ outcome: 'unknown' });
  });
});

describe('whatever stands in the file and whatever is written', () => {
  const line = fc.oneof(
    fc.constantFrom(
      '# Title',
      '## A',
      '### a',
      '## B ##',
      '###### C',
      '```',
      '~~~',
      '<!--',
      '-->',
      '- item',
      '',
      '<!-- working-memory:index (kept by the system) -->',
      '<!-- /working-memory:index -->',
    ),
    fc.string({ maxLength: 12 }),
  );
  const markdown = fc.array(line, { maxLength: 14 }).map((lines) => lines.join('\n').replaceAll(/[\0\r]/g, ''));
  const name = fc.constantFrom('A', 'b', 'C', 'Title', 'New');
  /** Headings with their own text, without the new one. */
  const others = (text: string): string[] =>
    sections(text)
      .filter((section) => section.level > 0 && section.heading !== 'Newest')
      .map(({ level, heading: of, body, end }) => `${level} ${of} ${text.slice(body, end).trim()}`);

  it('a second write leaves nothing of the first', () => {
    fc.assert(
      fc.property(markdown, name, markdown, (overview, section, first) => {
        const once = after(overview, section, 'second');
        const noted = withSection(overview, section, first);
        if (noted.outcome !== 'replaced') return;
        expect(after(noted.text, section, 'second')).toBe(once);
      }),
    );
  });

  it('a new section leaves all others as they are, and can be removed again', () => {
    fc.assert(
      fc.property(markdown, markdown, (overview, body) => {
        const noted = withSection(overview, 'Newest', `text\n${body}`);
        if (!('text' in noted)) throw new Error(noted.outcome);
        expect(noted.outcome).toBe('added');
        const whole = freeText(overview).trimEnd();
        // Where the marker of a block ends a comment of the model, the two readings differ.
        fc.pre(missingEnd(whole) === missingEnd(overview));
        const before = others(`${whole}\n${missingEnd(whole)}`);
        expect(others(freeText(after(noted.text, 'newest', '')))).toEqual(before);
        expect(others(freeText(noted.text)).slice(0, before.length)).toEqual(before);
        expect(sections(noted.text).filter(({ heading }) => heading === 'Newest')).toHaveLength(1);
      }),
    );
  });
});
