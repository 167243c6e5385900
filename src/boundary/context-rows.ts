// Input of the context engine's plans, and its commits. Types only.
import type { KeptList } from '../context/list/kept-list.ts';
import type { ContextEvent } from '../context/plan/events.ts';
import type { Recallable } from '../recall/recalled-text.ts';
import type { Archiving } from '../tree/files/archiving.ts';
import type { Document } from '../tree/files/document.ts';
import type { CheckedMessage, RedactedMessage } from '../tree/transcript/transcript.ts';

/** All data that a plan of the next request reads. */
export interface ContextBasis {
  /** Branch of the rows; undefined before the first request. */
  readonly branch: string | undefined;
  /** The ledger of this branch. */
  readonly rows: readonly { readonly key: string; readonly fields: object }[];
  /** All branches with a ledger. */
  readonly branches: readonly LedgerBranch[];
  /** Revision of the latest change of any ledger. */
  readonly revision: number;
  /** overview.md; undefined before its first write. */
  readonly overview: Document | undefined;
  /** Number of messages in the transcript. */
  readonly messages: number;
  /** Messages from which a hard forget removed words. */
  readonly redacted: readonly RedactedMessage[];
  readonly step: number;
  /** Time of the read, ms since 1970. */
  readonly now: number;
  /** Steps after which an overview counts as stale. */
  readonly softSteps: number;
  /** Salt of the hashes of lists and texts; absent in sessions of former versions. */
  readonly salt?: string | undefined;
  /** Texts that may become recalled notes on the user's message, best first; only for `asked`. */
  readonly recallables?: readonly Recallable[];
}

/** The engine's knowledge of a branch with a ledger. */
export interface LedgerBranch {
  readonly branch: string;
  /** Revision of its latest change; the branch with the greatest one was used last. */
  readonly revision: number;
  /** Epoch of its latest request. */
  readonly epoch: number;
  /** Whether it left another branch, so that the transcript may hold messages that could follow in it. */
  readonly forked: boolean;
  /** Time of its latest use, ms since 1970. */
  readonly used: number;
  readonly kept: KeptList;
}

/** One commit of the context engine. */
export interface ContextChange extends Archiving {
  /** Expected revisions of ledger and overview, and expected length of the transcript, from the plan's basis. */
  readonly expected: { readonly ledger: number; readonly overview: number; readonly messages: number };
  /** Ledger rows to write; without `fields`: to delete. */
  readonly rows: readonly {
    readonly branch: string;
    readonly key: string;
    readonly fields?: object | undefined;
  }[];
  /** New messages for the transcript. */
  readonly messages: readonly CheckedMessage[];
  /** Whether this request begins a new step. */
  readonly step: boolean;
  /** The journal's record of the request: numbers and ids only; absent if messages were only recorded. */
  readonly event?: ContextEvent;
}
