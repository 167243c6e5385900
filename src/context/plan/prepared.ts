// A prepared request with the facts about it. Types only.
import type { CompactionResult, Fold, Range, ResultStub } from '../compaction/compaction.ts';
import type { ContextMeta } from '../reminder/meter.ts';

/**
 * Cause of an epoch: only then may an earlier byte of the request differ from the one before (docs/prompt-format.md).
 */
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
 * A defect of the list that a provider would reject. A stopped call gets an answer that says so; for any other defect
 * the messages around it are hidden.
 */
export interface Repair {
  /** Index in the app's list. */
  readonly index: number;
  readonly what: 'orphan-result' | 'duplicate-result' | 'unanswered-call' | 'duplicate-call';
  /** Id of the call. */
  readonly callId: string;
}

/**
 * The next request, and the steps taken to make it. Indexes and ranges refer to the app's list unless noted otherwise.
 */
export interface Prepared<Message> {
  /** Messages to send: the app's own objects, except those that were added or have text appended. */
  readonly messages: Message[];
  /** Name that the app gave, or a hash of the list. */
  readonly requestId: string;
  /** Whether the same request was prepared before; then no step or round was counted. */
  readonly repeated: boolean;
  /** Number of the epoch, from 1. */
  readonly epoch: number;
  /** Reason why this request begins a new epoch; absent when it continues the current one. */
  readonly epochReason?: EpochReason;
  /**
   * Whether an earlier byte changed: then prompt caches and signed reasoning of the previous request are no longer
   * valid.
   */
  readonly prefixChanged: boolean;
  /**
   * First difference from the previous request: index in `messages`, and UTF-8 bytes before it of the messages as JSON.
   * Present when the prefix changed and this owner prepared the previous request.
   */
  readonly firstChange?: { readonly message: number; readonly byte: number };
  /**
   * Indexes in `messages` after which to place cache marks: end of the pinned overview, if there is one, end of the
   * list.
   */
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
  /**
   * Whether to hold the request back, by the option `context.reminder.pause`: ask the user or let the model write its
   * overview first.
   */
  readonly pause: boolean;
  /** Repairs of the list; empty for a sound one. */
  readonly repairs: readonly Repair[];
  /** Compaction that this call made by itself: the fallback, or with `autonomy: 'auto'` the policy. */
  readonly compaction?: CompactionResult;
}
