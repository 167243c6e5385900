// What a request is planned from, and what the plan says. Types only.
import type { ArchivedText } from '../view/archived-text.ts';
import type { CompactionResult, Fold, Range, ResultStub } from '../compaction/compaction.ts';
import type { ContextEvent } from './events.ts';
import type { History } from '../view/history.ts';
import type { LedgerState } from '../view/ledger.ts';
import type { ContextMeta } from '../reminder/meter.ts';
import type { EpochReason, Phase } from './prepared.ts';
import type { ReminderLevel } from '../reminder/reminder.ts';
import type { ViewEntry } from '../view/view.ts';
import type { OverviewNow } from '../planning-context.ts';

export interface RequestInput {
  readonly state: LedgerState;
  readonly history: History;
  /** Messages that the list has in common with the one that was prepared before, where this owner knows both. */
  readonly common: number | undefined;
  /** Leading system messages, system prompt and tools. */
  readonly head: { readonly hash: string; readonly tokens: number };
  readonly overview: OverviewNow;
  /** What the model wrote with a tool of the app's own and the tree does not hold yet. */
  readonly ownWrite: string | undefined;
  readonly request: {
    readonly id: string;
    readonly window: number;
    readonly tokensUsed: number | undefined;
    /** The model has a tool to write with, as far as is known. */
    readonly writable: boolean;
  };
  /** For a new epoch. */
  readonly nonce: string;
  /** ms since 1970. */
  readonly now: number;
  /** False when the tree has no room: what is put away stays in the transcript alone. */
  readonly canArchive: boolean;
}

export interface RequestPlan {
  readonly state: LedgerState;
  readonly repeated: boolean;
  /** The request is a new one: a step and a round. */
  readonly isNew: boolean;
  /** Messages from here on are new to the transcript. */
  readonly newFrom: number;
  readonly archives: readonly ArchivedText[];
  /** New body of the overview's block. */
  readonly compactionBlock: string | undefined;
  /** The ledger before the compaction, for `undo`. */
  readonly undoes: { readonly receipt: string; readonly state: LedgerState } | undefined;
  readonly entries: readonly ViewEntry[];
  readonly meta: ContextMeta;
  /** Before the correction by reported usage. */
  readonly estimated: number;
  readonly reason: EpochReason | undefined;
  readonly phase: Phase;
  readonly kept: readonly Range[];
  readonly hidden: readonly Fold[];
  readonly stubs: readonly ResultStub[];
  readonly reminder: ReminderLevel | undefined;
  readonly compaction: CompactionResult | undefined;
  readonly event: ContextEvent;
}
