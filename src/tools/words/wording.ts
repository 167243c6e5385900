// Words of the tools to a model, as one interface with a file per language. Names of fields and files stay the same.
import type { WorkingMemoryError } from '../../errors.ts';
import type { ForgetWarning } from '../../items/forgetting/warning.ts';
import type { InputFields } from '../input/input-field.ts';
import type { Problem } from '../input/read-input.ts';
import type { SectionChange } from '../../tree/overview/section.ts';

/** Purpose of a tool and the meaning of each of its fields. */
type Described<Names extends string> = { readonly [Name in 'purpose' | Names]: string };

export interface Wording {
  readonly note: Described<'section' | 'text'>;
  readonly read: Described<'path' | 'fromLine' | 'fromCharacter' | 'lines'>;
  readonly write: Described<'path' | 'content' | 'baseRevision' | 'force'>;
  readonly edit: Described<'path' | 'find' | 'replace'>;
  readonly list: Described<'folder'>;
  readonly search: Described<'query' | 'scope' | 'limit'>;
  readonly memorize: Described<'text' | 'importance' | 'tags' | 'replaces' | 'shared'>;
  /** `everywhere`: its purpose where there is no `search`, or where it looks in the whole workspace. */
  readonly recall: Described<'everywhere' | 'query' | 'limit' | 'tags'>;
  readonly forget: Described<'ids' | 'tags' | 'instruction' | 'belowImportance' | 'olderThanHours' | 'erase'>;
  readonly compactHistory: Described<'target' | 'strategy' | 'keep_recent' | 'archive_to'>;
  readonly say: Phrases;
}

export interface WrittenFile {
  readonly path: string;
  readonly revision: number;
  readonly bytes: number;
  /** Share of the room for notes that overview.md takes, in percent. */
  readonly percent: number | undefined;
}

/** Outcome for a section of overview.md. */
export interface Noted extends Pick<SectionChange, 'heading' | 'sections'>, Omit<WrittenFile, 'path'> {
  readonly outcome: 'replaced' | 'added' | 'removed';
}

export interface Memorized {
  /** Whether the text was known, so that its item became the newest. */
  readonly isRefreshed: boolean;
  /** Ids of the items that it replaced. */
  readonly replaced: readonly string[];
  /** Number of items that left memory. */
  readonly left: number;
}

/** Outcome of a compaction, as far as a model can use it. */
export interface Compacted {
  /** Numbers of messages, the last one included; in order, without a gap between neighbours. */
  readonly hidden: readonly { readonly first: number; readonly last: number }[];
  /** Tool results that became stubs. */
  readonly stubs: number;
  readonly kept: { readonly messages: number; readonly turns: number; readonly callGroups: number };
  /** Tokens of the whole request. */
  readonly tokens: { readonly before: number; readonly after: number };
  /** Files with the full text; empty when that is in the transcript alone. */
  readonly files: readonly string[];
  readonly syncRequired: boolean;
  readonly receipt: string | undefined;
  /** Names that are out of sight now; there may be more of them. */
  readonly atRisk: readonly string[];
}

export interface Phrases {
  notRun(
    tool: string,
    problems: readonly string[],
    understood: Readonly<Record<string, unknown>>,
    fields: InputFields,
  ): string;
  problem(problem: Problem): string;
  /** Answer to an error that the model can repair. */
  refused(error: WorkingMemoryError): string;
  ignored(names: readonly string[]): string;
  pageOf(path: string, revision: number, first: number, last: number, lines: number): string;
  emptyFile(path: string, revision: number): string;
  pastEnd(path: string, lines: number): string;
  readOn(line: number, character: number): string;
  written(file: WrittenFile): string;
  conflict(result: {
    readonly reason: 'stale' | 'shrinks';
    readonly path: string;
    readonly revision: number;
    readonly hint: string;
    readonly diff: string;
  }): string;
  /** Text after the answer to a write, where others had changed the file: its difference from the model's text. */
  merged(diff: string): string;
  /** Answer to a note. A new section is named with the others, so that a misspelt heading shows. */
  noted(note: Noted): string;
  noHeading(sections: readonly string[]): string;
  noSection(heading: string, sections: readonly string[]): string;
  edited(file: WrittenFile): string;
  /** Advice after the refusal of an edit whose passage has line numbers. */
  withoutNumbers: string;
  systemPart(path: string): string;
  file(path: string, bytes: number, revision: number): string;
  noFiles(folder: string): string;
  moreFiles(count: number): string;
  /** Place of a message that has no number in the list that the model sees. */
  readonly abandoned: string;
  /** Place of a text of another conversation. */
  readonly elsewhere: string;
  /** @param everywhere whether no wider scope is left */
  nothingFound(query: string, everywhere: boolean): string;
  morePassages(count: number): string;
  memorized(id: string, did: Memorized): string;
  /** List after the answer of `memorize`, on lines of its own. */
  similar(items: readonly string[]): string;
  notKept: string;
  foreign(source: string): string;
  archived: string;
  cut(characters: number): string;
  /** Note in front of the hits of `recall`, for a text that may have been meant to be stored. */
  notStored: string;
  noItems(offersSearch: boolean): string;
  moreItems(count: number): string;
  oneOf(given: readonly string[], known: readonly string[]): string;
  badInstruction(instruction: string): string;
  hidden(ids: readonly string[]): string;
  erased(ids: readonly string[]): string;
  nothingForgotten: string;
  /** Sentence after the answer of `forget`. */
  forgetWarning(warning: ForgetWarning): string;
  /** Answer to a compaction, of a few lines. */
  compacted(did: Compacted): string;
  notCompacted(reason: NotCompacted): string;
}

export type NotCompacted = 'nothing-to-hide' | 'would-not-shrink' | 'nothing-prepared';
