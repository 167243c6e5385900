// Every sentence that a prompt adds to a conversation: one interface, one file per language. The functions take numbers
// and names only. Tags, file names, enum values and tool names are the same in every language.
import type { Role } from '../../tree/transcript/transcript.ts';
import type { SizedMedium } from '../media/medium.ts';
import type { Pressure } from '../reminder/pressure.ts';
import type { ReminderLevel } from '../reminder/reminder.ts';
export { DETAIL_FOLDER, OVERVIEW_PATH } from './shown-paths.ts';

export interface ContextWording {
  /** The last line of `context_meta`; firmer above half of the window. */
  metaReminder(isPressing: boolean): string;
  /** The meter in one line; both numbers with separators. */
  meter(used: string, window: string, percent: number): string;
  readonly reminder: ReminderWording;
  /** Before the fenced snapshot of overview.md. */
  pinnedOverview(nonce: string): string;
  /** The same, when the model's own write was not taken because others had changed the same lines. */
  refusedWrite(nonce: string): string;
  /** Before a fenced extract of hidden messages, where no overview comes before it. */
  hiddenExtract(nonce: string): string;
  /** Before its current text in the notes, fenced likewise, when the snapshot above is out of date. */
  changedOverview(nonce: string): string;
  /** Before the fenced lines of a recalled note. */
  readonly recalled: string;
  /** Whether the model can open the address of a text that is no file. */
  readonly opens: boolean;
  /** Before a recalled text of another conversation, or of a shared file that the model cannot open. */
  readonly elsewhere: { readonly conversation: string; readonly shared: string };
  /** First line of an overview that is shown in part, as it has more than `maxTokens`; with 0 nothing of it is shown. */
  overviewCut(maxTokens: number): string;
  /** Before the system's blocks of it, when they alone have changed. */
  changedBlocks(nonce: string): string;
  /** In place of hidden messages; both numbers included. `path`: the file with their full text. */
  folded(first: number, last: number, path: string | undefined): string;
  /** One stretch of a long hidden history: its messages, its days, and words that it has more of than the others. */
  /** @param file in which its first messages are */
  period(period: Period, file?: string): string;
  readonly stub: StubWording;
  /** In the place of a picture, a sound, a video or a file of the message with this number. */
  leftOut(medium: SizedMedium, message: number): string;
  /** In place of a message that was dropped or forgotten; the number is its place in the list, from 0. */
  dropped(message: number): string;
  /** When usage has entered a fuller band and the model decides what to do. */
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
  /** Days, where messages are dated: `2026-01-05`. */
  readonly days?: { readonly from: string; readonly to: string };
  /** Most telling first. */
  readonly topics: readonly string[];
}

/** In place of an offloaded tool result. */
export interface StubWording {
  /** `path`: what `read` opens for the full text. */
  offloaded(tokens: number, path: string): string;
  /** For a page that `read` returned. */
  pageOffloaded(page: OffloadedPage): string;
  /** Before the excerpt. */
  readonly excerpt: string;
  /** The answer to a call that was stopped. */
  readonly stopped: string;
  /** In the excerpt, between the first and the last lines. */
  gap(lines: number): string;
}

export interface OffloadedPage {
  readonly tokens: number;
  readonly path: string;
  /** Lines of the file, both included. */
  readonly first: number;
  readonly last: number;
  /** Lines to ask for instead. */
  readonly fewer: number;
}

export interface ReminderWording {
  /** One sentence. */
  rounds(rounds: number): string;
  /** One sentence. */
  percent(percent: number): string;
  /** What to do, in one sentence. */
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
  /** @param file for the finished tasks */
  plainSteps(file: string): readonly string[];
  /** @param folder for the finished tasks */
  commentSteps(folder: string): readonly string[];
  instruction(path: string): string;
  readonly nextRequest: string;
  /** The whole reminder in one line, for one that follows an unheeded one. */
  again(level: ReminderLevel, rounds: number, path: string): string;
  /** Names in the notes that nothing mentions any more, in one sentence. */
  stale(names: readonly string[]): string;
  /** Names that recur and are not in the notes, in one sentence. */
  missing(names: readonly string[]): string;
}

/** Headings, without hashes, of files with offloaded text; the overview's index shows the title. */
export interface ArchiveWording {
  /** Numbers as in `folded`; `date`: 2026-01-05. */
  conversation(first: number, last: number, date: string): string;
  /** `said`: `2026-01-05 14:03`, where it is known. */
  message(number: number, role: Role, said?: string): string;
  result(tool: string, tokens: number, date: string): string;
}
