// The journal's events of the context. Types only.
import type { RequestTrace } from '../watching/trace.ts';
import type { EpochReason } from './prepared.ts';

/** A change of the view by a request or a compaction, as the audit keeps it: indices and numbers, no text. */
export type ContextEvent =
  | {
      readonly type: 'request-prepared';
      readonly epoch: number;
      /** Tokens of the request, as its meter shows them. */
      readonly tokens: number;
      /** Reason of the epoch that this request began; absent within one. */
      readonly reason?: EpochReason;
      readonly reminder?: 'hint' | 'firm' | 'pause';
      /** Numbers for `memory.report`; absent in entries of former versions. */
      readonly trace?: RequestTrace;
    }
  | {
      readonly type: 'history-compacted';
      readonly trigger: 'tool' | 'app' | 'policy' | 'fallback';
      readonly messages: number;
      /** Tokens of the request before and after; both estimated. */
      readonly before: number;
      readonly after: number;
    }
  | { readonly type: 'compaction-undone' }
  /**
   * A hard forget dropped the ledger, which cited the forgotten text or a text of another conversation; no message here
   * did.
   */
  | { readonly type: 'ledger-cleared' }
  /** A list without a new message became the current one: an undo, or a return to another branch. */
  | { readonly type: 'branch-chosen'; readonly branch: string };
