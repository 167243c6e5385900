// What can be asked of a compaction, and what it answers: a request becomes a selection (selection.ts), a plan
// (plan-compaction.ts), and the next state of the ledger (apply-compaction.ts).
export const TARGETS = ['conversation', 'tools', 'all'] as const;
export const STRATEGIES = ['summarize', 'archive'] as const;
/** Newest messages that stay when a request does not say how many. */
export const DEFAULT_KEEP_RECENT = 5;

/** The model's tool has the same fields as `keep_recent` and `archive_to`. */
export interface CompactionRequest {
  /** `conversation`: turns · `tools`: tool results, which become stubs · `all` (default). */
  readonly target?: (typeof TARGETS)[number];
  /** `archive` (default): the full text goes to a file · `summarize`: only a summary is kept beside the transcript. */
  readonly strategy?: (typeof STRATEGIES)[number];
  /** Newest messages that stay, 0–1000, default 5; widened to whole turns, at least 3, and to closed tool calls. */
  readonly keepRecent?: number;
  /** A path in detail/ or archive/; default: a new name in detail/. */
  readonly archiveTo?: string;
}

/** Messages of the app's list, `from` included, `to` excluded. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Messages that the view leaves out. */
export interface Fold extends Range {
  readonly why: 'overview-written' | 'compacted' | 'fallback-compaction' | 'unsound';
  /** The file that holds them. */
  readonly path?: string;
}

/** A tool result that the view shows as a stub. */
export interface ResultStub {
  readonly index: number;
  readonly callId: string;
  readonly why: 'oversized' | 'compacted' | 'fallback-compaction';
  /** The file that holds the full text; absent when no room was left: it stays in the transcript. */
  readonly path?: string;
  /** Where the result is a page of that file, as `read` answers: its lines from 1, the last one included. */
  readonly lines?: { readonly first: number; readonly last: number };
}

export interface CompactionPlan {
  /** False: it would not shrink the view, or there is nothing to hide; `reason` says which. */
  readonly possible: boolean;
  readonly reason?: 'nothing-to-hide' | 'would-not-shrink' | 'nothing-prepared';
  readonly hide: readonly Range[];
  readonly stub: readonly { readonly index: number; readonly callId: string }[];
  /** Tokens of the whole request. */
  readonly tokens: { readonly before: number; readonly after: number };
  /** What stays, in each of the sources' units (S002-36, 39, S003-45). */
  readonly kept: { readonly messages: number; readonly turns: number; readonly callGroups: number };
  readonly retention: Retention;
}

/** What a compaction hides and stubs, before anything is written. */
export interface CompactionSelection {
  readonly hide: readonly Range[];
  /** `shown`: tokens of the result that stay visible as an excerpt. */
  readonly stub: readonly { readonly index: number; readonly callId: string; readonly shown: number }[];
  /** Tokens of the whole request without what is hidden; the summary's block is not counted yet. */
  readonly tokens: number;
}

/** Ids, paths, dates and the like that stand in what is hidden. */
export interface Retention {
  readonly identifiers: number;
  /** Those that the model still sees afterwards. */
  readonly kept: number;
  /** Up to 20 that it no longer sees; `search` finds them. */
  readonly atRisk: readonly string[];
}

export interface CompactionResult extends CompactionPlan {
  readonly applied: boolean;
  readonly trigger: 'tool' | 'app' | 'policy' | 'fallback';
  /** Give it to `undo`; absent when nothing was applied. */
  readonly receipt?: string;
  readonly archivedTo: readonly string[];
  readonly summary: string;
  /** False: overview.md already holds the summary (S002-42, 89). */
  readonly syncRequired: boolean;
}

export interface UndoResult {
  /** Tokens of the request as it will be again. */
  readonly tokens: number;
}
