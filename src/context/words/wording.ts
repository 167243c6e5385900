// What a prompt says to the model beside its own texts, as one interface with a file per language. Functions of numbers
// and names only; tags, file names, enum values and tool names are the same in every language.
import type { Settings } from '../../options.ts';
import type { Role } from '../../tree/transcript/transcript.ts';
import type { Pressure } from '../reminder/pressure.ts';
import type { ReminderLevel } from '../reminder/reminder.ts';
export { DETAIL_FOLDER, OVERVIEW_PATH } from './shown-paths.ts';

export interface ContextWording {
  /** The last line of `context_meta` (S003-31), firmer above half of the window (S003-65). */
  metaReminder(isPressing: boolean): string;
  readonly reminder: ReminderWording;
  /** For the system prompt; the same for a whole session (S003-36, 51, 57). */
  guide(facts: GuideFacts): string;
  /** Before the fenced snapshot of overview.md. */
  pinnedOverview(nonce: string): string;
  /** Before its present text at the tail, fenced likewise, when the snapshot further up is no longer current. */
  changedOverview(nonce: string): string;
  /** Before the system's own parts of it, where they alone have changed. */
  changedBlocks(nonce: string): string;
  /** In place of messages; both numbers included. `path`: the file that holds them. */
  folded(first: number, last: number, path: string | undefined): string;
  readonly stub: StubWording;
  /** When usage has entered a fuller band and the model decides what to do about it (S002-62). */
  askToCompact(pressure: Exclude<Pressure, 'normal'>, percent: number): string;
  /** Headings of a summary that no model wrote. */
  readonly summary: { readonly said: string; readonly names: string };
  readonly archive: ArchiveWording;
}

export interface GuideFacts {
  readonly autonomy: Settings['context']['autonomy'];
  /** Percent of the window from which the system compacts by itself. */
  readonly fallbackPercent: number;
}

/** What stands in place of a tool result. */
export interface StubWording {
  /** `path`: the file that holds the full text; without one it is in the transcript. */
  offloaded(tokens: number, path: string | undefined): string;
  /** Where the result is a page that `read` showed. */
  pageOffloaded(page: OffloadedPage): string;
  /** Before what is shown of it. */
  readonly excerpt: string;
  /** Between its first and its last lines. */
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
  /** Heading of the steps; the level speaks here. */
  steps(level: ReminderLevel): string;
  /** @param file for the finished tasks */
  plainSteps(file: string): readonly string[];
  /** @param folder for the finished tasks */
  commentSteps(folder: string): readonly string[];
  instruction(path: string): string;
  readonly nextRequest: string;
}

/** Headings, without hashes, in a file that the system puts texts away in; its title is what the overview's index shows. */
export interface ArchiveWording {
  /** Numbers as in `folded`; `date`: 2026-01-05. */
  conversation(first: number, last: number, date: string): string;
  message(number: number, role: Role): string;
  result(tool: string, tokens: number, date: string): string;
}
