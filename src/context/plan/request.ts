// Input and output of a plan. Types only.
import type { ArchivedText } from '../offloaded/archived-text.ts';
import type { CompactionResult, Fold, Range, ResultStub } from '../compaction/compaction.ts';
import type { ContextEvent } from './events.ts';
import type { KeptList } from '../list/kept-list.ts';
import type { History } from '../view/history.ts';
import type { LedgerState } from '../view/ledger.ts';
import type { Recallable } from '../../recall/recalled-text.ts';
import type { ContextMeta } from '../reminder/meter.ts';
import type { EpochReason, Phase } from './prepared.ts';
import type { ReminderLevel } from '../reminder/reminder.ts';
import type { ViewEntry } from '../view/view.ts';
import type { OverviewNow } from '../planning-context.ts';
import type { OwnWords } from '../watching/own-words.ts';
import type { RequestTrace, SinceThen } from '../watching/trace.ts';

export interface OwnWrite {
  /** `merged`: with what others changed since the model saw the file · `refused`: both changed the same lines. */
  readonly outcome: 'taken' | 'merged' | 'refused';
  /** Text to store; for a refused write, the text as the model wrote it. */
  readonly text: string;
}

/** Everything that a plan depends on, gathered by the client. */
export interface RequestInput {
  readonly state: LedgerState;
  /** Number of the newest epoch in all branches: no two epochs share a number. */
  readonly newestEpoch: number;
  readonly history: History;
  /** The list as the transcript will hold it. */
  readonly kept: KeptList;
  /** Number of leading messages that this list shares with the list of `state`. */
  readonly common: number;
  /** Whether another list was prepared last. */
  readonly isOther: boolean;
  /**
   * Hash of leading system messages, system prompt and tools; tokens and text of the latter two, which are not in the
   * list.
   */
  readonly head: { readonly hash: string; readonly tokens: number; readonly outside: string };
  readonly overview: OverviewNow;
  /** Texts that may come with the user's newest message, best first. */
  readonly recallables: readonly Recallable[];
  /** Overview as the model wrote it with a tool of the app's own, where the tree does not have it yet. */
  readonly ownWrite: OwnWrite | undefined;
  readonly request: {
    readonly id: string;
    readonly window: number;
    readonly tokensUsed: number | undefined;
    /** Whether the model has a tool that can write the overview. */
    readonly writable: boolean;
    /** Whether the model has `compact_history`. */
    readonly compacts: boolean;
  };
  /** Words of this memory's guide and tools that are sent outside the list; absent: not known. */
  readonly ownHead?: OwnWords;
  /** Searches and usage since the request before; absent: none. */
  readonly since?: SinceThen;
  /** Nonce for the fences of a new epoch; drawn outside, since a plan has no randomness. */
  readonly nonce: string;
  /** Time of the request, ms since 1970. */
  readonly now: number;
  /** Whether files can be written; while the tree is full, full texts stay in the transcript alone. */
  readonly canArchive: boolean;
}

/** A planned request: the client commits state, archives, block and event, and returns the rest to the app. */
export interface RequestPlan {
  readonly state: LedgerState;
  readonly repeated: boolean;
  /** Whether the request is new: it then counts as a step and a round. */
  readonly isNew: boolean;
  readonly archives: readonly ArchivedText[];
  /** New body of the overview's block; undefined where it stays. */
  readonly block: string | undefined;
  /** Ledger before the compaction, for `undo`; undefined without one. */
  readonly undoes: { readonly receipt: string; readonly state: LedgerState } | undefined;
  readonly entries: readonly ViewEntry[];
  readonly meta: ContextMeta;
  /** Tokens before the correction by reported usage. */
  readonly estimated: number;
  /** Number of pictures, sounds and files that the request shows. */
  readonly media: number;
  readonly reason: EpochReason | undefined;
  readonly phase: Phase;
  readonly kept: readonly Range[];
  readonly hidden: readonly Fold[];
  readonly stubs: readonly ResultStub[];
  readonly reminder: ReminderLevel | undefined;
  readonly compaction: CompactionResult | undefined;
  /** Undefined where the request is repeated. */
  readonly event: ContextEvent | undefined;
  readonly trace: RequestTrace;
}
