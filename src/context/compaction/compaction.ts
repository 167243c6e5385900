// Requests and answers of compactions: a request becomes a selection (selection.ts), a plan (plan-compaction.ts), and
// the next state of the ledger (apply-compaction.ts).
export const TARGETS = ['conversation', 'tools', 'all'] as const;
export const STRATEGIES = ['summarize', 'archive'] as const;
/**
 * Options of a compaction; `{}` takes the defaults. The tool `compact_history` has the same fields, two of them as
 * `keep_recent` and `archive_to`.
 * @example
 * const request: CompactionRequest = { target: 'tools', keepRecent: 10, archiveTo: 'detail/logs.md' };
 * const { tokens } = await memory.context.compact.plan(request);
 */
export interface CompactionRequest {
  /**
   * Parts of the history to hide. `conversation`: turns · `tools`: tool results, which become stubs · `all` (default):
   * both.
   */
  readonly target?: (typeof TARGETS)[number];
  /**
   * `archive` (default): the full text goes to a file · `summarize`: it stays in the transcript alone. Both add a
   * summary.
   */
  readonly strategy?: (typeof STRATEGIES)[number];
  /** Newest messages that stay, 0–1000, default 5. Widened to whole turns, at least 3, and to answered tool calls. */
  readonly keepRecent?: number;
  /** A path in detail/ or archive/, with or without `working-memory/` in front; default: a new file in detail/. */
  readonly archiveTo?: string;
}

/** Messages of the app's list by index: `from` included, `to` excluded. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Messages that the request hides. `unsound`: no provider would accept them · `dropped`: they hold only a notice. */
export interface Fold extends Range {
  readonly why: 'overview-written' | 'compacted' | 'fallback-compaction' | 'unsound' | 'dropped';
  /** The file with their full text; absent when it is in the transcript alone. */
  readonly path?: string;
  /** First message in each file, where the text fills several files with consecutive numbers. */
  readonly parts?: readonly number[];
}

/** A tool result that the request shortens to a stub. */
export interface ResultStub {
  readonly index: number;
  readonly callId: string;
  readonly why: 'oversized' | 'compacted' | 'fallback-compaction';
  /** The file with the full text; absent when the tree was full and it is in the transcript alone. */
  readonly path?: string;
  /**
   * Lines of a page that `read` returned, in that file, from 1, both included; absent otherwise. Nothing is stored
   * twice.
   */
  readonly lines?: { readonly first: number; readonly last: number };
}

/** The effect that a compaction would have. Token counts are estimates. */
export interface CompactionPlan {
  /** Whether it would save anything; otherwise `reason` says why not. */
  readonly possible: boolean;
  readonly reason?: 'nothing-to-hide' | 'would-not-shrink' | 'nothing-prepared';
  readonly hide: readonly Range[];
  readonly stub: readonly { readonly index: number; readonly callId: string }[];
  /** Tokens of the whole request. */
  readonly tokens: { readonly before: number; readonly after: number };
  /** The visible rest, in three units; `callGroups` are runs of tool calls with their results. */
  readonly kept: { readonly messages: number; readonly turns: number; readonly callGroups: number };
  readonly retention: Retention;
}

/** Hidden messages and stubbed results of a compaction, before anything is written. */
export interface CompactionSelection {
  readonly hide: readonly Range[];
  /** `shown`: tokens of the result that stay visible as an excerpt. */
  readonly stub: readonly { readonly index: number; readonly callId: string; readonly shown: number }[];
  /** Tokens of the whole request without the hidden messages; the summary's block is not counted yet. */
  readonly tokens: number;
}

/** Names (ids, paths, dates and the like) of the hidden text, and how many of them the model still sees. */
export interface Retention {
  readonly identifiers: number;
  /** Number of these names that stay visible, in the summary or in the messages that are not hidden. */
  readonly kept: number;
  /** Up to 20 names that disappear, the most important first; `search` still finds them. */
  readonly atRisk: readonly string[];
}

/** Answer of `context.compact.apply`: the plan that was carried out, and its outcome. */
export interface CompactionResult extends CompactionPlan {
  readonly applied: boolean;
  readonly trigger: 'tool' | 'app' | 'policy' | 'fallback';
  /** The argument of `undo`; absent when nothing was applied. */
  readonly receipt?: string;
  /** Paths of the files that were written, in order. */
  readonly archivedTo: readonly string[];
  /** Summary by the app's summarizer, or else an extract. */
  readonly summary: string;
  /** Whether overview.md had no room for the summary, so that the model should write down the important points. */
  readonly syncRequired: boolean;
}

/** Answer of `context.compact.undo`. */
export interface UndoResult {
  /** Tokens of the next request. */
  readonly tokens: number;
}
