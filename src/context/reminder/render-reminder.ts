// The three formats of a reminder. Pure; the sentences are in words/.
// Lines and their order are those of the source (S001-15…49 in docs/requirements.md).
import { type ContextMeta, percentOf } from './meter.ts';
import type { ReminderLevel, ReminderOptions } from './reminder.ts';
import type { Lapses } from '../reading/lapses.ts';
import type { ContextWording } from '../words/wording.ts';

export type ReminderFormat = ReminderOptions['format'];

export interface ReminderFacts {
  readonly level: ReminderLevel;
  /** Rounds since the overview was updated. */
  readonly rounds: number;
  readonly meta: ContextMeta;
  /** Today's date for the name of a file: `2026-01-05`. */
  readonly date: string;
  readonly overviewPath: string;
  /** Path of the folder, with the slash at its end. */
  readonly detailPath: string;
}

/** The titles are fixed strings of the source documents, the same in every language. */
const REMINDER = '⚠️ WORKING MEMORY REMINDER';
const UPDATE_NEEDED = '⚠️ WORKING MEMORY UPDATE NEEDED';

const RENDERERS: Record<ReminderFormat, (facts: ReminderFacts, wording: ContextWording) => string> = {
  inline,
  plain,
  comment,
};

/** Renders a reminder without a line break at either end. */
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

/** Adds what the names in the notes tell, in a sentence of its own for each kind. */
export function withLapses(reminder: string, { stale, missing }: Lapses, words: ContextWording['reminder']): string {
  const told = [
    ...(stale.length > 0 ? [words.stale(quoted(stale))] : []),
    ...(missing.length > 0 ? [words.missing(quoted(missing))] : []),
  ];
  // A comment of several lines ends before them; one line stays one.
  return [reminder, ...told].join(reminder.includes('\n') ? '\n' : ' ');
}

/** Formats names as code, so that none reads as a word of the sentence. */
const quoted = (names: readonly string[]): string[] => names.map((name) => `\`${oneLine(name).replaceAll('`', '')}\``);

/** Returns the content, followed by a blank line and the reminder, if there is one. */
export const withReminder = (content: string, reminder: string | undefined): string =>
  reminder === undefined ? content : `${content}\n\n${reminder}`;

/** Renders one comment per line: a reader that works by lines never meets half of a comment. */
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

/** Renders plain text. It is no comment, so nothing has to be escaped but the app's paths. */
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

/** Renders one comment around all lines, with the numbers of the meter. Sizes in KiB. */
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

/** Keeps a path, which the app chooses, from breaking the line. */
const oneLine = (name: string): string => name.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/** Keeps text from closing the comment around it or opening another; HTML ends a comment at `-->` and at `--!>`. */
const unclosing = (text: string): string => text.replace(/--(!?)>/g, '--$1&gt;').replaceAll('<!--', '&lt;!--');
