// What the context engine reads before it plans, and what it commits. Types only.
import type { KeptList } from '../context/list/kept-list.ts';
import type { ContextEvent } from '../context/plan/events.ts';
import type { Recallable } from '../recall/recalled-text.ts';
import type { Archiving } from '../tree/files/archiving.ts';
import type { Document } from '../tree/files/document.ts';
import type { CheckedMessage, RedactedMessage } from '../tree/transcript/transcript.ts';

/** Everything that a plan of the next request reads. */
export interface ContextBasis {
  /** The branch that the rows are of; undefined before the first request. */
  readonly branch: string | undefined;
  /** The ledger of this branch. */
  readonly rows: readonly { readonly key: string; readonly fields: object }[];
  /** All branches with a ledger. */
  readonly branches: readonly LedgerBranch[];
  /** Of the latest change of any ledger. */
  readonly revision: number;
  /** overview.md; undefined before its first write. */
  readonly overview: Document | undefined;
  /** Messages in the transcript. */
  readonly messages: number;
  /** Of them those that a hard forget took words out of. */
  readonly redacted: readonly RedactedMessage[];
  readonly step: number;
  /** ms since 1970. */
  readonly now: number;
  /** Steps after which an overview counts as stale. */
  readonly softSteps: number;
  /** Of the hashes of lists and texts; absent in sessions of former versions. */
  readonly salt?: string | undefined;
  /** What may come with the user's message, best first; of a question alone. */
  readonly recallables?: readonly Recallable[];
}

/** What the engine knows of a branch with a ledger. */
export interface LedgerBranch {
  readonly branch: string;
  /** Of its latest change; the branch with the greatest one was used last. */
  readonly revision: number;
  /** Of its latest request. */
  readonly epoch: number;
  /** It left another branch, so that the transcript may hold what could follow in it. */
  readonly forked: boolean;
  /** ms since 1970. */
  readonly used: number;
  readonly kept: KeptList;
}

/** One commit of the context engine. */
export interface ContextChange extends Archiving {
  /** Revisions of ledger and overview that the plan was computed from, and the length of the transcript. */
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
  /** The journal's record of the request: numbers and ids only; none where messages were recorded alone. */
  readonly event?: ContextEvent;
}
