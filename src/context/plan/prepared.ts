// What a prepared request says about itself. Types only.
import type { CompactionResult, Fold, Range, ResultStub } from '../compaction/compaction.ts';
import type { ContextMeta } from '../reminder/meter.ts';

/** Why an epoch began: only then may an earlier byte of the request differ from the one before (docs/prompt-format.md). */
export type EpochReason =
  | 'session-started'
  /** From `context.foldAbove` on: the turns that the model's latest write of overview.md covers are hidden. */
  | 'overview-written'
  | 'compacted'
  | 'compaction-undone'
  /** The window was nearly full and nobody had compacted. */
  | 'fallback-compaction'
  /** Old pictures, sound and files were left out, to make room. */
  | 'media-left-out'
  /** The app changed, removed or reordered messages of an earlier request. */
  | 'history-edited'
  /** The system prompt or the tools differ from those of the previous request. */
  | 'system-changed'
  /** After a hard forget: nothing that may quote the forgotten text is sent again. */
  | 'forgotten';

/**
 * Whether the overview may stand in for history. Phase 1 keeps history; in phase 2 it may be hidden.
 * `template`: nothing was written yet · `stale`: written, but not for `ttl.softSteps` steps · `maintained`: phase 2,
 * unless the free text is empty.
 */
export interface Phase {
  readonly phase: 1 | 2;
  readonly reason: 'template' | 'stale' | 'maintained';
}

/**
 * A defect of the list that a provider would reject. A stopped call gets an answer that says so; for any other defect the
 * messages around it are hidden.
 */
export interface Repair {
  /** Index in the app's list. */
  readonly index: number;
  readonly what: 'orphan-result' | 'duplicate-result' | 'unanswered-call' | 'duplicate-call';
  /** Id of the call. */
  readonly callId: string;
}

/** The next request, and what was done to make it. Indexes and ranges refer to the app's list unless noted otherwise. */
export interface Prepared<Message> {
  /** What to send: the app's own objects, except messages that were added or have text appended. */
  readonly messages: Message[];
  /** The given name, or a hash of the list. */
  readonly requestId: string;
  /** The same request was prepared before; no step or round was counted. */
  readonly repeated: boolean;
  /** From 1. */
  readonly epoch: number;
  /** Why this request begins a new epoch; absent when it continues the current one. */
  readonly epochReason?: EpochReason;
  /** An earlier byte changed: prompt caches and signed reasoning of the previous request are no longer valid. */
  readonly prefixChanged: boolean;
  /**
   * Where the request first differs from the previous one: index in `messages`, and UTF-8 bytes before it of the messages
   * as JSON. Present when the prefix changed and this owner prepared the previous request.
   */
  readonly firstChange?: { readonly message: number; readonly byte: number };
  /** Indexes in `messages` after which to place cache marks: end of the pinned overview, if there is one, end of the list. */
  readonly cacheBreakpoints: readonly number[];
  readonly meta: ContextMeta;
  readonly phase: Phase;
  /** Ranges that the request shows. */
  readonly kept: readonly Range[];
  /** Ranges that it hides, with the reason and the file, if any. */
  readonly hidden: readonly Fold[];
  /** Tool results that are shown as stubs, with the path of the full text. */
  readonly stubs: readonly ResultStub[];
  /** Level of the reminder in this request; absent without one. */
  readonly reminder?: 'hint' | 'firm' | 'pause';
  /** With the option `context.reminder.pause`: do not send; ask the user or let the model write its overview first. */
  readonly pause: boolean;
  /** Empty for a sound list. */
  readonly repairs: readonly Repair[];
  /** The compaction that this call made by itself: the fallback, or with `autonomy: 'auto'` the policy. */
  readonly compaction?: CompactionResult;
}
