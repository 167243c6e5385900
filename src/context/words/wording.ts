// Every sentence that a prompt adds to a conversation: one interface, one file per language. The functions take numbers
// and names only. Tags, file names, enum values and tool names are the same in every language.
import type { Role } from '../../tree/transcript/transcript.ts';
import type { SizedMedium } from '../media/medium.ts';
import type { Pressure } from '../reminder/pressure.ts';
import type { ReminderLevel } from '../reminder/reminder.ts';
export { DETAIL_FOLDER, OVERVIEW_PATH } from './shown-paths.ts';

export interface ContextWording {
  /** Last line of `context_meta`; firmer above half of the window. */
  metaReminder(isPressing: boolean): string;
  /** Writes the meter in one line; both numbers with separators. */
  meter(used: string, window: string, percent: number): string;
  readonly reminder: ReminderWording;
  /** Sentence before the fenced snapshot of overview.md. */
  pinnedOverview(nonce: string): string;
  /** Sentence before it when the model's own write was not taken because others had changed the same lines. */
  refusedWrite(nonce: string): string;
  /** Sentence before a fenced extract of hidden messages, where no overview comes before it. */
  hiddenExtract(nonce: string): string;
  /**
   * Sentence before the current text of overview.md in the notes, fenced likewise, when the snapshot above is out of
   * date.
   */
  changedOverview(nonce: string): string;
  /** Sentence before the fenced lines of a recalled note. */
  readonly recalled: string;
  /** Whether the model can open the address of a text that is no file. */
  readonly opens: boolean;
  /** Origin of a recalled text: another conversation, or a shared file that the model cannot open. */
  readonly elsewhere: { readonly conversation: string; readonly shared: string };
  /**
   * First line of an overview that is shown in part, as it has more than `maxTokens`; with 0 nothing of it is shown.
   */
  overviewCut(maxTokens: number): string;
  /** Sentence before the system's blocks of overview.md, when they alone have changed. */
  changedBlocks(nonce: string): string;
  /** Notice in place of hidden messages; both numbers included. `path`: the file with their full text. */
  folded(first: number, last: number, path: string | undefined): string;
  /**
   * Line about one stretch of a long hidden history: its messages, its days, and words more frequent in it than
   * elsewhere.
   * @param file path of the file in which its messages begin
   */
  period(period: Period, file?: string): string;
  readonly stub: StubWording;
  /** Notice in the place of a picture, a sound, a video or a file of the message with this number. */
  leftOut(medium: SizedMedium, message: number): string;
  /** Notice in place of a message that was dropped or forgotten; the number is its place in the list, from 0. */
  dropped(message: number): string;
  /** Question to the model when usage has entered a fuller band and the model decides what to do. */
  askToCompact(pressure: Exclude<Pressure, 'normal'>, percent: number): string;
  /** Headings of a summary that no model wrote. */
  readonly summary: { readonly said: string; readonly names: string };
  readonly archive: ArchiveWording;
}

/** A stretch of a long hidden history. */
export interface Period {
  /** Indexes of its first and last message. */
  readonly first: number;
  readonly last: number;
  /** First and last day, where messages are dated: `2026-01-05`. */
  readonly days?: { readonly from: string; readonly to: string };
  /** Topics, most telling first. */
  readonly topics: readonly string[];
}

/** Words in place of an offloaded tool result. */
export interface StubWording {
  /** Notice of an offloaded result. `path`: the address that `read` opens for the full text. */
  offloaded(tokens: number, path: string): string;
  /** Notice of an offloaded page that `read` returned. */
  pageOffloaded(page: OffloadedPage): string;
  /** Line before the excerpt. */
  readonly excerpt: string;
  /** Answer to a call that was stopped. */
  readonly stopped: string;
  /** Mark between the first and the last lines of the excerpt. */
  gap(lines: number): string;
}

export interface OffloadedPage {
  readonly tokens: number;
  readonly path: string;
  /** Lines of the file, both included. */
  readonly first: number;
  readonly last: number;
  /** Number of lines to ask for instead. */
  readonly fewer: number;
}

export interface ReminderWording {
  /** Says in one sentence for how many rounds the notes were not updated. */
  rounds(rounds: number): string;
  /** Says in one sentence how full the window is. */
  percent(percent: number): string;
  /** Says in one sentence what to do. */
  advice(level: ReminderLevel, folder: string): string;
  readonly contextState: string;
  readonly list: {
    rounds(rounds: number): string;
    tokens(shown: string): string;
    messages(count: number): string;
    size(kilobytes: string): string;
  };
  /** Heading of the steps; it expresses the level. */
  steps(level: ReminderLevel): string;
  /** Lists the steps of the format `plain`. @param file path for the finished tasks */
  plainSteps(file: string): readonly string[];
  /** Lists the steps of the format `comment`. @param folder path of the folder for the finished tasks */
  commentSteps(folder: string): readonly string[];
  instruction(path: string): string;
  readonly nextRequest: string;
  /** Whole reminder in one line, after one that was not heeded. */
  again(level: ReminderLevel, rounds: number, path: string): string;
  /** Sentence about names in the notes that nothing mentions any more. */
  stale(names: readonly string[]): string;
  /** Sentence about names that recur and are not in the notes. */
  missing(names: readonly string[]): string;
}

/** Headings, without hashes, of files with offloaded text; the overview's index shows the title. */
export interface ArchiveWording {
  /** Heading of an archived conversation. Numbers as in `folded`; `date`: 2026-01-05. */
  conversation(first: number, last: number, date: string): string;
  /** Heading of a message. `said`: `2026-01-05 14:03`, where it is known. */
  message(number: number, role: Role, said?: string): string;
  result(tool: string, tokens: number, date: string): string;
}
