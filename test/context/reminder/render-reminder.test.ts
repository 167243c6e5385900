import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextMeta } from '../../../src/context/reminder/meter.ts';
import { REMINDER_LEVELS } from '../../../src/context/reminder/reminder.ts';
import {
  type ReminderFacts,
  type ReminderFormat,
  renderReminder,
  withLapses,
  withReminder,
} from '../../../src/context/reminder/render-reminder.ts';
import { contextWording } from '../../support/messages/context-wording.ts';
import { withoutComments } from '../../../src/recall/sections.ts';

const FORMATS: readonly ReminderFormat[] = ['inline', 'plain', 'comment'];
const LOCALES = ['en', 'zh-CN'] as const;

const FACTS: ReminderFacts = {
  level: 'hint',
  rounds: 6,
  meta: contextMeta({ tokensUsed: 83_711, tokensMax: 128_000, messagesInHistory: 42, workingMemorySize: 102_410 }),
  date: '2026-01-05',
  overviewPath: 'working-memory/overview.md',
  detailPath: 'working-memory/detail/',
};

const render = (format: ReminderFormat, facts: Partial<ReminderFacts> = {}, locale: (typeof LOCALES)[number] = 'en') =>
  renderReminder(format, { ...FACTS, ...facts }, contextWording(locale));

describe.each(LOCALES)('a reminder, %s', (locale) => {
  it('has five comment lines in the inline form [S001-15, S001-16, S001-17, S001-18, S001-19]', () => {
    expect(render('inline', {}, locale).split('\n')).toEqual([
      '<!-- ⚠️ WORKING MEMORY REMINDER -->',
      expect.stringMatching(/^<!-- .*\b6\b.* -->$/),
      expect.stringMatching(/^<!-- .*\b65%.* -->$/),
      expect.stringMatching(/^<!-- .*detail\/.* -->$/),
      expect.stringMatching(/^<!-- .*write tool.*working-memory\/overview\.md -->$/),
    ]);
  });

  it('lists three numbers and four steps in the plain form [S001-23, S001-24, S001-25, S001-26, S001-27, S001-28, S001-29, S001-30, S001-31]', () => {
    const current = locale === 'en' ? /"Current task"/ : /“当前任务”/;
    expect(render('plain', {}, locale).split('\n')).toEqual([
      '⚠️ WORKING MEMORY UPDATE NEEDED',
      '',
      expect.stringMatching(/^- .*\b6\b/),
      expect.stringMatching(/^- .*\b65%$/),
      expect.stringMatching(/^- .*\b42\b/),
      '',
      expect.stringMatching(/[:：]$/),
      expect.stringMatching(/^1\. .*working-memory\/detail\/completed-2026-01-05\.md$/),
      expect.stringMatching(current),
      expect.stringMatching(/^3\. (Delete|删掉)/),
      expect.stringMatching(/^4\. (Keep recent decisions and .*key questions|.*近期决策.*关键问题)/),
      '',
      expect.stringMatching(/write tool.*working-memory\/overview\.md$/),
    ]);
  });

  it('is one comment with every number in the comment form [S001-40, S001-41, S001-42, S001-43, S001-44, S001-45, S001-46, S001-47, S001-48, S001-49]', () => {
    expect(render('comment', {}, locale).split('\n')).toEqual([
      '<!--',
      '⚠️ WORKING MEMORY UPDATE NEEDED',
      '',
      expect.stringMatching(/\b6\b/),
      expect.stringMatching(/[:：]$/),
      expect.stringMatching(/^- .*65% \(83711 \/ 128000\)$/),
      expect.stringMatching(/^- .*\b42\b/),
      expect.stringMatching(/^- .*\b100\.01 KB$/),
      '',
      expect.stringMatching(/[:：]$/),
      expect.stringMatching(/^1\. .*working-memory\/detail\/$/),
      expect.stringMatching(locale === 'en' ? /^2\. .*progress.*"Current task"/ : /^2\. .*“当前任务”.*进展/),
      expect.stringMatching(/^3\. (Delete.*decisions|删掉.*近期决策)/),
      expect.stringMatching(/^4\. .*detail\/$/),
      '',
      expect.stringMatching(/write tool.*working-memory\/overview\.md$/),
      expect.stringMatching(/next request|下一次请求/),
      '-->',
    ]);
  });

  it.each(FORMATS)('says by its level how much it matters, in the same lines: %s', (format) => {
    const texts = REMINDER_LEVELS.map((level) => render(format, { level }, locale).split('\n'));
    expect(new Set(texts.map((lines) => lines.length)).size).toBe(1);
    expect(new Set(texts.map((lines) => lines.join('\n'))).size).toBe(3);
    const [hint = [], firm = [], pause = []] = texts;
    const changed = (lines: readonly string[]) => lines.filter((line, index) => line !== hint[index]);
    expect(changed(firm)).toHaveLength(1);
    expect(changed(firm)[0]).toMatch(/before you continue|继续/);
    expect(changed(pause)).toHaveLength(1);
    expect(changed(pause)[0]).toMatch(/Stop|停下/);
  });

  it('shows other numbers where there are others, also large and small ones', () => {
    const meta = contextMeta({ tokensUsed: 1, tokensMax: 100_000_000, messagesInHistory: 0, workingMemorySize: 0 });
    const text = render('comment', { meta, rounds: 1 }, locale);
    expect(text).toMatch(/0% \(1 \/ 100000000\)/);
    expect(text).toContain('0.00 KB');
    const full = contextMeta({ tokensUsed: 140_800, tokensMax: 128_000, messagesInHistory: 7, workingMemorySize: 1 });
    expect(render('inline', { meta: full }, locale)).toContain('110%');
    expect(render('plain', { meta: full }, locale)).toContain('110%');
  });
});

