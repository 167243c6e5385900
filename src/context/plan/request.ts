// What a request is planned from, and what the plan says. Types only.
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
  /** To be stored; of a refused one as the model wrote it. */
  readonly text: string;
}

/** Everything that a plan depends on, gathered by the client. */
export interface RequestInput {
  readonly state: LedgerState;
  /** Of all branches: no two epochs have one number. */
  readonly newestEpoch: number;
  readonly history: History;
  /** The list as the transcript will hold it. */
  readonly kept: KeptList;
  /** Leading messages that are those of the list which the state is of. */
  readonly common: number;
  /** Another list was prepared last. */
  readonly isOther: boolean;
  /**
   * Hash of leading system messages, system prompt and tools; tokens and text of the latter two, which are not in the
   * list.
   */
  readonly head: { readonly hash: string; readonly tokens: number; readonly outside: string };
  readonly overview: OverviewNow;
  /** What may come with the newest message, the user's, best first. */
  readonly recallables: readonly Recallable[];
  /** The overview as the model wrote it with a tool of the app's own, where the tree does not have it yet. */
  readonly ownWrite: OwnWrite | undefined;
  readonly request: {
    readonly id: string;
    readonly window: number;
    readonly tokensUsed: number | undefined;
    /** The model has a tool that can write the overview. */
    readonly writable: boolean;
    /** The model has `compact_history`. */
    readonly compacts: boolean;
  };
  /** Of guide and tools of this memory, in what is sent outside the list; absent: not known. */
  readonly ownHead?: OwnWords;
  /** Since the request before; absent: nothing. */
  readonly since?: SinceThen;
  /** For the fences of a new epoch; drawn outside, since a plan has no randomness. */
  readonly nonce: string;
  /** ms since 1970. */
  readonly now: number;
  /** False when the tree is full: full texts then stay in the transcript alone. */
  readonly canArchive: boolean;
}

/** What the client commits (state, archives, block, event) and returns to the app (the rest). */
export interface RequestPlan {
  readonly state: LedgerState;
  readonly repeated: boolean;
  /** A new request counts as a step and a round. */
  readonly isNew: boolean;
  readonly archives: readonly ArchivedText[];
  /** New body of the overview's block; undefined where it stays. */
  readonly compactionBlock: string | undefined;
  /** The ledger before the compaction, for `undo`; undefined without one. */
  readonly undoes: { readonly receipt: string; readonly state: LedgerState } | undefined;
  readonly entries: readonly ViewEntry[];
  readonly meta: ContextMeta;
  /** Tokens before the correction by reported usage. */
  readonly estimated: number;
  /** Pictures, sound and files that it shows. */
  readonly media: number;
  readonly reason: EpochReason | undefined;
  readonly phase: Phase;
  readonly kept: readonly Range[];
  readonly hidden: readonly Fold[];
  readonly stubs: readonly ResultStub[];
  readonly reminder: ReminderLevel | undefined;
  readonly compaction: CompactionResult | undefined;
  readonly event: ContextEvent;
  readonly trace: RequestTrace;
}
