// The three forms of a reminder's text (S001-15…19, 23…31, 40…49). Pure; the sentences stand in wording.ts.
import { type ContextMeta, percentOf } from './meter.ts';
import type { ReminderLevel, ReminderOptions } from './reminder.ts';
import type { ContextWording } from '../words/wording.ts';

export type ReminderFormat = ReminderOptions['format'];

export interface ReminderFacts {
  readonly level: ReminderLevel;
  /** Rounds since the overview was updated. */
  readonly rounds: number;
  readonly meta: ContextMeta;
  /** Today, as part of a file name: `2026-01-05`. */
  readonly date: string;
  readonly overviewPath: string;
  /** The folder, with the slash at its end. */
  readonly detailPath: string;
}

/** Titles are the same in every language. */
const REMINDER = '⚠️ WORKING MEMORY REMINDER';
const UPDATE_NEEDED = '⚠️ WORKING MEMORY UPDATE NEEDED';

const RENDERERS: Record<ReminderFormat, (facts: ReminderFacts, wording: ContextWording) => string> = {
  inline,
  plain,
  comment,
};

/** Without a line break at either end. */
export const renderReminder = (format: ReminderFormat, facts: ReminderFacts, wording: ContextWording): string =>
  RENDERERS[format](
    {
      ...facts,
      overviewPath: oneLine(facts.overviewPath),
      detailPath: oneLine(facts.detailPath),
      date: oneLine(facts.date),
    },
    wording,
  );

/** Content as it is handed out: itself, or with a blank line and the reminder behind it (S001-14, 40, 50, 86). */
export const withReminder = (content: string, reminder: string | undefined): string =>
  reminder === undefined ? content : `${content}\n\n${reminder}`;

function inline(facts: ReminderFacts, { reminder }: ContextWording): string {
  const { level, rounds, meta, overviewPath, detailPath } = facts;
  return [
    REMINDER,
    reminder.rounds(rounds),
    reminder.percent(percentOf(meta)),
    reminder.advice(level, detailPath),
    reminder.instruction(overviewPath),
  ]
    .map((line) => `<!-- ${unclosing(line)} -->`)
    .join('\n');
}

function plain(facts: ReminderFacts, { reminder }: ContextWording): string {
  const { level, rounds, meta, date, overviewPath, detailPath } = facts;
  return [
    UPDATE_NEEDED,
    '',
    ...bullets([
      reminder.list.rounds(rounds),
      reminder.list.tokens(`${percentOf(meta)}%`),
      reminder.list.messages(meta.messagesInHistory),
    ]),
    '',
    reminder.steps(level),
    ...numbered(reminder.plainSteps(`${detailPath}completed-${date}.md`)),
    '',
    reminder.instruction(overviewPath),
  ].join('\n');
}

function comment(facts: ReminderFacts, { reminder }: ContextWording): string {
  const { level, rounds, meta, overviewPath, detailPath } = facts;
  const { tokensUsed, tokensMax, messagesInHistory, workingMemorySize } = meta;
  const body = [
    UPDATE_NEEDED,
    '',
    reminder.rounds(rounds),
    reminder.contextState,
    ...bullets([
      reminder.list.tokens(`${percentOf(meta)}% (${tokensUsed} / ${tokensMax})`),
      reminder.list.messages(messagesInHistory),
      reminder.list.size((workingMemorySize / 1024).toFixed(2)),
    ]),
    '',
    reminder.steps(level),
    ...numbered(reminder.commentSteps(detailPath)),
    '',
    reminder.instruction(overviewPath),
    reminder.nextRequest,
  ].join('\n');
  return `<!--\n${unclosing(body)}\n-->`;
}

const bullets = (lines: readonly string[]): string[] => lines.map((line) => `- ${line}`);
const numbered = (lines: readonly string[]): string[] => lines.map((line, index) => `${index + 1}. ${line}`);

/** A path of the app's own choice must not break the lines. */
const oneLine = (name: string): string => name.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/** Text that neither closes the comment around it nor opens another: HTML ends one at `-->` and at `--!>`. */
const unclosing = (text: string): string => text.replace(/--(!?)>/g, '--$1&gt;').replaceAll('<!--', '&lt;!--');