describe('a reminder in comments', () => {
  // Pieces that end or open an HTML comment, or begin a line of their own.
  const piece = fc.constantFrom(
    '-->',
    '--!>',
    '<!--',
    '--',
    '-',
    '>',
    '!',
    '\n',
    '\r\n',
    '\u2028',
    'detail/',
    'a',
    '文',
  );
  const path = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

  it('cannot be closed by a path of the app’s own choice', () => {
    fc.assert(
      fc.property(path, path, fc.constantFrom(...LOCALES), (overviewPath, detailPath, locale) => {
        const text = render('comment', { overviewPath, detailPath }, locale);
        expect(text.match(/--!?>/g)).toEqual(['-->']);
        expect(text.match(/<!--/g)).toEqual(['<!--']);
        expect(text.endsWith('-->')).toBe(true);
        expect(withoutComments(text).trim()).toBe('');

        const lines = render('inline', { overviewPath, detailPath }, locale).split('\n');
        expect(lines).toHaveLength(5);
        for (const line of lines) {
          expect(line).toMatch(/^<!-- .* -->$/);
          expect(line.match(/--!?>/g)).toEqual(['-->']);
          expect(line.match(/<!--/g)).toEqual(['<!--']);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('still names the path', () => {
    expect(render('comment', { overviewPath: 'notes/--> over.md' })).toContain('notes/--&gt; over.md\n');
  });
});

describe('content with a reminder', () => {
  it('is the content, a blank line and the reminder; without one it is the content itself [S001-14, S001-86]', () => {
    const text = render('comment');
    expect(withReminder('# Notes', text)).toBe(`# Notes\n\n${text}`);
    expect(withReminder('# Notes', undefined)).toBe('# Notes');
  });
});

it('what the names in the notes tell stands in lines of its own behind a comment, and in the line of a short one', () => {
  const { reminder } = contextWording('en');
  const lapses = { stale: ['src/`a`.ts', 'INV-7'], missing: ['b.ts'] };
  const [stale, missing] = [reminder.stale(['`src/a.ts`', '`INV-7`']), reminder.missing(['`b.ts`'])];
  expect(withLapses('<!--\nWrite.\n-->', lapses, reminder)).toBe(`<!--\nWrite.\n-->\n${stale}\n${missing}`);
  expect(withLapses('Write.', lapses, reminder)).toBe(`Write. ${stale} ${missing}`);
  expect(withLapses('Write.', { stale: [], missing: ['b.ts'] }, reminder)).toBe(`Write. ${missing}`);
  expect(withLapses('Write.', { ...lapses, missing: [] }, reminder)).toBe(`Write. ${stale}`);
  expect(withLapses('Write.', { stale: [], missing: [] }, reminder)).toBe('Write.');
});
