// What a prepared request says about itself. Types only.
import type { CompactionResult, Fold, Range, ResultStub } from '../compaction/compaction.ts';
import type { ContextMeta } from '../reminder/meter.ts';

/** Why an epoch began: only then may an earlier byte of the request differ from the one before (docs/prompt-format.md). */
export type EpochReason =
  | 'session-started'
  /** The model wrote overview.md in a turn that has ended: it is pinned anew, what it covers is folded away. */
  | 'overview-written'
  | 'compacted'
  | 'compaction-undone'
  /** The window was filling up and nobody had compacted. */
  | 'fallback-compaction'
  /** The app changed, removed or reordered messages it had sent before. */
  | 'history-edited'
  /** The system prompt or the tools are not those of the request before. */
  | 'system-changed'
  /** A hard forget: nothing that may quote the forgotten text is sent again. */
  | 'forgotten';

/**
 * Two phases (S003-22, 23): history stays while overview.md is not kept up; then it may go.
 * `template`: nothing was written yet · `stale`: written, but not for a long time · `maintained`: history may be folded.
 */
export interface Phase {
  readonly phase: 1 | 2;
  readonly reason: 'template' | 'stale' | 'maintained';
}

/** A list that no provider would take is made acceptable, and said so. */
export interface Repair {
  /** Index in the app's list. */
  readonly index: number;
  readonly what: 'orphan-result' | 'duplicate-result' | 'unanswered-call' | 'duplicate-call';
  /** The call's id. */
  readonly callId: string;
}

export interface Prepared<Message> {
  /** What to send: the app's own objects, but for those that carry or are an injection. */
  readonly messages: Message[];
  readonly requestId: string;
  /** The same request was prepared before: nothing was counted. */
  readonly repeated: boolean;
  readonly epoch: number;
  /** Why this request begins a new epoch; absent when it goes on in the one before. */
  readonly epochReason?: EpochReason;
  /** An earlier byte changed: caches and signed reasoning of the former request no longer hold. */
  readonly prefixChanged: boolean;
  /**
   * Where the request first differs from the one before, when the prefix changed and this owner prepared that one:
   * index in `messages`, and bytes (UTF-8, of the messages as JSON) before it.
   */
  readonly firstChange?: { readonly message: number; readonly byte: number };
  /** Indexes in `messages` after which a provider's cache may be marked: end of the overview, end of the list. */
  readonly cacheBreakpoints: readonly number[];
  readonly meta: ContextMeta;
  readonly phase: Phase;
  /** Of the app's list. */
  readonly kept: readonly Range[];
  readonly hidden: readonly Fold[];
  /** Results that are shown as a stub, with the path of the full text. */
  readonly stubs: readonly ResultStub[];
  /** Level of the reminder that rides with this request. */
  readonly reminder?: 'hint' | 'firm' | 'pause';
  /** With the option `context.reminder.pause`: do not send; ask the user, or let the model write its overview first. */
  readonly pause: boolean;
  readonly repairs: readonly Repair[];
  /** The compaction that this call made by itself (fallback, `autonomy: 'auto'`). */
  readonly compaction?: CompactionResult;
}
